package handlers_test

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"payapp/internal/testing/browser"
	"payapp/internal/testing/racing"
)

// trouble is what a gateway that is down does to a call.
var trouble = map[string]http.HandlerFunc{
	"503": func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusServiceUnavailable) },
	"500, HTML": func(rw http.ResponseWriter, _ *http.Request) {
		http.Error(rw, "<html>oops", http.StatusInternalServerError)
	},
	"reset":     func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	"200, HTML": func(rw http.ResponseWriter, _ *http.Request) { _, _ = rw.Write([]byte("<html>maintenance")) },
	"302":       func(rw http.ResponseWriter, r *http.Request) { http.Redirect(rw, r, "/maintenance", http.StatusFound) },
	"nothing":   func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusOK) },
	"404":       func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusNotFound) },
	"torn apart": func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Length", "99")
		_, _ = rw.Write([]byte("{"))
	},
}

// Fault 45, "gateway down → 99.95 % of page requests still answer below 500,
// with what is known": here all of them, wherever the customers are, whatever
// they press, and also on a replica that knows nothing.
func TestFault45_EveryPageAnswersWhileTheGatewayIsDown(t *testing.T) {
	t.Parallel()
	for _, name := range racing.Part(3, slices.Sorted(maps.Keys(trouble))) {
		t.Run(name, func(t *testing.T) {
			w := setup(t)
			customers := w.everywhere()
			w.calls.replace(trouble[name])
			pages := 0
			look := func(b *browser.Browser, method, target string, form url.Values) *browser.Page {
				pages++
				p := b.Do(method, target, form)
				if p.Status >= 500 || strings.HasPrefix(target, "/pay/") && !strings.HasSuffix(target, "/events?once=1") && p.Hook("page") == "" {
					t.Errorf("%s %.30s: %d %q", method, target, p.Status, p.Hook("page"))
				}
				return p
			}
			for _, restarted := range []bool{false, true} {
				if restarted {
					w.restart(discard())
				}
				for _, wait := range []time.Duration{time.Second, time.Minute, 4 * time.Minute} {
					w.clock.advance(wait)
					for step, c := range customers {
						for _, p := range []*browser.Page{look(c.b, http.MethodGet, c.at, nil), look(c.b, http.MethodPost, c.at+"/refresh", url.Values{})} {
							c.stillThere(t, step, p, restarted)
						}
						look(c.b, http.MethodGet, c.at+"/events?once=1", nil)
					}
				}
				for _, c := range customers {
					look(c.b, http.MethodGet, "/?"+c.link.Encode(), nil)
				}
				look(w.browser(), http.MethodGet, "/?"+w.link("10", "THB").Encode(), nil)
			}
			for _, c := range customers { // what they press changes where they are: last
				for _, step := range steps {
					look(c.b, http.MethodPost, c.at+"/"+step, url.Values{"paymentMethodCode": {"PROMPTPAY"}, "accountNumber": {"0801234567"}, "reference": {"432112345678"}})
				}
			}
			if pages < 100 {
				t.Errorf("only %d pages were asked for", pages)
			}
		})
	}
}

// somewhere is a customer in the middle of a payment.
type somewhere struct {
	b    *browser.Browser
	at   string
	link url.Values
}

// everywhere are customers, one at each step of a payment.
func (w *world) everywhere() map[string]somewhere {
	w.t.Helper()
	all := map[string]somewhere{}
	add := func(step string, b *browser.Browser, p *browser.Page, link url.Values) *browser.Page {
		all[step] = somewhere{b, p.URL.Path, link}
		return p
	}
	link := w.link("10", "THB")
	b := w.browser()
	add("options", b, b.Enter(link).Want(200, "options"), link)
	link = w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
	b = w.browser()
	add("details", b, b.Enter(link).Want(200, "details"), link)
	b, p, link := w.onlineReview()
	add("review", b, p, link)
	link = w.link("10", "THB")
	b, p = w.pay(link)
	add("instructions", b, p.Want(200, "instructions"), link)
	link = w.link("10", "THB")
	b, p = w.pay(link)
	add("status", b, b.Press(p, "continue").Want(200, "status"), link)
	link = w.link("10", "THB")
	b, p = w.pay(link)
	w.set(link.Get("idPayin"), "SUCCESS")
	add("success", b, b.Get(p.URL.Path).Want(200, "status").WantHook("status", "success"), link)
	return all
}

// stillThere wants what is known: the end for ever; what there is to pay as long
// as the replica that read it lives; that the payment exists, always.
func (somewhere) stillThere(t *testing.T, step string, p *browser.Page, restarted bool) {
	t.Helper()
	switch {
	case step == "success" && (p.Hook("page") != "status" || p.Hook("status") != "success"):
		t.Errorf("paid, and the page is %q with %q", p.Hook("page"), p.Hook("status"))
	case step == "instructions" && !restarted && !hasPicture(p):
		t.Errorf("the code is gone:\n%s", p.Words())
	case step == "status" && p.Hook("page") != "status":
		t.Errorf("the status page became %q", p.Hook("page"))
	}
	if s := p.Hook("status"); step != "success" && (s == "success" || s == "failed" || s == "expired") {
		t.Errorf("at %s the page says %q", step, s)
	}
	if accepted := step == "instructions" || step == "status" || step == "success"; accepted && p.Has("data-action", "pay") {
		t.Errorf("at %s one can pay again", step)
	}
}
