package kit

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/chromedp"
)

// Enter opens an order's RedirectURL.
func (b *Tab) Enter(o Order) {
	b.t.Helper()
	b.Observer.Allow(o.URL(), o.Token)
	b.Expect(o)
	if b.World.Sandbox != "" {
		b.Hold(b.World.BankPages())
	}
	b.Visit(o.URL())
	b.Due()
}

// BankPages are the sandbox's pages of banks.
func (w *World) BankPages() *fetch.RequestPattern {
	return &fetch.RequestPattern{URLPattern: w.Sandbox + "/bank/*"}
}

// Hold stops the tab from going on while a test looks at it: the next request
// stays under way, and until it ends no new page answers questions. A tab that
// entered is held before the bank, to which the leaving page goes on by itself;
// see stay.
func (b *Tab) Hold(what *fetch.RequestPattern) {
	b.t.Helper()
	Command(b, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{what}})
}

// stay answers what is held before the bank: nothing comes, and the page stays where
// it is, as where the address opens the bank's app.
func (b *Tab) stay(event any) {
	held, ok := event.(*fetch.EventRequestPaused)
	if !ok || !strings.HasPrefix(held.Request.URL, b.World.Sandbox+"/bank/") {
		return
	}
	go chromedp.Do(b.Root, chromedp.Func(func(ctx context.Context, s *chromedp.Target) error { //nolint:errcheck // the tab may have ended
		_, err := cdp.Call(ctx, s, fetch.FulfillRequest, fetch.FulfillRequestParams{RequestID: held.RequestID, ResponseCode: 204})
		return err
	}))
}

// LetGo ends hold, and lets the requests through.
func (b *Tab) LetGo() {
	b.t.Helper()
	Command(b, fetch.Disable, cdp.Empty{})
}

// Proceed goes on to the bank.
func (b *Tab) Proceed() {
	b.t.Helper()
	b.Tap(point{X: 1, Y: 1}) // whoever presses anything goes on by the button alone
	b.Leave(func() { b.t.Helper(); b.LetGo(); b.Click(Action("proceed")) })
	b.InSandbox()
}

// Hook is a data- attribute of main, by its name in camel case; "" if it isn't there. A name
// that no page has fails the walk.
func (b *Tab) Hook(name string) string {
	b.t.Helper()
	b.wantName("hook", name, knownHooks)
	return Ask[string](b, fmt.Sprintf(`document.querySelector("main").dataset[%s] ?? ""`, Quoted(name)))
}

// Action is the selector of a button or link.
func Action(name string) string { return fmt.Sprintf(`[data-action=%q]`, name) }

// Has reports whether the page shows an element.
func (b *Tab) Has(selector string) bool {
	b.t.Helper()
	return Ask[bool](b, fmt.Sprintf(`[...document.querySelectorAll(%s)].some(e => e.checkVisibility())`, Quoted(selector)))
}

// Choice is what a customer decides on the way to paying.
type Choice struct {
	Method   string
	Operator string // "" continues without one
	Fields   [][2]string
}

// Pay walks from the current page to the one after paying, through whatever
// pages are due, so that it works in all scenarios. A page that comes back and refuses a
// field, or says the same as before, fails the walk, with the page's words. It returns the names of the pages it met.
func (b *Tab) Pay(c Choice) (met []string) {
	b.t.Helper()
	last := ""
	for {
		page := b.Due()
		if slices.Contains(met, page) {
			b.wantNoRefusal(c)
		}
		words := page + Ask[string](b, `document.querySelector("main")?.innerText ?? ""`)
		if words == last {
			b.fatalf("%s: paying leads nowhere, but to the page %s again%s: %s", b.Customer, page, b.why(), b.Describe())
		}
		last = words
		met = append(met, page)
		b.Photograph(page)
		switch page {
		case "options":
			b.Choose(c)
		case "details":
			for _, field := range c.Fields {
				b.Fill(field[0], field[1])
			}
			b.Press(Action("pay"))
		case "review":
			b.Press(Action("pay"))
		default:
			return met
		}
		if len(met) > 6 {
			b.fatalf("%s: going round in circles: %s%s: %s", b.Customer, strings.Join(met, ", "), b.why(), b.Describe())
		}
	}
}

// Choose makes the choice on the options page: the method first if it has to be
// chosen, then the operator.
func (b *Tab) Choose(c Choice) {
	b.t.Helper()
	radio := fmt.Sprintf(`input[name=paymentMethodCode][type=radio][value=%q]`, c.Method)
	operator := fmt.Sprintf(`button[name=paymentOperatorCode][value=%q]`, c.Operator)
	if b.Has(`input[name=paymentMethodCode][type=radio]`) {
		if b.World.MayLack && !b.Has(radio) {
			b.t.Skipf("%s isn't offered here", c.Method) //nolint:forbidigo // counted and told with its reason
		}
		b.wantOne("method", c.Method, b.each(`input[name=paymentMethodCode][type=radio]`, "e.value"))
		b.Click(radio)
		if c.Operator == "" || !b.Has(operator) {
			b.Press(`button:not([name])` + Action("continue"))
			return
		}
	}
	b.wantOne("operator", c.Operator, b.each(`button[name=paymentOperatorCode]`, "e.value"))
	b.Press(operator)
}

// Link is the href of the link with this data-action; "" if there is none. A name that no
// page has fails the walk.
func (b *Tab) Link(name string) string {
	b.t.Helper()
	b.wantName("action", name, knownActions)
	return Ask[string](b, fmt.Sprintf(`document.querySelector(%s)?.getAttribute("href") ?? ""`, Quoted("a"+Action(name))))
}

// InSandbox waits for a page of the sandbox, on which a person plays the bank.
func (b *Tab) InSandbox() {
	b.t.Helper()
	b.Until("at the sandbox", fmt.Sprintf(`document.readyState == "complete" && location.href.startsWith(%s)`, Quoted(b.World.Sandbox+"/")))
}

// Play presses a button of the sandbox's page at the path, in a browser of its
// own, as the customer would in the bank's app.
func (b *Tab) Play(path, button string) {
	b.t.Helper()
	app := Open(b.t, b.World, Customer{Device: Desktop})
	app.Visit(b.World.Sandbox + path)
	app.Press(Action(button))
}

// Path is the path of the address shown.
func (b *Tab) Path() string {
	b.t.Helper()
	u, err := url.Parse(Ask[string](b, `location.href`))
	if err != nil {
		b.fatalf("%v", err)
	}
	return u.Path
}

// Value is what the input with this name holds.
func (b *Tab) Value(name string) string {
	b.t.Helper()
	b.wantField(name)
	return Ask[string](b, fmt.Sprintf(`document.querySelector(%s).value`, Quoted(fmt.Sprintf("input[name=%q]", name))))
}

// WantAboveTheFold checks the first screen of a phone: payee, amount and what
// to do next are always on it.
func (b *Tab) WantAboveTheFold(more ...string) {
	b.t.Helper()
	if b.Customer.Device != Phone {
		return
	}
	for _, selector := range append(more, "[data-amount]", "h1", "header bdi") {
		const within = `(r => !!r && r.top >= 0 && r.bottom <= innerHeight)(document.querySelector(%s)?.getBoundingClientRect())`
		if !Ask[bool](b, fmt.Sprintf(within, Quoted(selector))) {
			b.tell()
			b.t.Errorf("%s isn't on the first screen of %s", selector, b.Page())
		}
	}
}
