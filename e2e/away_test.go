package e2e

import (
	"fmt"
	"testing"
)

// back tells the page that the customer looks at it again.
const back = `document.dispatchEvent(new Event("visibilitychange", {bubbles: true}))`

// leaving is a customer on a phone who is about to be led to the bank.
func leaving(t *testing.T) (*tab, order) {
	t.Helper()
	o := newOrder(t, "1234.50", "THB")
	b := open(t, customer{Device: phone})
	b.Enter(o)
	b.Pay(choice{Method: "ONLINE", Operator: "004"})
	b.Want("leaving")
	return b, o
}

// The address of a bank may open its app, which leaves the page where it is.
// Whoever has paid there and comes back must not find it still working.
func TestBackFromTheBanksApp(t *testing.T) {
	begin(t)
	b, o := leaving(t)
	b.Until("going on", `document.body.matches(".works")`)

	// Nothing is paid yet: the page that is due then leads on by a button.
	b.Leave(func() { b.Tell(back) })
	b.Want("status")
	before := b.Document()
	b.Click(action("proceed"))
	b.Until("going on", `document.body.matches(".works")`)
	o.Set("SUCCESS")
	b.Tell(back)
	b.AwaitStatus("success")
	if b.Document() == before {
		t.Error("the page wasn't loaded again")
	}
}

// WCAG 2.2, 2.2.1: who presses anything, by finger or by keyboard, isn't led on by a clock.
func TestAPressStopsTheWayToTheBank(t *testing.T) {
	begin(t)
	const counts = `[...waits.values()].includes(document.querySelector("[data-after]").dataset.after * 1e3)`
	for name, press := range map[string]func(b *tab){"a key": (*tab).enterKey, "a finger": func(b *tab) { b.Click("h1") }} {
		b := open(t, customer{Device: phone})
		b.first(`{
			const begin = setTimeout, end = clearTimeout, waits = window.waits = new Map() // long ones never end
			window.setTimeout = (act, ms, ...rest) => (id => (waits.set(id, ms), id))(begin(act, ms < 1e3 ? ms : 1e8, ...rest))
			window.clearTimeout = id => (waits.delete(id), end(id))
		}`)
		b.Enter(newOrder(t, "1234.50", "THB"))
		b.Pay(choice{Method: "ONLINE", Operator: "004"})
		b.Want("leaving")
		b.Until("counting", counts)
		b.Tell(`addEventListener("keydown", event => event.preventDefault())`) // it presses nothing
		press(b)
		b.Until("stopped by "+name, "!("+counts+")")
	}
}

// Fault 81: nothing waits for an app: who presses a link into one that isn't there, or in a
// browser that opens none, has the page as it was, and may press again.
func TestFault81_AnAppThatDoesNotOpen(t *testing.T) {
	for name, link := range map[string]string{"leaving-app": "proceed", "instructions-upi": "open-app", "instructions-zapper-app": "open-app"} {
		t.Run(name, func(t *testing.T) {
			b, address := inOwnGallery(t, phone)
			b.Observer.Unplug() // an app's address can't be loaded
			b.Visit(address + "/" + name + "?lang=en")
			before := b.Document()
			b.Until("older than a page that goes on by itself", `performance.now() > 3000`)
			// The browser refuses the scheme, as one inside an app does.
			b.Tell(`addEventListener("click", event => { window.pressed = (window.pressed ?? 0) + 1; event.preventDefault() })`)
			for range 2 {
				b.Click(action(link))
				if ask[bool](b, `document.body.matches(".works") || !!document.querySelector("[aria-busy], .busy")`) {
					t.Error("the page waits for it")
				}
			}
			if n := ask[int](b, `pressed`); n != 2 || b.Document() != before {
				t.Errorf("it was pressed %d times, want twice, on the same page: %t", n, b.Document() == before)
			}
			b.Until("saying what it may be", `document.querySelector("main").innerText.includes("Nothing opens?")`)
		})
	}
}

// ahead sets the phone's clock forward, in ms, and tells the page that the customer
// looks at it again.
func ahead(ms float64) string {
	return fmt.Sprintf(`(now => { Date.now = () => now() + %v; %s })(Date.now.bind(Date))`, ms, back)
}

// What counts the time that is left may stand still while a phone sleeps.
func TestTimeLeftAfterASleep(t *testing.T) {
	begin(t)
	b := instructed(t, customer{Device: phone}, newOrder(t, "99.00", "THB", "steering", "~expires@9m"))
	before := b.Document()
	b.Until("a page that would be loaded again at once", `performance.now() > 1500`)
	b.Tell(ahead(2e3)) // nothing to speak of
	b.Until("old", `performance.now() > 2500`)
	if b.Document() != before {
		t.Fatal("the page was loaded again without a sleep")
	}
	b.Leave(func() { b.Tell(ahead(6e5)) })
	b.Want("instructions")
}
