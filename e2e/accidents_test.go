package e2e

import (
	"payapp/e2e/kit"
	"payapp/e2e/suite"
	"strings"
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

// Fault 17: two presses that both reach the server, from two tabs of one
// payment, make one payment too.
func TestFault17_PayInTwoTabsAtOnce(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB", "steering", slow)
	a := beforePaying(t, customer{Device: desktop}, o)
	b := a.second()
	b.Visit(theWorld.App + a.Path())
	b.Want("details")
	for _, tab := range []*tab{a, b} {
		tab.Fill("accountNumber", "0801234567")
	}
	payA, payB := a.Locate(action("pay")), b.Locate(action("pay"))
	a.Tap(payA)
	b.Tap(payB)
	for _, tab := range []*tab{a, b} {
		tab.Want("instructions")
		if posts := tab.Observer.Count("POST", "/pay"); posts != 1 {
			t.Errorf("%d posts were sent", posts)
		}
	}
}

// Fault 18: going back after paying, and reloading, show what is due, without
// asking whether to send a form again.
func TestFault18_BackAndReload(t *testing.T) {
	begin(t)
	for _, c := range []customer{{Device: phone}, {Device: desktop, NoScript: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			b := beforePaying(t, c, newOrder(t, "99.00", "THB"))
			here := b.Path()
			b.Press(action("pay"))
			b.Want("instructions")
			b.Reload()
			b.Want("instructions")
			b.Press("main " + action("continue"))
			b.Want("status")
			b.Back()
			b.Want("status")
			for _, early := range []string{"/pay", "/reference", "/choose"} {
				b.Visit(theWorld.App + here + early)
				b.Want("status")
				if b.Path() != here {
					t.Errorf("%s leads to %s, want %s", early, b.Path(), here)
				}
			}
		})
	}
}

// Fault 19: two payments in two tabs of one browser never mix.
func TestFault19_TwoTabsWithTwoPayments(t *testing.T) {
	begin(t)
	one, two := newOrder(t, "11.00", "THB"), newOrder(t, "22.00", "THB")
	a := open(t, customer{Device: desktop})
	a.Enter(one)
	b := a.second()
	b.Enter(two)
	for _, tab := range []*tab{a, b} {
		tab.Pay(promptPay)
		tab.Want("instructions")
	}
	two.Set("REFUSED")
	b.WaitStatus("failed")
	a.Reload()
	a.Want("instructions")
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
	here, there := open(t, customer{Device: desktop}), open(t, customer{Device: phone})
	here.Enter(o)
	there.Enter(o)
	there.Click(`input[name=paymentMethodCode][value=ONLINE]`)
	there.Press(`button:not([name])` + action("continue"))
	here.Pay(promptPay)
	here.Want("instructions")
	there.Press(`button[name=paymentOperatorCode][value="004"]`)
	there.Pay(choice{Method: "ONLINE", Operator: "004"})
	there.Want("instructions")
	if got := there.Hook("method"); got != "PROMPTPAY" {
		t.Errorf("the second browser shows %q, want PROMPTPAY", got)
	}
	if !there.Has(`main [role=status]`) {
		t.Error("nobody says what was started")
	}
	o.Set("SUCCESS")
	here.AwaitStatus("success")
	there.AwaitStatus("success")
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

// Fault 23: without cookies there is one clear page and no redirect loop.
func TestFault23_CookiesOff(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	own, err := kit.StartBrowser(kit.Options{Settings: noCookies})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(own.Stop)
	b := openIn(t, own, customer{Device: phone})
	b.Observer.Expect(400)
	b.Enter(o)
	b.Want("problem")
	if got := b.Hook("problem"); got != "session-missing" {
		t.Errorf("data-problem is %q", got)
	}
	if n := b.Observer.Count("GET", ""); n > 4 {
		t.Errorf("%d requests: going in circles", n)
	}
}

// Fault 6: opening the RedirectURL again, after the end or in another browser,
// shows the same payment; the status link works for days.
func TestFault06_LinksOpenedAgain(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	b := beforePaying(t, customer{Device: phone}, o)
	b.Press(action("pay"))
	b.Want("instructions")
	o.Set("SUCCESS")
	b.AwaitStatus("success")

	elsewhere := open(t, customer{Device: desktop, NoScript: true})
	elsewhere.Enter(o)
	elsewhere.Want("status")
	elsewhere.AwaitStatus("success")

	address, token := o.StatusURL()
	late := open(t, customer{Device: phone})
	late.Observer.Allow(address, token)
	for range 2 {
		late.Visit(address)
		late.Want("status")
		late.AwaitStatus("success")
		if !strings.HasPrefix(late.Path(), "/status/") {
			t.Errorf("the status link ends at %s", late.Path())
		}
	}
	if got, want := late.Link("return"), o.Link.Get("returnUrl"); got != want {
		t.Errorf("return leads to %q, want %q", got, want)
	}
}

// Fault 21: a return from the bank in a browser without the cookie shows a
// clear page with the signed way back to the shop.
func TestFault21_ReturnInAnotherBrowser(t *testing.T) {
	begin(t)
	b, o := leaving(t)
	bank := b.Link("proceed")

	other := open(t, customer{Device: desktop})
	other.Visit(bank)
	other.Press(action("pay"))
	other.Want("problem")
	if got := other.Hook("problem"); got != "return-no-session" {
		t.Errorf("data-problem is %q", got)
	}
	if got, want := other.Link("return"), o.Link.Get("returnUrl"); got != want {
		t.Errorf("return leads to %q, want %q", got, want)
	}
	b.Proceed() // from the first browser
}

// An invalid link gets a page that names the parameter at fault, and no way to
// pay.
func TestUselessLinks(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	b := open(t, customer{Device: phone})
	b.Observer.Expect(400, 403, 404)
	for _, c := range []struct{ name, value, problem string }{
		{"amount", "-1", "entry-invalid"},
		{"currencyCode", "XXX", "entry-invalid"},
		{"returnUrl", "javascript:alert(1)", "entry-invalid"},
		{"token", "nonsense", "token-rejected"},
	} {
		link := o.Link
		was := link.Get(c.name)
		link.Set(c.name, c.value)
		b.Observer.Allow(o.URL())
		b.Visit(o.URL())
		b.Want("problem")
		if got := b.Hook("problem"); got != c.problem {
			t.Errorf("%s=%s: data-problem is %q, want %q", c.name, c.value, got, c.problem)
		}
		link.Set(c.name, was)
	}
	b.Visit(theWorld.App + "/no/such/page")
	b.Want("problem")
	if b.Has(action("pay")) {
		t.Error("there is something to pay")
	}
}
