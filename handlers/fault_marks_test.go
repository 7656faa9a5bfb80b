package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"payapp/internal/application"
)

// Fault 44, "Sandbox pages are visibly marked": on every page, those about
// problems included, and on none where money is real.
func TestFault44_EveryPageOfTheSandboxIsMarked(t *testing.T) {
	const mark = "no real money moves here"
	for _, marked := range []bool{true, false} {
		w := setup(t, func(c *application.Config) { c.Sandbox = marked })
		pages := map[string]string{"problem": w.browser().Get("/nothing").Text(), "waiting for nothing": w.browser().Get("/").Text()}
		for stage, c := range w.everywhere() {
			pages[stage] = c.b.Get(c.at).Text()
		}
		for stage, text := range pages {
			if strings.Contains(text, mark) != marked {
				t.Errorf("%s: marked should be %v:\n%s", stage, marked, text)
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
	w.gatewayAnswers(func(r *http.Request) (int, string) {
		if r.Method == "GET" && strings.HasPrefix(r.URL.Path, "/payins/") {
			return 404, `{"code":"NOT_FOUND"}`
		}
		return 0, ""
	})
	for range 3 {
		q := b.Get(at).Want(200, "instructions").WantHook("status", "pending")
		if q.Has("data-action", "pay") || !hasPicture(q) {
			t.Errorf("one can pay again, or not at all:\n%s", q.Text())
		}
		w.clock.advance(time.Minute)
	}
	w.gatewayAnswers(func(*http.Request) (int, string) { return 0, "" })
	b.Get(at).Want(200, "instructions")
}
