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
