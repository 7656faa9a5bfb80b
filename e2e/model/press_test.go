package model

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"pgregory.net/rapid"

	"payapp/internal/testing/browser"
)

// good are values that the fields accept, by currency and name, and by name
// alone.
var good = map[string]string{
	"THB accountNumber": "0801234567", "accountNumber": "112345678901",
	"INR accountNumber": "merchant.1001@okaxis", "ZAR accountNumber": "62000000000",
	"accountName": "Somchai Jaidee", "emailAddress": "a@b.co", "productId": "P-1", "reference": "432112345678",
	"THB phoneNumber": "0812345678", "INR phoneNumber": "9876543210", "TWD phoneNumber": "0912345678", "KES phoneNumber": "0712345678",
	"ZAR phoneNumber": "0821234567", "JPY phoneNumber": "09012345678", "IDR phoneNumber": "081234567890",
	"customerName.lastName": "Dlamini", "customerName.firstName": "Thandi",
	"paymentLocation.country": "TW", "paymentLocation.city": "Taipei",
	"paymentLocation.street": "Zhongxiao Rd 1", "paymentLocation.zipCode": "100",
}

func goodValue(currency, name string) string {
	if v, ok := good[currency+" "+name]; ok {
		return v
	}
	return good[name]
}

// odd are unusual and hostile inputs.
var odd = []string{
	"x", "12", "<b>\"&'", "สมชาย", "0801234568", "080-123 4567",
	"99999999999999999999", "javascript:alert(1)", "a b", "1234567890123",
}

// fill types into the text fields of a form and makes its choices.
func fill(t *rapid.T, currency string, list []*control) (typed []*control) {
	style := rapid.SampledFrom([]string{"good", "good", "good", "as it stands", "odd", "mixed"}).Draw(t, "typing")
	for _, c := range list {
		switch {
		case c.kind == "choice" && (c.value == "" || style == "mixed"):
			c.value = rapid.SampledFrom(c.options).Draw(t, c.name)
		case c.kind == "text":
			switch style {
			case "good":
				if v := goodValue(currency, c.name); v != "" {
					c.value = v
				}
			case "odd", "mixed":
				if rapid.Bool().Draw(t, c.name+"?") {
					c.value = rapid.SampledFrom(odd).Draw(t, c.name)
				}
			}
			typed = append(typed, c)
		}
	}
	return typed
}

// prepared is a press that is ready to be made, any number of times.
type prepared struct {
	tab    *tab
	button button
	fields []*control
	typed  []*control
}

func (t *tab) prepare(b button, fields, typed []*control) prepared {
	p := t.payment
	if strings.HasSuffix(b.to, "/pay") && p != nil {
		p.pressed(press{t.page.Hook("method"), t.page.Hook("operator"), amounts(t.page)})
	}
	return prepared{t, b, fields, typed}
}

// press presses, and returns the resulting page.
func (pr prepared) press() *browser.Page {
	c, method := pr.tab.owner, pr.tab.page.Hook("method")
	c.mu.Lock()
	s := c.session(pr.button.to)
	fresh := pr.tab.stamp == s.touched
	s.touched++
	before := map[string][]string{}
	for _, one := range pr.typed {
		before[method+"/"+one.name] = slices.Clone(s.forms.fields[method+"/"+one.name])
	}
	s.forms.keep(method, c.world.door.kind("typed"+c.over(pr.button.to)), pr.typed, !fresh)
	c.mu.Unlock()
	page := c.visit(http.MethodPost, pr.button.to, filled(pr.fields, pr.button))
	if page == nil || page.Hook("page") == "status" || page.Hook("page") == "instructions" {
		c.mu.Lock()
		for key, values := range before { // it may never have been read, or wasn't due
			if len(values) == 0 {
				values = []string{""}
			}
			s.forms.fields[key] = append(s.forms.fields[key], values...)
		}
		c.mu.Unlock()
	}
	pr.judgeNumber(page)
	if c.world.other != nil {
		pr.judgeRefusedNumber(page)
	}
	return page
}

// judgeNumber: a reference that the customer sent has reached the gateway, or
// is on the page, which says what became of it.
func (pr prepared) judgeNumber(page *browser.Page) {
	p, c := pr.tab.payment, pr.tab.owner
	at := slices.IndexFunc(pr.typed, func(t *control) bool { return t.name == "reference" })
	if page == nil || page.Doc == nil || at < 0 || !strings.HasSuffix(pr.button.to, "/reference") || page.Hook("problem") != "" {
		return
	}
	c.mu.Lock()
	number, over := pr.typed[at].value, c.over(pr.button.to)
	c.mu.Unlock()
	p.book.mu.Lock()
	sent, success := slices.Contains(p.book.numbers, number), p.book.success
	p.book.mu.Unlock()
	shown := strings.Contains(strings.Join(strings.Fields(page.Body), ""), number)
	if number != good["reference"] || sent || success || shown || page.Hook("status") != "pending" && page.Hook("status") != "unknown" {
		return
	}
	c.world.fail(c.world.door.kind("number"+over), "%s: the number is neither sent nor shown on %s", p.id, hooks(page))
}

// aPress draws something to press in the tab.
func (t *tab) aPress(rt *rapid.T) (prepared, bool) {
	list := buttons(t.page)
	if len(list) == 0 {
		return prepared{}, false
	}
	var labels []string
	for _, b := range list {
		weight := 1
		if slices.Contains([]string{"continue", "pay", "submit-reference"}, b.action) {
			weight = 4
		}
		for range weight {
			labels = append(labels, b.action+" "+b.to+" "+b.value)
		}
	}
	at := rapid.IntRange(0, len(labels)-1).Draw(rt, "button")
	for _, b := range list {
		if b.action+" "+b.to+" "+b.value == labels[at] {
			fields := controls(t.page, b.form)
			currency := ""
			if t.payment != nil {
				currency = t.payment.order.currency
			}
			t.owner.world.tell("%s presses %q of %q", t.owner.name, labels[at], t.page.Hook("page"))
			return t.prepare(b, fields, fill(rt, currency, fields)), true
		}
	}
	return prepared{}, false
}

// actPress presses a button.
func (w *world) actPress(rt *rapid.T) {
	t := w.aTab(rt)
	if p, ok := t.aPress(rt); ok {
		t.show(p.press())
		return
	}
	t.reload()
}

// actDoublePress presses twice at once, as an impatient person does.
func (w *world) actDoublePress(rt *rapid.T) {
	t := w.aTab(rt)
	p, ok := t.aPress(rt)
	if !ok {
		return
	}
	pages := make([]*browser.Page, 2)
	var both sync.WaitGroup
	for i := range pages {
		both.Go(func() { pages[i] = p.press() })
	}
	both.Wait()
	t.show(pages[rapid.IntRange(0, 1).Draw(rt, "shown")])
	t.stamp = -1 // the other one may have changed something since
}

// actPressAndKill kills a replica while it may be handling the press.
func (w *world) actPressAndKill(rt *rapid.T) {
	t := w.aTab(rt)
	p, ok := t.aPress(rt)
	if !ok {
		return
	}
	after := time.Duration(rapid.IntRange(0, 4000).Draw(rt, "killed after, ms")) * time.Millisecond
	which := rapid.IntRange(0, len(w.front.replicas)-1).Draw(rt, "which")
	slow := rapid.Bool().Draw(rt, "the gateway is slow")
	if slow {
		w.door.set(weather{kind: "slow", every: 1, slow: 2 * time.Second, until: w.now().Add(4 * time.Second)})
	}
	done := make(chan *browser.Page, 1)
	go func() { done <- p.press() }()
	w.sleep(after)
	if rapid.IntRange(0, 3).Draw(rt, "really") == 0 { // starting replicas is the most expensive part
		w.front.restart(which)
	}
	t.show(<-done)
}
