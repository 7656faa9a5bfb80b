package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/fetch"
)

var promptPay = choice{method: "PROMPTPAY", fields: [][2]string{{"accountNumber", "0801234567"}}}

// beforePaying pays up to the Pay button, where all accidents begin.
func beforePaying(t *testing.T, c customer, o order) *tab {
	t.Helper()
	b := open(t, c)
	b.fillIn(o)
	return b
}

func (b *tab) fillIn(o order) {
	b.t.Helper()
	b.enter(o)
	for b.page() == "options" {
		b.choose(promptPay)
	}
	b.want("details")
	b.fill("accountNumber", "0801234567")
}

// slow makes creations overlap at the gateway.
const slow = "~slow@2s"

// Fault 17: a double click on Pay makes one payment, with and without the
// script's guard.
func TestFault17_DoubleClickOnPay(t *testing.T) {
	for _, c := range []customer{{device: desktop}, {device: desktop, noScript: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			o := newOrder(t, "99.00", "THB", "steering", slow)
			b := beforePaying(t, c, o)
			pay := b.locate(action("pay"))
			// The answers don't arrive before the second press.
			b.hold(&fetch.RequestPattern{URLPattern: theWorld.app + "/pay/*/pay", RequestStage: fetch.RequestStageResponse})
			b.leave(func() {
				b.tap(pay)
				b.tap(pay)
				b.letGo()
			})
			b.want("instructions")
			if got := o.read().Method.Code; got != "PROMPTPAY" {
				t.Errorf("the payment is by %q", got)
			}
			// Without script the browser may send both.
			if posts := b.seen.count("POST", "/pay"); posts != 1 && !c.noScript {
				t.Errorf("%d posts were sent", posts)
			}
		})
	}
}

// Fault 17: two presses that both reach the server, from two tabs of one
// payment, make one payment too.
func TestFault17_PayInTwoTabsAtOnce(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB", "steering", slow)
	a := beforePaying(t, customer{device: desktop}, o)
	b := a.second()
	b.visit(theWorld.app + a.path())
	b.want("details")
	for _, tab := range []*tab{a, b} {
		tab.fill("accountNumber", "0801234567")
	}
	payA, payB := a.locate(action("pay")), b.locate(action("pay"))
	a.tap(payA)
	b.tap(payB)
	for _, tab := range []*tab{a, b} {
		tab.want("instructions")
		if posts := tab.seen.count("POST", "/pay"); posts != 1 {
			t.Errorf("%d posts were sent", posts)
		}
	}
}

// Fault 18: going back after paying, and reloading, show what is due, without
// asking whether to send a form again.
func TestFault18_BackAndReload(t *testing.T) {
	for _, c := range []customer{{device: phone}, {device: desktop, noScript: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			b := beforePaying(t, c, newOrder(t, "99.00", "THB"))
			here := b.path()
			b.press(action("pay"))
			b.want("instructions")
			b.reload()
			b.want("instructions")
			b.press("main " + action("continue"))
			b.want("status")
			b.back()
			b.want("status")
			for _, early := range []string{"/pay", "/reference", "/choose"} {
				b.visit(theWorld.app + here + early)
				b.want("status")
				if b.path() != here {
					t.Errorf("%s leads to %s, want %s", early, b.path(), here)
				}
			}
		})
	}
}

// back presses the browser's back button.
func (b *tab) back() {
	b.t.Helper()
	b.leave(func() { b.tell(`history.back()`) })
}

// Fault 19: two payments in two tabs of one browser never mix.
func TestFault19_TwoTabsWithTwoPayments(t *testing.T) {
	begin(t)
	one, two := newOrder(t, "11.00", "THB"), newOrder(t, "22.00", "THB")
	a := open(t, customer{device: desktop})
	a.enter(one)
	b := a.second()
	b.enter(two)
	for _, tab := range []*tab{a, b} {
		tab.pay(promptPay)
		tab.want("instructions")
	}
	two.set("REFUSED")
	b.wantStatus("failed")
	a.reload()
	a.want("instructions")
	for tab, amount := range map[*tab]string{a: "11.00", b: "22.00"} {
		if got := ask[string](tab, `document.querySelector("[data-amount]").dataset.amount`); got != amount {
			t.Errorf("the tab of %s shows %s", amount, got)
		}
	}
}

// Fault 19: one payment in two browsers converges: the second can't start
// another method, and is told what was started.
func TestFault19_OnePaymentInTwoBrowsers(t *testing.T) {
	begin(t)
	o := newOrder(t, "1234.50", "THB")
	here, there := open(t, customer{device: desktop}), open(t, customer{device: phone})
	here.enter(o)
	there.enter(o)
	there.click(`input[name=paymentMethodCode][value=ONLINE]`)
	there.press(`button:not([name])` + action("continue"))
	here.pay(promptPay)
	here.want("instructions")
	there.press(`button[name=paymentOperatorCode][value="004"]`)
	there.pay(choice{method: "ONLINE", operator: "004"})
	there.want("instructions")
	if got := there.hook("method"); got != "PROMPTPAY" {
		t.Errorf("the second browser shows %q, want PROMPTPAY", got)
	}
	if !there.has(`main [role=status]`) {
		t.Error("nobody says what was started")
	}
	o.set("SUCCESS")
	here.awaitStatus("success")
	there.awaitStatus("success")
}

// Fault 20: a page that the back button restores from the browser's cache finds
// out what happened meanwhile.
func TestFault20_BackToAnOldStatus(t *testing.T) {
	for _, c := range []customer{{device: phone}, {device: desktop, noScript: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			o := newOrder(t, "99.00", "THB")
			b := beforePaying(t, c, o)
			b.press(action("pay"))
			b.want("instructions")
			b.press("a" + action("return"))
			b.inSandbox()
			o.set("SUCCESS")
			b.back()
			b.wantStatus("success")
		})
	}
}

// The same with a simulated restore, since this build of Chromium may not have
// cached the page.
func TestFault20_PageShowAsksAgain(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	b := beforePaying(t, customer{device: phone}, o)
	b.press(action("pay"))
	b.want("instructions")
	b.leave(func() { b.tell(`dispatchEvent(new PageTransitionEvent("pageshow", {persisted: true}))`) })
	b.want("instructions")
}

// Fault 23: without cookies there is one clear page and no redirect loop.
func TestFault23_CookiesOff(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	own, err := startBrowser(noCookies)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(own.stop)
	b := openIn(t, own, customer{device: phone})
	b.seen.expect(400)
	b.enter(o)
	b.want("problem")
	if got := b.hook("problem"); got != "session-missing" {
		t.Errorf("data-problem is %q", got)
	}
	if n := b.seen.count("GET", ""); n > 4 {
		t.Errorf("%d requests: going in circles", n)
	}
}

// Fault 6: opening the RedirectURL again, after the end or in another browser,
// shows the same payment; the status link works for days.
func TestFault06_LinksOpenedAgain(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	b := beforePaying(t, customer{device: phone}, o)
	b.press(action("pay"))
	b.want("instructions")
	o.set("SUCCESS")
	b.awaitStatus("success")

	elsewhere := open(t, customer{device: desktop, noScript: true})
	elsewhere.enter(o)
	elsewhere.want("status")
	elsewhere.awaitStatus("success")

	address, token := o.statusURL()
	late := open(t, customer{device: phone})
	late.seen.keep(address, token)
	for range 2 {
		late.visit(address)
		late.want("status")
		late.awaitStatus("success")
		if !strings.HasPrefix(late.path(), "/status/") {
			t.Errorf("the status link ends at %s", late.path())
		}
	}
	if got, want := late.link("return"), o.link.Get("returnUrl"); got != want {
		t.Errorf("return leads to %q, want %q", got, want)
	}
}

// Fault 21: a return from the bank in a browser without the cookie shows a
// clear page with the signed way back to the shop.
func TestFault21_ReturnInAnotherBrowser(t *testing.T) {
	begin(t)
	o := newOrder(t, "1234.50", "THB")
	b := open(t, customer{device: phone})
	b.enter(o)
	b.pay(choice{method: "ONLINE", operator: "004"})
	b.want("leaving")
	bank := b.link("proceed")

	b.letGo()
	other := open(t, customer{device: desktop})
	other.visit(bank)
	other.press(action("pay"))
	other.want("problem")
	if got := other.hook("problem"); got != "return-no-session" {
		t.Errorf("data-problem is %q", got)
	}
	if got, want := other.link("return"), o.link.Get("returnUrl"); got != want {
		t.Errorf("return leads to %q, want %q", got, want)
	}
	b.inSandbox() // the first browser's leaving page has gone on
}

// An invalid link gets a page that names the parameter at fault, and no way to
// pay.
func TestUselessLinks(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	b := open(t, customer{device: phone})
	b.seen.expect(400, 403, 404)
	for _, c := range []struct{ name, value, problem string }{
		{"amount", "-1", "entry-invalid"},
		{"currencyCode", "XXX", "entry-invalid"},
		{"returnUrl", "javascript:alert(1)", "entry-invalid"},
		{"token", "nonsense", "token-rejected"},
	} {
		link := o.link
		was := link.Get(c.name)
		link.Set(c.name, c.value)
		b.seen.keep(o.url())
		b.visit(o.url())
		b.want("problem")
		if got := b.hook("problem"); got != c.problem {
			t.Errorf("%s=%s: data-problem is %q, want %q", c.name, c.value, got, c.problem)
		}
		link.Set(c.name, was)
	}
	b.visit(theWorld.app + "/no/such/page")
	b.want("problem")
	if b.has(action("pay")) {
		t.Error("there is something to pay")
	}
}
