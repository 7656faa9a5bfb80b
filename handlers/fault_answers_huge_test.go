package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"payapp/internal/session"
	"payapp/methods"
)

// Fault 52, "50,000 operators, 60,000 steps, 1 MiB strings in an answer → capped,
// linear, bounded in bytes": the pages of such answers are pages that one can use.
func TestFault52_PagesOfHugeAnswersAreBounded(t *testing.T) {
	const most = 1 << 20 // bytes of a page, of which two thousand operators are most
	w := setup(t)
	var list strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&list, `{"code":"A%d"},`, i)
	}
	operators := `"paymentOperators":[` + strings.TrimSuffix(list.String(), ",") + `]`
	steps := `"paymentInstructionList":[{"title":"ATM","steps":[` + strings.TrimSuffix(strings.Repeat(`"s",`, 60_000), ",") + `]}]`
	text := `"reference":"` + strings.Repeat("x", 1<<19) + `"`
	w.reword(func(body string) string {
		body = regexp.MustCompile(`"paymentInstructionList":\[.*?\]\}\]`).ReplaceAllString(body, steps)
		return regexp.MustCompile(`"reference":"[^"]*"`).ReplaceAllString(body, text)
	})
	m, _ := methods.Default().Find("VAPAY", "IDR")
	b, p, _ := w.payBy(t, m)
	p.Want(200, "instructions")
	if n := strings.Count(p.Body, "<li>s</li>"); len(p.Body) > most || n > 100 || !p.Has("data-row", "accountNumber") {
		t.Errorf("%d bytes with %d steps", len(p.Body), n)
	}
	if n := cookieBytes(w, b, p.URL.Path); n > session.MaxTotal {
		t.Errorf("%d bytes of cookies", n)
	}
	if n := w.header.Load(); n < 3<<10 || n > 10<<10 { // deploy/proxy and its test
		t.Errorf("an answer had %d bytes of headers, where proxies let 10 KB through", n)
	}
	w.reword(func(body string) string {
		return regexp.MustCompile(`("paymentMethodCode":"ONLINE",)"paymentOperators":\[[^\]]+\]`).ReplaceAllString(body, "$1"+operators)
	})
	b = w.browser()
	p = b.Enter(w.link("10", "THB", "paymentMethodCode", "ONLINE", "idPayin", "huge-1")).Want(200, "options")
	if n := strings.Count(p.Body, `name="paymentOperatorCode" value="A`); n == 0 || n > 2000 || len(p.Body) > most {
		t.Errorf("%d bytes with %d operators", len(p.Body), n)
	}
}

// Fault 56, "the gateway answers 404 for our version → … status unknown; never
// not started", for a status link and for a payment that is known.
func TestFault56_AVersions404IsNoStatus(t *testing.T) {
	for _, says := range []string{`{"message":"The X-API-Version header is missing."}`, `{"code":"NOT_FOUND"}`, ""} {
		w := setup(t)
		m, _ := methods.Default().Find("PROMPTPAY", "THB")
		b, p, link := w.payBy(t, m)
		w.restart(discard())
		w.clock.advance(time.Minute)
		w.gatewayAnswers(func(*http.Request) (int, string) { return 404, says })
		b.Get(p.Want(200, "instructions").URL.Path).Want(200, "instructions").WantHook("status", "unknown")
		query := url.Values{"idPayin": {link.Get("idPayin")}, "token": {link.Get("token")}, "currencyCode": {"THB"}}
		w.browser().Get("/status?"+query.Encode()).Want(200, "status").WantHook("status", "unknown")
	}
}
