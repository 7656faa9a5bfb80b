package e2e

import (
	"payapp/e2e/suite"
	"testing"

	"github.com/chromedp/cdproto/fetch"
)

var promptPay = suite.PromptPay

// beforePaying pays up to the Pay button, where all accidents begin.
func beforePaying(t *testing.T, c customer, o order) *tab {
	t.Helper()
	b := open(t, c)
	b.fillIn(o)
	return b
}

func (b *tab) fillIn(o order) {
	b.t.Helper()
	b.Enter(o)
	for b.Page() == "options" {
		b.Choose(promptPay)
	}
	b.Want("details")
	b.Fill("accountNumber", "0801234567")
}

// slow makes creations overlap at the gateway.
const slow = "~slow@2s"

// Fault 17: a double click on Pay makes one payment, with and without the
// script's guard.
func TestFault17_DoubleClickOnPay(t *testing.T) {
	begin(t)
	for _, c := range []customer{{Device: desktop}, {Device: desktop, NoScript: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			o := newOrder(t, "99.00", "THB", "steering", slow)
			b := beforePaying(t, c, o)
			pay := b.Locate(action("pay"))
			// The answers don't arrive before the second press.
			b.Hold(&fetch.RequestPattern{URLPattern: theWorld.App + "/pay/*/pay", RequestStage: fetch.RequestStageResponse})
			b.Leave(func() {
				b.Tap(pay)
				b.Tap(pay)
				b.LetGo()
			})
			b.Want("instructions")
			if got := o.Read().Method.Code; got != "PROMPTPAY" {
				t.Errorf("the payment is by %q", got)
			}
			// Without script the browser may send both.
			if posts := b.Observer.Count("POST", "/pay"); posts != 1 && !c.NoScript {
				t.Errorf("%d posts were sent", posts)
			}
		})
	}
}

// Fault 18: going back after paying, and reloading, show what is due, without
// asking whether to send a form again.
func TestFault18_BackAndReload(t *testing.T) {
	begin(t)
	for _, c := range []customer{{Device: phone}, {Device: desktop, NoScript: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			suite.BackAndReload(t, &worldOf(t).World, c, "en")
		})
	}
}

// Fault 20: a page that the back button restores from the browser's cache finds
// out what happened meanwhile.
func TestFault20_BackToAnOldStatus(t *testing.T) {
	begin(t)
	for _, c := range []customer{{Device: phone}, {Device: desktop, NoScript: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			o := newOrder(t, "99.00", "THB")
			b := beforePaying(t, c, o)
			b.Press(action("pay"))
			b.Want("instructions")
			b.Press("a" + action("return"))
			b.InSandbox()
			o.Set("SUCCESS")
			b.Back()
			b.WaitStatus("success")
		})
	}
}

// The same with a simulated restore, since this build of Chromium may not have
// cached the page.
func TestFault20_PageShowAsksAgain(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	b := beforePaying(t, customer{Device: phone}, o)
	b.Press(action("pay"))
	b.Want("instructions")
	b.Leave(func() { b.Tell(`dispatchEvent(new PageTransitionEvent("pageshow", {persisted: true}))`) })
	b.Want("instructions")
}
