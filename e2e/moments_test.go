package e2e

import (
	"testing"
	"time"

	"payapp/e2e/suite"
	"payapp/internal/testing/dialect"
)

// How a payment stands, as people see it while it changes (docs/pages.md, Moments). The
// gateway says what the test has it say.

// walks is a payment by everybody, up to how to pay.
func walks(t *testing.T, d dialect.Dialect, row dialect.Row, walk func(w *own, o order, b *tab)) {
	t.Helper()
	begin(t)
	for _, who := range suite.Everybody {
		t.Run(who.String(), func(t *testing.T) {
			begin(t)
			w, o := startBeside(t, d, "1234.50", row)
			walk(w, o, w.open(who))
		})
	}
}

// PROCESSING may be what a gateway calls a payment that waits: the code stays, without
// "waiting", until it is paid.
func TestProcessingBesideTheCode(t *testing.T) {
	walks(t, dialect.Dialect{ExpireIn: time.Hour}, besidePromptPay, func(w *own, o order, b *tab) {
		b.Enter(o)
		b.Pay(promptPay)
		b.Want("instructions")
		w.beside.Say(o.ID, "PROCESSING", "")
		w.offset.Add(int64(time.Minute))
		b.WaitMoment("unsure")
		if !b.Has("svg[data-qr]") {
			t.Errorf("the code is gone: %s", b.Describe())
		}
		w.beside.Say(o.ID, "VALIDATING", "")
		b.WaitMoment("working")
		if b.Has("svg[data-qr]") {
			t.Errorf("a code that may have been used is offered: %s", b.Describe())
		}
		w.beside.Pay(o.ID)
		b.AwaitStatus("success")
	})
}

// One read is refused, as by a gateway's proxy that restarts: the page goes on.
func TestOneRefusedReadThenPaid(t *testing.T) {
	walks(t, dialect.Dialect{}, besidePromptPay, func(w *own, o order, b *tab) {
		b.Enter(o)
		b.Pay(promptPay)
		b.Want("instructions")
		w.beside.Stray(o.ID, 401)
		w.offset.Add(int64(time.Minute))
		b.AwaitStatus("unknown", "pending")
		if !b.Has("svg[data-qr]") || !b.Has("main[data-news]") && !b.Has(`meta[http-equiv="refresh"]`) {
			t.Errorf("it has ended: %s", b.Describe())
		}
		w.offset.Add(int64(time.Minute))
		w.beside.Pay(o.ID)
		b.AwaitStatus("success")
	})
}

// Refused, and then another code: a second try, with its way one press away.
func TestASecondCodeAfterARefusal(t *testing.T) {
	walks(t, dialect.Dialect{}, besidePromptPay, func(w *own, o order, b *tab) {
		b.Enter(o)
		b.Pay(promptPay)
		b.Want("instructions")
		first := b.DecodeQR()
		w.offset.Add(int64(3 * time.Minute))
		b.Again()
		w.beside.Say(o.ID, "REFUSED", "")
		b.AwaitStatus("failed")
		w.beside.Another(o.ID)
		w.beside.Say(o.ID, "PENDING", "")
		for range 2 { // two answers must say it
			w.offset.Add(int64(20 * time.Second))
			b.Press(action("refresh"))
		}
		b.AwaitStatus("pending")
		if b.Has("svg[data-qr]") {
			t.Errorf("the way is open by itself: %s", b.Describe())
		}
		b.Press(action("back"))
		b.Want("instructions")
		if b.DecodeQR() == first {
			t.Error("it is the first code")
		}
		w.beside.Pay(o.ID)
		b.AwaitStatus("success")
	})
}

// An order below a method's limit is told as such, with the way to the shop.
func TestAnOrderBelowTheLimit(t *testing.T) {
	walks(t, dialect.Dialect{Options: 400, Because: `{"errors":[{"field":"money.amount","message":"must be at least 2000"}]}`}, besidePromptPay,
		func(_ *own, o order, b *tab) {
			b.Enter(o)
			b.ExpectProblem("no-options")
			if !b.Has(action("return")) || !b.Has(action("back")) || b.Has("main[data-news]") {
				t.Errorf("no way on, or it asks for ever: %s", b.Describe())
			}
		})
}

// The chosen bank's creation is refused: another bank, and on.
func TestAnotherBankAfterARefusal(t *testing.T) {
	walks(t, dialect.Dialect{Loses: []dialect.Loss{dialect.Answered(400)}}, dialect.Row{Code: "ONLINE", Currency: "THB", Usual: "redirect", HasOperators: true}, func(w *own, o order, b *tab) {
		b.Enter(o)
		b.Pay(choice{Method: "ONLINE", Operator: "B4"})
		b.Want("problem")
		b.Press(action("change-method"))
		b.Want("options")
		b.Press(`button[name="paymentOperatorCode"][value="B14"]`)
		b.Want("review")
		b.Press(action("pay"))
		b.Want("leaving")
	})
}

// A number that the token doesn't grant goes to the shop, as the page says before
// anybody pays.
func TestANumberForTheShop(t *testing.T) {
	walks(t, dialect.Dialect{}, besideTransfer, func(w *own, o order, b *tab) {
		o.Token = w.beside.Token(o.ID, "POST /payins/!availablePaymentOptions", "POST /payins/"+o.ID, "GET /payins/"+o.ID)
		o.Link.Set("token", o.Token)
		b.Enter(o)
		b.Pay(choice{Method: "P2A_V2"})
		b.Want("instructions")
		b.Press("main " + action("continue"))
		b.Want("status")
		w.beside.Pay(o.ID)
		b.AwaitStatus("success")
	})
}
