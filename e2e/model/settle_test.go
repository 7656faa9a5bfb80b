package model

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"payapp/internal/testing/browser"
)

// settle ends a run: everything works again, and each customer does what the
// pages ask for. All must end where the gateway's state says.
func (w *world) settle() {
	w.door.set(weather{})
	if w.other != nil {
		w.actLookAll(nil)
		w.eachTab(w.judgeWay)
		w.eachTab(w.follow)
		return
	}
	for _, c := range w.people {
		if c.stranger || len(c.tabs) == 0 {
			continue
		}
		for _, t := range c.tabs[:1] {
			w.walk(t)
		}
	}
}

// enough is the most steps that a customer may need from wherever the run
// ended.
const enough = 60

// walk follows the pages until one fits.
func (w *world) walk(t *tab) {
	trail := []string{}
	reopened := 0
	t.reload()
	for range enough {
		if w.store != nil && len(trail) > 3 {
			time.Sleep(300 * time.Millisecond) // the store has a clock of its own
		}
		if t.page == nil {
			t.owner.open(t, t.payment, t.payment.links[0], false)
			continue
		}
		trail = append(trail, hooks(t.page))
		if w.fits(t) {
			w.judgeQuiet(t)
			return
		}
		if !w.goOn(t, len(trail), &reopened) {
			break
		}
	}
	code, truth := w.truth(t.payment)
	w.tell("the gateway says %d %s, the page: %s", code, truth, text(t.page))
	w.fail("end", "%s doesn't get to the end of %s: %s", t.owner.name, t.payment.id, strings.Join(slices.Compact(trail), ", "))
}

// fits reports whether the page is the end of the walk: it says what the
// gateway says.
func (w *world) fits(t *tab) bool {
	code, body := w.truth(t.payment)
	book := &t.payment.book
	book.mu.Lock()
	defer book.mu.Unlock()
	page, status, problem := t.page.Hook("page"), t.page.Hook("status"), t.page.Hook("problem")
	if code == http.StatusNotFound {
		return book.refused && problem != "" && !strings.HasPrefix(problem, "gateway-") // and another try is refused again
	}
	var said struct {
		Process struct{ Status string }
		Method  struct{ Money money } `json:"paymentMethodResponse"`
	}
	_ = json.Unmarshal([]byte(body), &said)
	want := "pending"
	switch word := said.Process.Status; {
	case word == "SUCCESS":
		want = "success"
	case slices.Contains(failing, word):
		want = "failed"
	case slices.Contains(expiring, word):
		want = "expired"
	}
	// Of what was heard only a success takes back an end.
	ended := want != "success" && (book.failed && status == "failed" || book.expired && status == "expired")
	if status == want || book.success && status == "success" || ended {
		return page == "status" || page == "instructions" || page == "reference" || page == "leaving"
	}
	if page == "leaving" && want == "pending" && !book.overdue(w.now()) {
		return true
	}
	l := t.link()
	return problem == "amount-mismatch" && l != nil && l.money != said.Method.Money.String()
}

// goOn does what the page asks for; false if it asks for nothing.
func (w *world) goOn(t *tab, tries int, reopened *int) bool {
	page, problem := t.page.Hook("page"), t.page.Hook("problem")
	if back := t.page.Link("back"); page == "languages" && back != "" {
		if to, err := t.page.URL.Parse(back); err == nil {
			t.show(t.owner.visit(http.MethodGet, to.RequestURI(), nil))
			return true
		}
	}
	switch problem {
	case "session-missing", "token-expired", "token-rejected", "entry-invalid",
		"entry-missing", "not-started", "amount-mismatch":
		// Back to the shop, which has the order and makes a link for it.
		if *reopened++; *reopened > 3 {
			return false
		}
		w.sleep(2 * time.Minute)
		t.owner.open(t, t.payment, t.payment.link(w.priceOf(t.payment), 2*time.Hour), false)
		return true
	}
	if t.page.Hook("status") != "" && (t.tokenOver() || t.page.Hook("status") == "unknown" && tries > 10) {
		if *reopened++; *reopened > 3 {
			return false
		}
		t.owner.open(t, t.payment, t.payment.link(w.priceOf(t.payment), 2*time.Hour), false)
		return true
	}
	for _, action := range []string{"pay", "continue", "submit-reference"} { // a review may have other banks, too, to continue with
		for _, b := range buttons(t.page) {
			if b.action != action || page == "problem" && action != "continue" {
				continue
			}
			fields := controls(t.page, b.form)
			var typed []*control
			for _, c := range fields {
				if v := goodValue(t.payment.order.currency, c.name); c.kind == "text" && v != "" {
					c.value = v
					typed = append(typed, c)
				}
				if c.kind == "choice" && c.value == "" && len(c.options) > 0 {
					c.value = c.options[0]
				}
			}
			t.show(t.prepare(b, fields, typed).press())
			return true
		}
	}
	w.sleep(max(refresh(t.page), 5*time.Second))
	for _, action := range []string{"refresh", "retry", "change-method", "back"} {
		for _, b := range buttons(t.page) {
			if b.action == action && (problem != "" || action == "refresh") {
				t.show(t.prepare(b, controls(t.page, b.form), nil).press())
				return true
			}
		}
	}
	t.reload()
	return true
}

// priceOf is what the shop asks for: what was paid or started, if anything was.
func (w *world) priceOf(p *payment) string {
	p.book.mu.Lock()
	defer p.book.mu.Unlock()
	if len(p.book.accepted) > 0 {
		amount, _, _ := strings.Cut(p.book.accepted[0].money, " ")
		return amount
	}
	return p.order.amount
}

// tokenOver: the tab can't learn more with its link.
func (t *tab) tokenOver() bool {
	l := t.link()
	return strings.HasPrefix(t.page.URL.Path, "/status/") || l == nil || t.owner.world.now().After(l.until)
}

// link is the one that led to the tab's page; nil if there is none.
func (t *tab) link() *link {
	t.owner.mu.Lock()
	defer t.owner.mu.Unlock()
	return t.owner.session(t.page.URL.Path).link
}

// judgeQuiet: while nothing happens, replicas agree, and no page is told to
// reload for ever.
func (w *world) judgeQuiet(t *tab) {
	if version(t.page) == "" {
		return
	}
	said := []string{}
	for range 6 {
		w.sleep(3 * time.Second)
		t.reload()
		if t.page == nil || version(t.page) == "" {
			return
		}
		said = append(said, version(t.page))
		news, err := t.owner.request(context.Background(), http.MethodGet, t.page.URL.Path+"/events?once=1", nil)
		if err != nil || news.Status != http.StatusOK || newest(news) == version(t.page) || newest(news) == "" {
			return
		}
		said = append(said, newest(news))
	}
	w.tell("%v", said)
	w.fail("reloads", "page and news of %s never agree, so that the page reloads for ever", t.payment.id)
}

// newest is the latest version in events.
func newest(p *browser.Page) (v string) {
	for line := range strings.Lines(p.Body) {
		if data, ok := strings.CutPrefix(line, "data:"); ok {
			v = strings.TrimSpace(data)
		}
	}
	return v
}
