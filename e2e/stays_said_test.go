package e2e

import (
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
