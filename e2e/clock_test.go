package e2e

import (
	"fmt"
	"payapp/e2e/kit"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
)

// Fault 35, "the phone's clock is 5 minutes off → the gateway's times and the
// server's clock decide": the page shows the minutes that are really left, and
// neither thinks that time is up nor reloads in a loop.
func TestFault35_ThePhonesClockIsOff(t *testing.T) {
	begin(t)
	for _, off := range []time.Duration{0, 5 * time.Minute, -5 * time.Minute} {
		t.Run(off.String(), func(t *testing.T) {
			begin(t)
			o := newOrder(t, "99.00", "THB", "steering", "~expires@9m")
			b := open(t, customer{Device: phone})
			b.clockOff(off)
			b.Enter(o)
			for b.Page() == "options" {
				b.Choose(promptPay)
			}
			b.Fill("accountNumber", "0801234567")
			b.Press(action("pay"))
			b.Want("instructions")
			if now := time.UnixMilli(ask[int64](b, `Date.now()`)); (time.Until(now) - off).Abs() > time.Minute {
				t.Fatalf("the phone's clock is %v off", time.Until(now))
			}
			b.Until("saying how long", `document.querySelector("[data-near]")?.checkVisibility()`)
			// With the phone's clock it would be 4, or nothing yet.
			if left := ask[int](b, `+document.querySelector("[data-near]").textContent.match(/\d+/)[0]`); left < 5 || left > 9 {
				t.Errorf("it says that %d minutes are left", left)
			}
			shown := b.Document()
			o.Set("SUCCESS")
			b.AwaitStatus("success")
			if b.Document() == shown {
				t.Error("that is still the first document")
			}
			if n := b.Observer.Count("GET", ""); n > 12 {
				t.Errorf("%d requests: it asks in circles", n)
			}
		})
	}
}

// clockOff sets the clock of all later documents.
func (b *tab) clockOff(off time.Duration) {
	b.t.Helper()
	const script = `(now => { Date = class extends Date { constructor(...of) { of.length ? super(...of) : super(now() + %[1]d) } static now() { return now() + %[1]d } } })(Date.now.bind(Date))`
	b.first(fmt.Sprintf(script, off.Milliseconds()))
}

// first has all later documents run a script before their own.
func (b *tab) first(script string) {
	b.t.Helper()
	kit.Command(b.Tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
}
