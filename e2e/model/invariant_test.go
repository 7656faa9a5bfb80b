package model

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"

	"payapp/internal/testing/browser"
)

// judgeAnswer checks a single answer against what must hold for all.
func (w *world) judgeAnswer(c *customer, r *http.Request, p *browser.Page, took time.Duration) {
	at := r.Method + " " + w.place(r.URL.Path)
	if p.Status >= 500 {
		w.fail("5xx", "%s answers %d", at, p.Status)
	}
	if took > patience && !strings.HasSuffix(r.URL.Path, "/events") {
		w.fail("slow", "%s took longer than %v: the server would have cut it off", at, patience)
	}
	if secret := w.leak(p.Body); secret != "" {
		w.fail("secret", "%s: the page holds %q", at, secret)
	}
	for name, values := range p.Header {
		for _, value := range values {
			if secret := w.leak(value); secret != "" {
				w.fail("secret", "%s: header %s holds %q", at, name, secret)
			}
		}
	}
	csp := p.Header.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"} {
		if !strings.Contains(csp, want) {
			w.fail("headers", "%s %d: the policy lacks %s: %q", at, p.Status, want, csp)
		}
	}
	if strings.Contains(csp, "unsafe") || p.Header.Get("X-Content-Type-Options") != "nosniff" || p.Header.Get("Referrer-Policy") == "" {
		w.fail("headers", "%s %d: headers %v", at, p.Status, p.Header)
	}
	if strings.HasPrefix(p.Header.Get("Content-Type"), "text/html") && p.Header.Get("Cache-Control") != "no-store, no-transform" {
		w.fail("headers", "%s %d: Cache-Control %q", at, p.Status, p.Header.Get("Cache-Control"))
	}
	for entry, path := range map[string]string{"/": "/pay/", "/status": "/status/"} {
		if ref, ok := strings.CutPrefix(p.Header.Get("Location"), path); ok && r.URL.Path == entry {
			w.noteRef(c, path, ref)
		}
	}
}

// noteRef takes a payment's ref from the answer to its link.
func (w *world) noteRef(c *customer, path, ref string) {
	ref, _, _ = strings.Cut(ref, "?")
	c.mu.Lock()
	p := c.entering
	if p != nil {
		c.entered(path + ref)
	}
	c.mu.Unlock()
	if p != nil {
		w.named(ref, p)
	}
}

// judgePage checks a page against what the gateway said and this browser knows.
func (w *world) judgePage(c *customer, method string, p *browser.Page, began int64, asked time.Time) {
	at := method + " " + w.place(p.URL.Path) + " shows " + hooks(p)
	if p.Hook("page") == "" {
		w.fail("other", "%s: no data-page", at)
	}
	pay := w.of(p.URL.Path)
	if pay == nil {
		if p.Has("data-status", "success") {
			w.fail("other", "%s, of no payment", at)
		}
		return
	}
	if status := p.Hook("status"); c.stranger && status != "" && status != "unknown" {
		w.fail("stranger", "%s to a stranger", at)
	}
	if !c.stranger && !c.canGoOn(p) {
		kind := "way"
		if strings.HasPrefix(p.URL.Path, "/status/") {
			kind = "way from a status link"
		}
		w.fail(kind, "%s: no way on", at)
	}
	w.judgeStatus(c, pay, p, at, began, asked)
	w.judgeMoney(c, pay, p, at)
	w.judgeForm(c, p, at)
	w.judgeClaims(c, pay, p, at, began)
	if w.other != nil {
		w.judgeTold(c, pay, p, at)
	}
}

// judgeStatus: nothing is shown as paid, failed or expired unless the gateway
// said so.
func (w *world) judgeStatus(c *customer, pay *payment, p *browser.Page, at string, began int64, asked time.Time) {
	refused := w.other != nil && w.other.State(pay.id).Refused
	pay.book.mu.Lock()
	defer pay.book.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	status, s := p.Hook("status"), c.session(p.URL.Path)
	if began < s.paid && status != "success" || began < s.failed && status != "failed" {
		// With two at once the browser keeps the cookie that comes last, which
		// may know less.
		s.paid, s.failed = 0, 0
	}
	overlapped := s.judged > began
	s.judged = w.moments.Add(1)
	ok := true
	switch status {
	case "success":
		ok = pay.book.success
		if s.paid == 0 && !overlapped {
			s.paid, s.learned = w.moments.Add(1), w.door.kind("unpaid"+c.over(p.URL.Path))
		}
	case "failed":
		ok = pay.book.failed
		if !overlapped {
			s.failed = w.moments.Add(1)
		}
	case "expired":
		ok = pay.book.expired
	}
	if s.failed > 0 && s.failed < began && pay.book.moved < s.failed && (status == "pending" || p.Hook("page") == "instructions") {
		w.fail(w.door.kind("asked again"+c.over(p.URL.Path)), "%s, after this browser was told that it failed", at)
	}
	if page := p.Hook("page"); (page == "instructions" || page == "leaving") && pay.book.overdue(asked) {
		w.fail("too late", "%s, although the time to pay is over", at)
	}
	switch p.Hook("problem") {
	case "SECURITY_CHECK_FAILED", "CUSTOMER_VERIFICATION_INACTIVITY", "CUSTOMER_NOT_REGISTERED", "refused":
		ok = pay.book.refused || refused
	}
	if !ok {
		w.fail("said", "%s, which the gateway never said", at)
	}
	if s.paid > 0 && s.paid < began && status != "" && status != "success" {
		w.fail(s.learned, "%s, after this browser was told that it is paid", at)
	}
}

// over marks kinds of violations that need an expired link.
func (c *customer) over(path string) string {
	if l := c.session(path).link; l == nil || !c.world.now().Before(l.until) {
		return " once the link is over"
	}
	return ""
}

// judgeMoney: every amount is the gateway's or that of a link that this browser
// opened; for a paid payment, only the gateway's.
func (w *world) judgeMoney(c *customer, pay *payment, p *browser.Page, at string) {
	pay.book.mu.Lock()
	said := slices.Clone(pay.book.money)
	pay.book.mu.Unlock()
	known := slices.Clone(said)
	c.mu.Lock()
	for _, l := range c.links[pay] {
		known = append(known, l.money)
	}
	c.mu.Unlock()
	for _, m := range amounts(p) {
		if !slices.Contains(known, m) {
			w.fail("money", "%s: %s is neither the gateway's (%v) nor this browser's (%v)", at, m, said, known)
		}
		if p.Hook("status") == "success" && !slices.Contains(said, m) {
			w.fail("paid money", "%s: paid %s, which the gateway never said (%v)", at, m, said)
		}
	}
}

// judgeForm: what was typed is still there.
func (w *world) judgeForm(c *customer, p *browser.Page, at string) {
	if page := p.Hook("page"); page != "details" && page != "reference" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	typed := c.session(p.URL.Path).forms
	for _, b := range buttons(p) {
		if b.action != "pay" && b.action != "submit-reference" {
			continue
		}
		for _, shown := range controls(p, b.form) {
			key := p.Hook("method") + "/" + shown.name
			may := typed.fields[key]
			if shown.name == "paymentLocation.country" {
				continue // shown in the page's language
			}
			if shown.kind == "text" && len(may) > 0 && !slices.Contains(may, shown.value) && !slices.Contains(may, "") {
				w.fail(typed.kinds[key], "%s: %s is %q, but %q was typed", at, shown.name, shown.value, may)
			}
		}
		return
	}
}

// hooks describes a page: its name, and its problem or status.
func hooks(p *browser.Page) string {
	if p == nil {
		return "nothing"
	}
	return strings.Join(strings.Fields(p.Hook("page")+" "+p.Hook("problem")+" "+p.Hook("status")), " ")
}

// text is what the page says, in one line.
func text(p *browser.Page) string { return strings.Join(strings.Fields(p.Text()), " ") }

// amounts are all texts that the page marks as amounts.
func amounts(p *browser.Page) (list []string) {
	browser.Walk(p.Doc, func(n *html.Node) bool {
		if amount := browser.Attr(n, "data-amount"); amount != "" {
			list = append(list, money{json.Number(amount), browser.Attr(n, "data-currency")}.String())
		}
		return false
	})
	return list
}

// canGoOn reports whether the page has a button, a link with an action, or a
// refresh. Without a cookie, and for a payment that the gateway never knew, the
// page can't know the shop.
func (c *customer) canGoOn(p *browser.Page) bool {
	c.mu.Lock()
	problem, s := p.Hook("problem"), c.session(p.URL.Path)
	unknown := problem == "session-missing" || strings.HasPrefix(problem, "token-") && (!s.seen || strings.HasPrefix(p.URL.Path, "/status/"))
	s.seen = s.seen || problem == "" && p.Hook("page") != "waiting" && p.Hook("status") != "unknown"
	c.mu.Unlock()
	if unknown || len(buttons(p)) > 0 || refresh(p) > 0 {
		return true
	}
	return p.Find(func(n *html.Node) bool {
		return n.Data == "a" && browser.Attr(n, "data-action") != "" && browser.Attr(n, "data-action") != "language"
	}) != nil
}

// refresh is when a browser without JavaScript reloads the page; 0 = never.
func refresh(p *browser.Page) time.Duration {
	n := p.Find(func(n *html.Node) bool {
		return n.Data == "meta" && strings.EqualFold(browser.Attr(n, "http-equiv"), "refresh")
	})
	if n == nil {
		return 0
	}
	seconds, _, _ := strings.Cut(browser.Attr(n, "content"), ";")
	after, err := strconv.Atoi(strings.TrimSpace(seconds))
	if err != nil || after < 1 {
		return time.Second
	}
	return time.Duration(after) * time.Second
}
