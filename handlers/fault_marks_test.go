package handlers_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"payapp/internal/application"
	"payapp/internal/testing/browser"
	"payapp/methods"
)

// Fault 44, "Sandbox pages are visibly marked": on every page, those about
// problems included, and on none where money is real.
func TestFault44_EveryPageOfTheSandboxIsMarked(t *testing.T) {
	const mark = "no real money moves here"
	for _, marked := range []bool{true, false} {
		w := setup(t, func(c *application.Config) { c.Sandbox = marked })
		pages := map[string]string{"problem": w.browser().Get("/nothing").Text(), "waiting for nothing": w.browser().Get("/").Text()}
		for step, c := range w.everywhere() {
			pages[step] = c.b.Get(c.at).Text()
		}
		for step, text := range pages {
			if strings.Contains(text, mark) != marked {
				t.Errorf("%s: marked should be %v:\n%s", step, marked, browser.Short(text))
			}
		}
	}
}

// Fault 27, "answer to a creation lost → … read, go on", on a replica whose
// gateway doesn't find what another one has accepted: the cookie knows better,
// with what to pay by, and nobody can pay twice.
func TestFault27_AcceptedAndNotFoundElsewhere(t *testing.T) {
	w := setup(t)
	b, p := w.pay(w.link("10", "THB"))
	at := p.Want(200, "instructions").URL.Path
	w.restart(discard())
	w.proveVersion()
	w.gatewayAnswers(func(r *http.Request) (int, string) {
		if r.Method == "GET" && strings.HasPrefix(r.URL.Path, "/payins/") {
			return 404, `{"code":"NOT_FOUND"}`
		}
		return 0, ""
	})
	for range 3 {
		q := b.Get(at).Want(200, "instructions").WantHook("status", "pending")
		if q.Has("data-action", "pay") || !hasPicture(q) {
			t.Errorf("one can pay again, or not at all:\n%s", q.Words())
		}
		w.clock.advance(time.Minute)
	}
	w.gatewayAnswers(func(*http.Request) (int, string) { return 0, "" })
	b.Get(at).Want(200, "instructions")
}

// Fault 55, "isTest: true → said on every page of that payment", of whichever
// status and by whichever link, and where the payment can't be read any more. The
// sandbox stands for a gateway with test payments; the application is a live one.
func TestFault55_ATestPaymentIsMarkedOnEveryPage(t *testing.T) {
	const mark = "Test payment: no real money is charged."
	live := func(c *application.Config) { c.Sandbox = false }
	for _, isTest := range []bool{true, false} {
		w := setup(t, live)
		w.reword(func(body string) string {
			return strings.ReplaceAll(body, `"isTest":true`, `"isTest":`+strconv.FormatBool(isTest))
		})
		see := func(what string, p *browser.Page, page string) {
			t.Helper()
			p.Want(200, page)
			if strings.Contains(p.Text(), mark) != isTest {
				t.Errorf("isTest %v: %s:\n%s", isTest, what, p.Words())
			}
		}
		for code, pages := range map[string][2]string{
			"PROMPTPAY THB": {"instructions", "status"}, "P2A_V2 INR": {"instructions", "reference"}, "ONLINE THB": {"status", "status"},
		} {
			method, currency, _ := strings.Cut(code, " ")
			m, _ := methods.Default().Find(method, currency)
			b, p, link := w.payBy(t, m)
			at, id := p.URL.Path, link.Get("idPayin")
			w.clock.advance(time.Minute)
			see(code+", to be paid", b.Press(b.Get(at), "refresh"), pages[0])
			if pages[0] == "instructions" {
				see(code+", said paid", b.Press(b.Get(at), "continue"), pages[1])
			}
			_, q := w.openStatusLink(id, amountOf(currency), currency, time.Hour)
			see(code+", by a status link", q, "status")
			w.restart(discard(), live)
			w.clock.advance(time.Hour) // the token's time is over
			see(code+", nothing can be read", b.Get(at), pages[1])
		}
		for _, status := range []string{"SUCCESS", "REFUSED", "EXPIRED"} {
			m, _ := methods.Default().Find("PROMPTPAY", "THB")
			b, p, link := w.payBy(t, m)
			w.set(link.Get("idPayin"), status)
			see(status, b.Get(p.URL.Path), "status")
			c, q := w.openStatusLink(link.Get("idPayin"), amountOf("THB"), "THB", time.Minute)
			see(status+", by a status link", q, "status")
			w.restart(discard(), live)
			w.clock.advance(50 * time.Minute)
			see(status+", nothing can be read", b.Get(p.URL.Path), "status")
			see(status+", nothing can be read by a status link", c.Get(q.URL.Path), "status")
		}
	}
}
