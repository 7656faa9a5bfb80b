package e2e

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// enter opens an order's RedirectURL.
func (b *tab) enter(o order) {
	b.t.Helper()
	b.seen.keep(o.url(), o.token)
	b.hold(bankPages(b.t))
	b.visit(o.url())
}

// bankPages are the sandbox's pages of banks.
func bankPages(t *testing.T) *fetch.RequestPattern {
	return &fetch.RequestPattern{URLPattern: worldOf(t).sandbox + "/bank/*"}
}

// hold stops the tab from going on while a test looks at it: the next request
// stays under way. A tab that entered is held before the bank, to which the
// leaving page goes on by itself.
func (b *tab) hold(what *fetch.RequestPattern) {
	b.t.Helper()
	b.do(func(ctx context.Context, s *chromedp.Target) error {
		_, err := cdp.Call(ctx, s, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{what}})
		return err
	})
}

// letGo ends hold, and lets the requests through.
func (b *tab) letGo() {
	b.t.Helper()
	b.do(func(ctx context.Context, s *chromedp.Target) error {
		_, err := cdp.Call(ctx, s, fetch.Disable, cdp.Empty{})
		return err
	})
}

// proceed goes on to the bank.
func (b *tab) proceed() {
	b.t.Helper()
	b.leave(func() {
		b.click(action("proceed"))
		b.letGo()
	})
	b.inSandbox()
}

// page is the data-page of the current page; "" outside the application.
func (b *tab) page() string {
	b.t.Helper()
	return ask[string](b, `document.querySelector("main")?.dataset.page ?? ""`)
}

// want waits for a page of the application. It is there already, unless the
// previous page goes on by itself.
func (b *tab) want(page string) {
	b.t.Helper()
	b.until("page "+page, fmt.Sprintf(`document.readyState == "complete" && document.querySelector("main")?.dataset.page == %s`, quoted(page)))
	b.check()
}

// wantStatus waits for a status on the page. With JavaScript the page updates
// itself. Without, an impatient customer presses the refresh button, which may
// vanish at any moment because the page also refreshes itself.
func (b *tab) wantStatus(status string) {
	b.t.Helper()
	if b.customer.noScript {
		guard := time.Now().Add(patience)
		for time.Now().Before(guard) {
			before := b.document()
			if b.hook("status") == status || !b.has(action("refresh")) {
				break
			}
			b.tell(fmt.Sprintf(`document.querySelector(%s)?.click()`, quoted(action("refresh"))))
			b.until("refreshed", another(before))
		}
	}
	b.awaitStatus(status)
}

// awaitStatus waits for a status without doing anything.
func (b *tab) awaitStatus(status string) {
	b.t.Helper()
	b.until("status "+status, fmt.Sprintf(`document.readyState == "complete" && document.querySelector("main")?.dataset.status == %s`, quoted(status)))
	b.check()
}

// hook is a data- attribute of main, by its name in camel case.
func (b *tab) hook(name string) string {
	b.t.Helper()
	return ask[string](b, fmt.Sprintf(`document.querySelector("main").dataset[%s] ?? ""`, quoted(name)))
}

// action is the selector of a button or link.
func action(name string) string { return fmt.Sprintf(`[data-action=%q]`, name) }

// has reports whether the page shows an element.
func (b *tab) has(selector string) bool {
	b.t.Helper()
	return ask[bool](b, fmt.Sprintf(`[...document.querySelectorAll(%s)].some(e => e.checkVisibility())`, quoted(selector)))
}

// press presses a button or link that leads to another document.
func (b *tab) press(selector string) {
	b.t.Helper()
	b.leave(func() { b.click(selector) })
}

// point is where a finger or the mouse presses.
type point struct {
	X, Y  float64
	Fault string
}

// locate brings the selector's first visible element into view. It is a fault
// if something covers it.
func (b *tab) locate(selector string) point {
	b.t.Helper()
	at := ask[point](b, fmt.Sprintf(`(() => {
		let e = [...document.querySelectorAll(%s)].find(e => e.checkVisibility())
		if (!e) return {Fault: "is not on the page"}
		e = e.closest("label") ?? e
		e.scrollIntoView({block: "center", behavior: "instant"})
		const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2
		const top = document.elementFromPoint(x, y)
		if (!e.contains(top)) return {Fault: "is covered by " + top?.outerHTML.slice(0, 120)}
		return {X: x, Y: y}
	})()`, quoted(selector)))
	if at.Fault != "" {
		b.t.Fatalf("%s: %s %s: %s", b.customer, selector, at.Fault, b.describe())
	}
	return at
}

// click taps or clicks, depending on the device.
func (b *tab) click(selector string) {
	b.t.Helper()
	b.tap(b.locate(selector))
}

// tap is click at a point.
func (b *tab) tap(at point) {
	b.t.Helper()
	b.do(func(ctx context.Context, s *chromedp.Target) error {
		if b.customer.device.mobile {
			_, err := chromedp.TapXY(at.X, at.Y)(ctx, s)
			return err
		}
		_, err := chromedp.MouseClickXY(at.X, at.Y)(ctx, s)
		return err
	})
}

// fill types into the input with this name, replacing its contents.
func (b *tab) fill(name, value string) {
	b.t.Helper()
	selector := fmt.Sprintf(`input[name=%q]`, name)
	if ask[bool](b, fmt.Sprintf(`document.querySelector(%s)?.type == "radio"`, quoted(selector))) {
		b.click(fmt.Sprintf(`input[name=%q][value=%q]`, name, value))
		return
	}
	if folded := fmt.Sprintf(`details:not([open]):has(%s)`, selector); b.has(folded) {
		b.click(folded + ` > summary`)
	}
	b.click(selector)
	b.tell(fmt.Sprintf(`document.querySelector(%s).select()`, quoted(selector)))
	b.do(func(ctx context.Context, s *chromedp.Target) error {
		_, err := cdp.Call(ctx, s, input.InsertText, input.InsertTextParams{Text: value})
		return err
	})
}

// choice is what a customer decides on the way to paying.
type choice struct {
	method   string
	operator string // "" continues without one
	fields   [][2]string
}

// pay walks from the current page to the one after paying, through whatever
// pages are due, so that it works in all scenarios. It returns the names of the
// pages it met.
func (b *tab) pay(c choice) (met []string) {
	b.t.Helper()
	for {
		page := b.page()
		met = append(met, page)
		b.photograph(page)
		switch page {
		case "options":
			b.choose(c)
		case "details":
			for _, field := range c.fields {
				b.fill(field[0], field[1])
			}
			b.press(action("pay"))
		case "review":
			b.press(action("pay"))
		default:
			return met
		}
		if len(met) > 6 {
			b.t.Fatalf("%s: going round in circles: %s", b.customer, strings.Join(met, ", "))
		}
	}
}

// choose makes the choice on the options page: the method first if it has to be
// chosen, then the operator.
func (b *tab) choose(c choice) {
	b.t.Helper()
	radio := fmt.Sprintf(`input[name=paymentMethodCode][type=radio][value=%q]`, c.method)
	operator := fmt.Sprintf(`button[name=paymentOperatorCode][value=%q]`, c.operator)
	if b.has(`input[name=paymentMethodCode][type=radio]`) {
		b.click(radio)
		if c.operator == "" || !b.has(operator) {
			b.press(`button:not([name])` + action("continue"))
			return
		}
	}
	b.press(operator)
}

// link is the href of the link with this data-action.
func (b *tab) link(name string) string {
	b.t.Helper()
	return ask[string](b, fmt.Sprintf(`document.querySelector(%s)?.getAttribute("href") ?? ""`, quoted("a"+action(name))))
}

// row is the bare value of a row to copy.
func (b *tab) row(field string) string {
	b.t.Helper()
	return ask[string](b, fmt.Sprintf(`document.querySelector(%s)?.dataset.value ?? ""`, quoted(fmt.Sprintf("[data-row=%q]", field))))
}

// inSandbox waits for a page of the sandbox, on which a person plays the bank.
func (b *tab) inSandbox() {
	b.t.Helper()
	b.until("at the sandbox", fmt.Sprintf(`document.readyState == "complete" && location.href.startsWith(%s)`, quoted(worldOf(b.t).sandbox+"/")))
}

// play presses a button of the sandbox's page at the path, in a browser of its
// own, as the customer would in the bank's app.
func (b *tab) play(path, button string) {
	b.t.Helper()
	app := open(b.t, customer{device: desktop})
	app.visit(worldOf(b.t).sandbox + path)
	app.press(action(button))
}

// path is the path of the address shown.
func (b *tab) path() string {
	b.t.Helper()
	u, err := url.Parse(ask[string](b, `location.href`))
	if err != nil {
		b.t.Fatal(err)
	}
	return u.Path
}
