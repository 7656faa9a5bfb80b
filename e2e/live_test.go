package e2e

import (
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/input"

	"payapp/e2e/kit"
	"payapp/e2e/suite"
	"payapp/internal/testing/await"
)

// instructed pays by PromptPay up to the instructions.
func instructed(t *testing.T, c customer, o order) *tab {
	t.Helper()
	b := beforePaying(t, c, o)
	b.Press(action("pay"))
	b.Want("instructions")
	return b
}

// The page changes by itself: through the event stream, or by a refresh without
// JavaScript. Nobody presses anything.
func TestPageChangesByItself(t *testing.T) {
	begin(t)
	for _, c := range suite.Everybody {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			suite.ChangesByItself(t, &worldOf(t).World, c, "en")
		})
	}
}

// The page says what the gateway says.
func TestOutcomes(t *testing.T) {
	begin(t)
	for _, c := range suite.Outcomes {
		t.Run(c.Steering, func(t *testing.T) {
			begin(t)
			c.Walk(t, &worldOf(t).World, customer{Device: phone}, "en")
		})
	}
}

// Fault 28: a refused creation says why, and another method can be chosen with
// the data that was typed. A strict gateway's refusal has only the code.
func TestFault28_RefusedCreation(t *testing.T) {
	begin(t)
	inBothWorlds(t, func(t *testing.T) {
		suite.RefusedCreation(t, &worldOf(t).World, customer{Device: phone}, "en")
	})
}

// Fault 24: a phone that was offline shows the status soon after it is back, also where
// it heard of news before its line went.
func TestFault24_OfflineForAWhile(t *testing.T) {
	begin(t)
	for _, heard := range []bool{false, true} { // before the line went
		o := newOrder(t, "99.00", "THB")
		b := instructed(t, customer{Device: phone}, o)
		b.Observer.Unplug()
		if heard {
			o.Set("SUCCESS")
		}
		b.Offline(true)
		if !heard {
			o.Set("SUCCESS")
		}
		b.Until("offline", `!navigator.onLine`)
		b.Offline(false)
		b.AwaitStatus("success")
	}
}

// News that comes while the customer types is shown without a reload: what was
// typed stays, and so does the button, which may be under the finger by then.
func TestNewsWhileTyping(t *testing.T) {
	begin(t)
	o := newOrder(t, "499.00", "INR")
	b := open(t, customer{Device: phone})
	b.Enter(o)
	b.Pay(choice{Method: "P2A_V2"})
	b.Want("instructions")
	b.Press("main " + action("continue"))
	b.Want("reference")
	b.Fill("reference", "4321")
	const button = `document.querySelector('[data-action="submit-reference"]').getBoundingClientRect().y`
	at := ask[float64](b, button)
	o.Set("SUCCESS")
	b.Until("told", `[...document.querySelectorAll("main [role=status]")].some(e => e.checkVisibility() && e.querySelector("a"))`)
	if got := ask[string](b, `document.querySelector("input[name=reference]").value`); got != "4321" {
		t.Errorf("what was typed became %q", got)
	}
	if got := ask[float64](b, button); got != at {
		t.Errorf("the button moved from %v to %v", at, got)
	}
	b.Press("main [role=status] a")
	b.Want("status")
	b.AwaitStatus("success")
}

// Who begins to type while the page is being loaded again for news keeps the page, and
// is told instead.
func TestTypingStopsAReload(t *testing.T) {
	begin(t)
	l := spoil(t, worldOf(t).App)
	o := newOrder(t, "499.00", "INR")
	o.App = l.address
	b := open(t, customer{Device: phone})
	b.Observer.Belongs(l.address)
	b.Enter(o)
	b.Pay(choice{Method: "P2A_V2"})
	b.Want("instructions")
	b.Press("main " + action("continue"))
	b.Want("reference")
	b.Click("input[name=reference]")
	was := b.Document()
	letGo := b.reloadHeld(l, o)
	kit.Command(b.Tab, input.InsertText, input.InsertTextParams{Text: "4321"})
	b.Until("told", `[...document.querySelectorAll("main [role=status]")].some(e => e.checkVisibility() && e.querySelector("a"))`)
	letGo()
	if got := ask[string](b, `document.querySelector("input[name=reference]").value`); got != "4321" || b.Document() != was {
		t.Errorf("what was typed became %q, on the same page: %t", got, b.Document() == was)
	}
	b.Press("main [role=status] a")
	b.AwaitStatus("success")
}

// reloadHeld brings news and holds the page that is loaded for it, until it is let go.
func (b *tab) reloadHeld(l *line, o order) (letGo func()) {
	b.t.Helper()
	b.Observer.Unplug() // the request that is stopped fails
	asked, gate := make(chan struct{}), make(chan struct{})
	l.set(func() {
		l.change = func(body string) string {
			if strings.Contains(body, "<main") {
				close(asked)
				<-gate
			}
			return body
		}
	})
	letGo = sync.OnceFunc(func() {
		close(gate)
		l.set(func() { l.change = nil })
	})
	b.t.Cleanup(letGo)
	o.Set("SUCCESS")
	await.For(b.t, "the reload", asked)
	return letGo
}

// Fault 24: who loses the line while the page is being loaded again for news keeps how to
// pay, in place of the browser's error. It is loaded once the line is back.
func TestFault24_OfflineStopsAReload(t *testing.T) {
	begin(t)
	l := spoil(t, worldOf(t).App)
	o := newOrder(t, "99.00", "THB")
	o.App = l.address
	b := open(t, customer{Device: phone})
	b.Observer.Belongs(l.address)
	b.Enter(o)
	b.Pay(promptPay)
	b.Want("instructions")
	was := b.Document()
	// While a page is on its way, Chromium takes no message for the one that is shown but what is typed.
	b.Tell(`addEventListener("keydown", () => {
		Object.defineProperty(navigator, "onLine", {value: false, configurable: true})
		dispatchEvent(new Event("offline"))
	})`)
	letGo := b.reloadHeld(l, o)
	b.enterKey()
	b.Until("saying that it is offline", told(""))
	letGo()
	if !b.Has("svg[data-qr]") || b.Document() != was {
		t.Error("the code is gone")
	}
	b.Tell(`(delete navigator.onLine, dispatchEvent(new Event("online")))`)
	b.AwaitStatus("success")
}

// Ours: an outcome that comes by itself is shown from its top, also on a small
// phone whose customer had scrolled, and its heading gets the focus, so that a
// screen reader says it once.
func TestOutcomeIsSeenAndHeard(t *testing.T) {
	small := device{Name: "small", Width: 360, Height: 560, Scale: 2, Mobile: true}
	begin(t)
	o := newOrder(t, "99.00", "THB")
	b := instructed(t, customer{Device: small}, o)
	const atTop = `(h => document.activeElement == h && scrollY == 0 && h.getBoundingClientRect().bottom <= innerHeight)(document.querySelector("h1"))`
	b.Press("main " + action("continue"))
	b.WaitStatus("pending")
	b.Tell(`scrollTo(0, 200)`)
	b.Until("scrolled", `scrollY > 100`)
	o.Set("SUCCESS")
	b.AwaitStatus("success")
	b.Until("at the top, with the heading in focus", atTop)
}
