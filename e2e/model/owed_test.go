package model

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"payapp/internal/testing/browser"
	"payapp/internal/testing/dialect"
)

// What pages owe their readers. Half of the faults of a page are things that it lacks.

// judgeWay: while one can pay, and this browser was shown how, that is at most one
// press away.
func (w *world) judgeWay(t *tab) {
	if t.page == nil || w.of(t.page.URL.Path) != t.payment {
		return
	}
	p := t.payment
	state := w.other.State(p.id)
	t.owner.mu.Lock()
	shown := t.owner.session(t.page.URL.Path).shown
	t.owner.mu.Unlock()
	known := shown.ways
	overdue := !state.Deadline.IsZero() && w.now().After(state.Deadline.Add(30*time.Second))
	if !state.Good || state.Success || state.Number || overdue || len(known) == 0 || t.page.Hook("page") == "languages" || t.page.Hook("problem") != "" && t.page.Status != http.StatusOK {
		return
	}
	if shown.form && !state.Number && !takesNumber(t.page) {
		w.tell("%s", text(t.page))
		w.fail("owed: the number", "%s: the form for a number was shown, none was taken, and %s has none", p.id, hooks(t.page))
	}
	if pays(t.page, known) {
		return
	}
	for _, b := range buttons(t.page) {
		step := b.to[strings.LastIndex(b.to, "/")+1:]
		if !slices.Contains([]string{"instructions", "refresh"}, step) {
			continue
		}
		if pays(t.prepare(b, controls(t.page, b.form), nil).press(), known) {
			return
		}
	}
	if news := t.owner.visit(http.MethodGet, t.page.URL.RequestURI(), nil); news != nil && pays(news, known) {
		t.show(news)
		return
	}
	w.tell("%+v: %v", state, text(t.page))
	w.fail("owed: the way to pay", "%s can still be paid by %v, as this browser was shown, and %s doesn't lead there", p.id, known, hooks(t.page))
}

// pays reports whether the page has what was shown, or another way of the same kind.
func pays(p *browser.Page, known []string) bool {
	if p == nil || p.Doc == nil {
		return false
	}
	kind := func(way string) string { word, _, _ := strings.Cut(way, " "); return word }
	for _, now := range waysOn(p) {
		if slices.ContainsFunc(known, func(was string) bool { return kind(was) == kind(now) }) {
			return true
		}
	}
	return false
}

// follow: an open page hears what changes, by itself or when asked, and can be left.
func (w *world) follow(t *tab) {
	if t.page == nil || w.of(t.page.URL.Path) != t.payment || t.page.Hook("status") == "" || t.page.Hook("status") == "success" {
		return // a success is the last word
	}
	p := t.payment
	state := w.other.State(p.id)
	if !state.Exists || state.Hidden {
		return
	}
	for range 4 {
		if t.heardOf(state) && (dialect.Truth{Heard: w.heard(t)}).Fits(t.page.Hook("status")) {
			return
		}
		every := refresh(t.page)
		if !t.checkNow() {
			if every == 0 {
				break
			}
			w.sleep(every)
			t.reload()
		}
		if t.page == nil || w.of(t.page.URL.Path) != p {
			return
		}
	}
	if !t.heardOf(state) {
		w.tell("%+v\n%s", state, text(t.page))
		w.fail("owed: news", "%s: %s, which never looks again, and the gateway says %s", p.id, hooks(t.page), state.Word)
	}
}

// checkNow presses "check now", if the page has it, and reports whether it has. It
// then says when it was answered, whatever the answer is.
func (t *tab) checkNow() bool {
	w, at := t.owner.world, slices.IndexFunc(buttons(t.page), func(b button) bool { return b.action == "refresh" })
	if at < 0 {
		return false
	}
	w.sleep(5 * time.Second)
	before, was := dialect.Truth{Heard: w.heard(t)}.LastRead(), checked(t.page)
	t.show(t.owner.visit(http.MethodPost, buttons(t.page)[at].to, url.Values{}))
	after := dialect.Truth{Heard: w.heard(t)}.LastRead()
	if was != "" && checked(t.page) == was && after.Sub(before) > time.Minute {
		w.fail("owed: the time of the answer", "%s: checked now, and %s shows the time of an answer before", t.payment.id, hooks(t.page))
	}
	return true
}

// checked is when the page says that it last asked.
func checked(p *browser.Page) string {
	n := p.Find(func(n *html.Node) bool { return browser.HasAttr(n, "data-checked") })
	if n == nil {
		return ""
	}
	var said strings.Builder
	browser.Walk(n, func(n *html.Node) bool {
		if n.Type == html.TextNode {
			said.WriteString(n.Data)
		}
		return false
	})
	return strings.TrimSpace(said.String())
}

// heard is what the tab's token was told.
func (w *world) heard(t *tab) []dialect.Heard {
	if l := t.link(); l != nil {
		return append([]dialect.Heard{}, w.other.Heard(l.token)...)
	}
	return nil
}

// heardOf reports whether the tab's token was told of the payment since it changed.
func (t *tab) heardOf(s dialect.State) bool {
	return slices.ContainsFunc(t.owner.world.heard(t), func(h dialect.Heard) bool { return h.Call == "read" && h.Last > s.Changed })
}

// judgeRefusedNumber: one that wasn't taken can be corrected.
func (pr prepared) judgeRefusedNumber(page *browser.Page) {
	w, p := pr.tab.owner.world, pr.tab.payment
	heard := w.heard(pr.tab)
	if page == nil || page.Doc == nil || len(heard) == 0 || !strings.HasSuffix(pr.button.to, "/reference") {
		return
	}
	last := heard[len(heard)-1]
	for _, h := range slices.Backward(heard) {
		if h.Call == "number" {
			last = h
			break
		}
	}
	state := w.other.State(p.id)
	if last.Call != "number" || last.Status == http.StatusNoContent || state.Number || !state.Good {
		return
	}
	if takesNumber(page) {
		return
	}
	w.tell("%s", text(page))
	w.fail("owed: the number", "%s: the number was refused with %d, and %s has no form to correct it", p.id, last.Status, hooks(page))
}

// takesNumber: the page has the form for a number, or a button that leads to it.
func takesNumber(p *browser.Page) bool {
	return p.Input("reference") != nil || slices.ContainsFunc(buttons(p), func(b button) bool {
		return strings.HasSuffix(b.to, "/correct") || strings.HasSuffix(b.to, "/paid")
	})
}

// awaited goes on from a page that waits.
func (t *tab) awaited() {
	for n := 0; n < 6 && t.page != nil && t.page.Hook("page") == "waiting"; n++ {
		t.owner.world.sleep(5 * time.Second)
		t.reload()
	}
}

// patient is how often somebody presses the same button, who is told to.
const patient = 6

// judgePresses: no page asks to press Pay for ever.
func (w *world) judgePresses(t *tab) {
	for range patient {
		at := slices.IndexFunc(buttons(t.page), func(b button) bool { return b.action == "pay" })
		if at < 0 {
			return
		}
		t.do("pay", "")
		w.sleep(20 * time.Second)
		t.awaited()
	}
	state := w.other.State(t.payment.id)
	w.tell("%s", text(t.page))
	w.fail("owed: an end of pressing", "%s: after %d presses of Pay, the page is %s; it exists: %v", t.payment.id, patient, hooks(t.page), state.Exists)
}

// eachTab does something with every tab.
func (w *world) eachTab(do func(*tab)) {
	for _, c := range w.people {
		for _, t := range c.tabs {
			do(t)
		}
	}
}

// actOwed holds a tab to what its page owes.
func (w *world) actOwed(t *rapid.T) {
	tab := w.aTab(t)
	switch oneOf(t, "owed", "the way", "news", "an end") {
	case "the way":
		tab.reload()
		w.judgeWay(tab)
	case "news":
		w.follow(tab)
	default:
		w.judgePresses(tab)
	}
}
