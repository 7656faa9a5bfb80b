package handlers_test

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"payapp/i18n"
	"payapp/internal/testing/browser"
	"payapp/internal/testing/claims"
	"payapp/internal/testing/dialect"
)

// inKeys has the application answer in the language of keys. No cookie remembers
// that one, so each request asks for it.
func inKeys(app http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && !r.URL.Query().Has("lang") {
			r.URL.RawQuery += "&lang=" + i18n.PseudoKeys
		}
		app.ServeHTTP(w, r)
	})
}

// Every claim that a page may make can be held to the truth.
func TestEveryClaimIsHeldToTheTruth(t *testing.T) {
	unclaimed := maps.Clone(dialect.Needs)
	for _, claim := range claims.All {
		if dialect.Needs[claim.Says] == nil {
			t.Errorf("dialect.Needs doesn't say what must be so for %q", claim.Says)
		}
		delete(unclaimed, claim.Says)
	}
	for says := range unclaimed {
		t.Errorf("no page claims that %s any more: take it from dialect.Needs", says)
	}
}

// The watcher finds what it is there for.
func TestUntrueClaimsAreFound(t *testing.T) {
	created, now := dialect.State{Exists: true}, time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	for body, want := range map[string]string{
		"⟦money.none⟧":             "nothing was charged",
		"⟦waiting.money⟧":          "nothing was charged",
		"⟦status.success.next⟧":    "it is paid",
		"⟦status.overdue.heading⟧": "the time to pay is over",
		"⟦status.saidPaid⟧":        "the customer has paid",
		"⟦status.refused.money⟧":   "it failed",
		"⟦instructions.closeShop⟧": "the page can be closed",
		"⟦instructions.amountWhy⟧": "the order is paid in full",
		"<header><strong><small>⟦common.payTo⟧</small> <bdi><span>shop.example</span></bdi>": "who is paid: shop.example",
		`<header><strong class="who"> <bdi>shop.example</bdi>`:                               "who is paid: shop.example",
	} {
		got := dialect.English().Untrue(body, claims.Says, dialect.Truth{State: created, Now: now, Page: "status"})
		if !strings.Contains(strings.Join(got, "; "), want) {
			t.Errorf("%s: found %q, want %s", body, got, want)
		}
	}
	paid := dialect.Truth{State: dialect.State{Exists: true, Success: true, Name: dialect.ChannelName}, Now: now, Page: "status"}
	if got := dialect.English().Untrue("⟦status.overdue.money⟧", claims.Says, paid); len(got) == 0 {
		t.Error("a paid payment that wasn't heard of is no fault")
	}
	if got := dialect.English().Untrue("⟦status.success.next⟧ <header><strong><small>⟦status.receipt.paidTo⟧</small><bdi>"+dialect.ChannelName+"</bdi></strong></header>", claims.Says, paid); len(got) > 0 {
		t.Errorf("the truth is a fault: %q", got)
	}
}

// watcher holds every page that a browser gets to what is true of its payment.
type watcher struct {
	b    *babel
	id   string
	next http.RoundTripper

	mu                 sync.Mutex
	saidPaid, returned bool
	pressed            bool
	toldPaid           bool
	payee              string
}

// customer is a browser without cookies, whose pages about the payment are
// watched.
func (b *babel) customer(id string) *browser.Browser {
	c := browser.New(b.t, b.app)
	c.HTTP.Transport = &watcher{b: b, id: id, next: c.HTTP.Transport}
	return c
}

// RoundTrip watches one request.
func (w *watcher) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.saidPaid = w.saidPaid || r.Method == http.MethodPost && (strings.HasSuffix(r.URL.Path, "/paid") || strings.HasSuffix(r.URL.Path, "/reference"))
	w.returned = w.returned || strings.HasPrefix(r.URL.Path, "/return/")
	w.pressed = w.pressed || r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/pay")
	answer, err := w.next.RoundTrip(r)
	if err != nil || !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") {
		return answer, err
	}
	body, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	answer.Body = io.NopCloser(bytes.NewReader(body))
	if err == nil {
		w.judge(r.URL, string(body))
	}
	return answer, err
}

func (w *watcher) judge(at *url.URL, body string) {
	state := w.b.gateway.State(w.id)
	status := hookIn(body, "status")
	truth := dialect.Truth{State: state, Now: w.b.clock.now(), SaidPaid: w.saidPaid, Returned: w.returned, Begun: w.pressed, Page: hookIn(body, "page")}
	for _, claim := range dialect.English().Untrue(body, claims.Says, truth) {
		w.b.t.Errorf("%s of %s claims that %s, which isn't so: %+v\n%s", at.Path, w.id, claim, truth, dialect.English().Keys(body))
	}
	said := map[string]bool{"success": state.Success, "failed": state.Failed, "expired": state.Expired, "pending": state.Exists, "unknown": true, "": true}
	if !said[status] {
		w.b.t.Errorf("%s of %s is %s, which the gateway never said: %+v", at.Path, w.id, status, state)
	}
	if w.toldPaid && status != "success" {
		w.b.t.Errorf("%s of %s is %q, after this browser was told that it is paid", at.Path, w.id, status)
	}
	w.toldPaid = w.toldPaid || status == "success"
	if payee := dialect.Payee(body); w.payee != "" && payee != w.payee {
		w.b.t.Errorf("%s of %s: who is paid changes from %q to %q", at.Path, w.id, w.payee, payee)
	} else if payee != "" {
		w.payee = payee
	}
}

// hookIn is a data- attribute of the page's main element.
func hookIn(body, name string) string {
	_, main, _ := strings.Cut(body, "<main ")
	main, _, _ = strings.Cut(main, ">")
	_, value, _ := strings.Cut(main, " data-"+name+`="`)
	value, _, _ = strings.Cut(value, `"`)
	return value
}

// says reports whether the page, in the language of keys, has the message.
func says(p *browser.Page, key string) bool {
	return strings.Contains(p.Body, i18n.KeyBegin+key+i18n.KeyEnd)
}

// saysAny reports whether it has one that begins so.
func saysAny(p *browser.Page, prefix string) bool {
	return strings.Contains(p.Body, i18n.KeyBegin+prefix)
}
