package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"payapp/internal/testing/browser"
	"payapp/internal/testing/racing"
	"payapp/methods"
)

// Two tabs of one payment: one shows a page, the other one does something, then
// something is pressed in the first. Every action that a page offers is tried
// after every action of the other tab, alone and followed up to Pay and through
// it, and after every other link. Whatever comes of it, a creation is one that
// the page showed on which Pay was pressed; where nothing is created, the page
// says so.
// A quarter of the pairs is tried; e2e/model tries others at random.
func TestTwoTabs(t *testing.T) {
	for _, scene := range scenes {
		t.Run(scene.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			first := scene.begin(w).show()
			pressed := actions(first)
			if len(pressed) == 0 {
				t.Fatalf("nothing to press on %s:\n%s", first.Hook("page"), first.Words())
			}
			pairs := 0
			for i, between := range racing.Part(4, meanwhile(first)) {
				for j, a := range pressed {
					if (i+j)%min(4, len(pressed)) != 0 {
						continue // every fourth: each deed and each action is in another pair
					}
					pair := fmt.Sprintf("%s, then %s", between.name, a.name)
					tabs := scene.begin(w)
					shown := tabs.show()
					between.do(tabs, shown)
					tabs.press(pair, shown, a, false)
					w.clock.advance(time.Second) // the gateway's rate
					pairs++
				}
			}
			t.Logf("%d pairs", pairs)
		})
	}
}

// scene is a page that the first tab shows.
type scene struct {
	name     string
	currency string
	link     []string
	steps    []string // names of actions that lead there
}

var scenes = []scene{
	{"methods", "THB", nil, nil},
	{"operators", "THB", nil, []string{"choose paymentMethodCode=ONLINE"}},
	{"form", "THB", nil, []string{"choose paymentMethodCode=PROMPTPAY"}},
	{"review", "THB", nil, []string{"choose paymentMethodCode=ONLINE", "choose paymentOperatorCode=004"}},
	{"locked data", "THB", []string{"paymentMethodCode", "PROMPTPAY", "accountNumber", "0801234567"}, nil},
	{"proposal", "THB", []string{"paymentMethodCode", "OFFLINE", "paymentOperatorCode", "006", "optionsAvailable", "true"}, nil},
	{"instructions", "THB", nil, []string{"choose paymentMethodCode=PROMPTPAY", "pay"}},
	{"status", "THB", nil, []string{"choose paymentMethodCode=PROMPTPAY", "pay", "paid"}},
	{"number", "INR", []string{"paymentMethodCode", "P2A_V2", "paymentOperatorCode", "HDFC"}, []string{"pay", "paid"}},
}

// tabs are a browser with one payment.
type tabs struct {
	w     *world
	b     *browser.Browser
	scene scene
	link  url.Values
	from  map[*browser.Page]url.Values // the link that a page came from
}

func (s scene) begin(w *world) *tabs {
	link := w.link("100", s.currency, s.link...)
	link.Set("token", w.tokenWithoutMoney(link.Get("idPayin")))
	return &tabs{w, w.browser(), s, link, map[*browser.Page]url.Values{}}
}

// show leads to the scene's page.
func (t *tabs) show() *browser.Page {
	p := t.enter(t.link)
	for _, name := range t.scene.steps {
		p = t.press("on the way", p, actionOf(t.w.t, p, name), true)
	}
	return p
}

// action is something to press on a page: the form as it is sent.
type action struct {
	name string // "choose paymentMethodCode=ONLINE"
	to   string // last part of the address
	form url.Values
}

func actionOf(t testing.TB, p *browser.Page, name string) action {
	t.Helper()
	all := actions(p)
	at := slices.IndexFunc(all, func(a action) bool { return a.name == name })
	if at < 0 {
		t.Fatalf("no %q among %v on %s:\n%s", name, all, p.Hook("page"), p.Words())
	}
	return all[at]
}

// fewOperators is how many of a list's operators are tried: they are all alike.
const fewOperators = 2

// actions are all that a page offers to post, with good values in its fields.
func actions(p *browser.Page) (list []action) {
	operators := 0
	browser.Walk(p.Doc, func(n *html.Node) bool {
		if n.Type != html.ElementNode || n.Data != "button" || browser.Attr(n, "data-action") == "" || browser.Attr(n, "type") == "button" {
			return false
		}
		form := formAround(p, n)
		if form == nil || browser.Attr(form, "method") != "post" {
			return false
		}
		target := browser.Attr(n, "formaction")
		if target == "" {
			target = browser.Attr(form, "action")
		}
		to, _, _ := strings.Cut(target[strings.LastIndex(target, "/")+1:], "?")
		if slices.ContainsFunc(list, func(a action) bool { return a.to == "language" && to == "language" }) {
			return false // one language is as good as another
		}
		values, methods := filled(form)
		name, value := browser.Attr(n, "name"), browser.Attr(n, "value")
		switch {
		case name != "":
			if operators++; operators > fewOperators {
				return false
			}
			if methods != nil {
				values.Set("paymentMethodCode", methodAround(n))
			}
			values.Set(name, value)
			list = append(list, action{to + " " + name + "=" + value, to, values})
		case to == "choose" && methods != nil:
			for _, method := range methods {
				list = append(list, action{to + " paymentMethodCode=" + method, to, with(values, "paymentMethodCode", method)})
			}
		default:
			list = append(list, action{to, to, values})
		}
		return false
	})
	return list
}

// formAround is the form that a button belongs to.
func formAround(p *browser.Page, button *html.Node) *html.Node {
	if id := browser.Attr(button, "form"); id != "" {
		return p.Find(func(n *html.Node) bool { return n.Data == "form" && browser.Attr(n, "id") == id })
	}
	for n := button; n != nil; n = n.Parent {
		if n.Data == "form" {
			return n
		}
	}
	return nil
}

// methodAround is the method in whose row an operator's button stands.
func methodAround(button *html.Node) (method string) {
	row := button
	for row.Data != "li" {
		row = row.Parent
	}
	browser.Walk(row, func(n *html.Node) bool {
		if browser.Attr(n, "name") == "paymentMethodCode" {
			method = browser.Attr(n, "value")
		}
		return method != ""
	})
	return method
}

// filled are a form's inputs with good values, and the methods to choose from.
func filled(form *html.Node) (values url.Values, methods []string) {
	values = url.Values{}
	browser.Walk(form, func(n *html.Node) bool {
		name, value := browser.Attr(n, "name"), browser.Attr(n, "value")
		switch {
		case n.Data != "input" || name == "":
		case browser.Attr(n, "type") == "hidden":
			values.Set(name, value)
		case name == "paymentMethodCode":
			methods = append(methods, value)
		case name == "accountNumber":
			values.Set(name, "0801234567")
		case name == "phoneNumber":
			values.Set(name, "0812345678")
		case name == "reference":
			values.Set(name, "432112345678")
		default:
			values.Set(name, good[name])
		}
		return false
	})
	return values, methods
}

// press presses something, and judges what came of it.
func (t *tabs) press(when string, shown *browser.Page, a action, mustPay bool) *browser.Page {
	tb := t.w.t
	tb.Helper()
	id := t.link.Get("idPayin")
	existed, before := t.w.calls.created(id) > 0, t.w.calls.sent(id)
	now := t.b.Do(http.MethodPost, shown.URL.Path+"/"+a.to, a.form)
	t.from[now] = t.from[shown]
	if now.Status >= http.StatusBadRequest || now.Hook("page") == "" {
		tb.Errorf("%s: %d %s:\n%s", when, now.Status, now.Hook("problem"), now.Words())
	}
	switch sent := t.w.calls.sent(id) - before; {
	case sent > 0:
		if differs := t.differs(shown, a); differs != "" {
			tb.Errorf("%s: what was created isn't what the page showed: %s", when, differs)
		}
	case a.to != "pay" || existed:
	case mustPay:
		tb.Fatalf("%s: nothing was created:\n%s", when, now.Words())
	case !strings.Contains(now.Text(), changedNotice):
		tb.Errorf("%s: nothing was created, and nothing on %s says why:\n%s", when, now.Hook("page"), now.Words())
	}
	return now
}

// sent is how many creations of a payment were tried.
func (c *callLog) sent(idPayin string) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, call := range c.list {
		if call == "POST /payins/"+idPayin {
			n++
		}
	}
	return n
}

// differs says in what the creation is another one than the page showed on
// which it was pressed; "" in nothing.
func (t *tabs) differs(shown *browser.Page, a action) string {
	if a.to != "pay" {
		return a.to + " isn't Pay"
	}
	body := t.w.calls.creation(t.w.t, t.link.Get("idPayin"))
	method, _ := body["paymentMethod"].(map[string]any)
	requested, _ := body["paymentRequested"].(map[string]any)
	money, _ := requested["money"].(map[string]any)
	account, _ := method["account"].(map[string]any)
	operator := shown.Hook("operator")
	landing, err := url.Parse(fmt.Sprint(body["returnUrl"]))
	if err != nil {
		return err.Error()
	}
	number, onPage := shown.Row("accountNumber")
	if !onPage {
		number = a.form.Get("accountNumber")
	}
	for _, c := range []struct{ what, sent, seen string }{
		{"method", text(method["paymentMethodCode"]), shown.Hook("method")},
		{"operator", text(method["paymentOperatorCode"]), operator},
		{"account", text(account["accountNumber"]), number},
		{"amount", text(money["amount"]) + " " + text(money["currencyCode"]), amountOn(shown)},
		{"callbackUrl", text(body["callbackUrl"]), t.from[shown].Get("callbackUrl")},
		{"way back", landing.Query().Get("to"), shown.Link("return")},
	} {
		if c.sent != c.seen {
			return fmt.Sprintf("%s %q, not %q", c.what, c.sent, c.seen)
		}
	}
	return ""
}

func text(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

// amountOn is the amount that the page shows: "100.00 THB".
func amountOn(p *browser.Page) string {
	n := p.Find(func(n *html.Node) bool { return browser.HasAttr(n, "data-amount") })
	if n == nil {
		return ""
	}
	return browser.Attr(n, "data-amount") + " " + browser.Attr(n, "data-currency")
}

// deed is what the other tab does.
type deed struct {
	name string
	do   func(t *tabs, shown *browser.Page)
}

// meanwhile are all deeds beside a page: what it offers itself, and links.
func meanwhile(first *browser.Page) (list []deed) {
	for _, a := range actions(first) {
		list = append(list,
			deed{a.name, func(t *tabs, shown *browser.Page) { t.press(a.name, shown, actionOf(t.w.t, shown, a.name), false) }},
			deed{a.name + " and up to Pay", func(t *tabs, shown *browser.Page) {
				t.goOn(t.press(a.name, shown, actionOf(t.w.t, shown, a.name), false), false)
			}},
			deed{a.name + " and through Pay", func(t *tabs, shown *browser.Page) {
				t.goOn(t.press(a.name, shown, actionOf(t.w.t, shown, a.name), false), true)
			}})
	}
	for name, pairs := range map[string][]string{
		"the link again":      nil,
		"another amount":      {"amount", "250"},
		"another returnUrl":   {"returnUrl", "https://other.example/"},
		"another callbackUrl": {"callbackUrl", "http://127.0.0.1:9/other"},
		"another method":      {"paymentMethodCode", "OFFLINE", "paymentOperatorCode", "014"},
		"other data":          {"paymentMethodCode", "PROMPTPAY", "accountNumber", "0899999999"},
		"another token":       {"token", "new"},
	} {
		list = append(list,
			deed{name, func(t *tabs, _ *browser.Page) { t.open(pairs) }},
			deed{name + " and through Pay", func(t *tabs, _ *browser.Page) { t.goOn(t.open(pairs), true) }})
	}
	slices.SortFunc(list, func(a, b deed) int { return strings.Compare(a.name, b.name) })
	return list
}

// open opens a link of the payment in the other tab.
func (t *tabs) open(pairs []string) *browser.Page {
	link := with(t.link, pairs...)
	if link.Get("token") == "new" {
		link.Set("token", t.w.token("DEMO", link.Get("idPayin"), "100", t.scene.currency))
	}
	return t.enter(link)
}

func (t *tabs) enter(link url.Values) *browser.Page {
	p := t.b.Enter(link)
	t.from[p] = link
	return p
}

// goOn goes on to where Pay is, by the first method that asks for nothing, and
// maybe presses it.
func (t *tabs) goOn(p *browser.Page, pay bool) {
	for range 4 {
		all := actions(p)
		at := slices.IndexFunc(all, func(a action) bool {
			m, _ := methods.Default().Find(a.form.Get("paymentMethodCode"), t.scene.currency)
			asks := slices.ContainsFunc(m.Fields, func(f methods.Field) bool { return f.Required })
			return a.to == "pay" || a.to == "choose" && !asks
		})
		if at < 0 || all[at].to == "pay" && !pay {
			return
		}
		p = t.press("the other tab goes on", p, all[at], all[at].to == "pay")
	}
}
