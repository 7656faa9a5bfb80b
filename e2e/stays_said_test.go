package e2e

import (
	"strings"
	"testing"
	"time"

	"payapp/e2e/suite"
	"payapp/internal/testing/dialect"
)

// What the gateway said stays said, on a page that stays open and in every view. The
// gateway is one that the test has say it, since the sandbox forgets and takes back
// nothing.

var (
	besidePromptPay = dialect.Row{Code: "PROMPTPAY", Currency: "THB", Usual: "qr"}
	besideTransfer  = dialect.Row{Code: "P2A_V2", Currency: "INR", Usual: "transfer"}
)

// Reads leave out the code that the creation's answer had. While they say that the
// gateway waits, it stays open, wherever one looks; once they say more, it is one press
// away.
func TestALeftOutCodeStays(t *testing.T) {
	begin(t)
	for _, who := range suite.Everybody {
		t.Run(who.String(), func(t *testing.T) {
			begin(t)
			w, o := startBeside(t, dialect.Dialect{Omits: []string{"qrCode"}, ExpireIn: time.Hour}, "1234.50", besidePromptPay)
			b := w.open(who)
			b.Enter(o)
			b.Pay(promptPay)
			b.Want("instructions")
			path, code := b.Path(), b.DecodeQR()
			stays := func(b *tab) {
				t.Helper()
				b.Want("instructions")
				if got := b.DecodeQR(); got != code {
					t.Errorf("the code became %q, was %q", got, code)
				}
			}
			for _, word := range []string{"PENDING", "AWAITING"} {
				w.beside.Say(o.ID, word, "")
				w.offset.Add(int64(time.Minute)) // what was read before is old
				b.Again()
				stays(b)
			}
			w.restart()
			stays(w.another(b, path))
			w.beside.Say(o.ID, "VALIDATING", "")
			b.Want("status") // by itself
			if b.Has("svg[data-qr]") {
				t.Errorf("a code that may have been used is still offered: %s", b.Describe())
			}
			b.Press(action("back"))
			stays(b)
			w.beside.Pay(o.ID)
			b.AwaitStatus("success")
		})
	}
}

// A refusal is taken back, and then it is paid: the page that was open all the time
// tells each of them. Without JavaScript a page that has ended asks when told to.
func TestRefusedThenPaidOnAnOpenPage(t *testing.T) {
	begin(t)
	for _, who := range suite.Everybody {
		t.Run(who.String(), func(t *testing.T) {
			begin(t)
			w, o := startBeside(t, dialect.Dialect{}, "1234.50", besidePromptPay)
			b := w.open(who)
			b.Enter(o)
			b.Pay(promptPay)
			b.Want("instructions")
			w.beside.Say(o.ID, "REFUSED", "")
			b.AwaitStatus("failed")
			w.offset.Add(int64(5 * time.Minute))
			w.beside.Say(o.ID, "PROCESSING", "")
			if who.NoScript {
				b.Press(action("refresh"))
			}
			b.AwaitStatus("pending", "failed")
			if b.Has("svg[data-qr]") || b.Has("main "+action("back")) {
				t.Errorf("it offers to pay what is being checked: %s", b.Describe())
			}
			w.beside.Pay(o.ID)
			b.AwaitStatus("success")
		})
	}
}

// Half of the money came. The payer's page, another browser with a link of its own and
// a status link tell the same, with both amounts.
func TestHalfPaidInThreeViews(t *testing.T) {
	begin(t)
	for i, who := range suite.Everybody {
		t.Run(who.String(), func(t *testing.T) {
			begin(t)
			w, o := startBeside(t, dialect.Dialect{}, "1234.50", besidePromptPay)
			o.Amount, w.meant.Amount = "", "" // pages say two
			b := w.open(who)
			b.Enter(o)
			b.Pay(promptPay)
			b.Want("instructions")
			w.beside.Receive(o.ID, "617.25", "THB")
			b.AwaitStatus("success")
			other := w.open(suite.Everybody[(i+1)%len(suite.Everybody)])
			other.Enter(w.with(o, w.beside.Token(o.ID)))
			views := []*tab{b, other, w.byStatusLink(suite.Everybody[(i+2)%len(suite.Everybody)], o)}
			const told = `document.querySelector("main").innerText.split("\n").filter(line => line.includes("฿")).join("; ")`
			first := ask[string](b, told)
			if !strings.Contains(first, "฿617.25") || !strings.Contains(first, "฿1,234.50") {
				t.Errorf("it tells only %q", first)
			}
			for _, view := range views {
				view.AwaitStatus("success")
				if got := ask[string](view, told); got != first {
					t.Errorf("one view tells %q, another %q", first, got)
				}
				if title := ask[string](view, `document.title`); !strings.Contains(title, "฿617.25") {
					t.Errorf("its tab is called %q", title)
				}
			}
		})
	}
}

// The gateway refuses the number that the bank shows after paying. It is still in its
// field, the page says what is wrong, and what is corrected arrives.
func TestARefusedNumberIsCorrected(t *testing.T) {
	begin(t)
	for _, who := range suite.Everybody {
		t.Run(who.String(), func(t *testing.T) {
			begin(t)
			w, o := startBeside(t, dialect.Dialect{Number: 409}, "499.00", besideTransfer)
			b := w.open(who)
			b.Enter(o)
			b.Pay(choice{Method: "P2A_V2"})
			b.Want("instructions")
			b.Press("main " + action("continue"))
			b.Want("reference")
			b.Fill("reference", "432112345678")
			b.Press(action("submit-reference"))
			b.Want("reference")
			if got := b.Value("reference"); got != "432112345678" {
				t.Errorf("what was typed became %q", got)
			}
			w.beside.Number(o.ID, 0)
			b.Fill("reference", "432112345679")
			b.Press(action("submit-reference"))
			b.AwaitStatus("pending")
			if !w.beside.State(o.ID).Number {
				t.Errorf("the gateway doesn't have the number: %s", b.Describe())
			}
			w.beside.Pay(o.ID)
			b.AwaitStatus("success")
		})
	}
}
