package handlers_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/application"
	"payapp/sandbox"
)

// rewrite puts change between the application and the gateway: every body of
// the method goes through it on its way.
func (w *world) rewrite(method string, change func(body string) string) {
	gateway := w.box.Handler()
	w.calls.replace(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.Method == method {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				w.t.Error(err)
			}
			changed := change(string(body))
			r.Body, r.ContentLength = io.NopCloser(bytes.NewBufferString(changed)), int64(len(changed))
		}
		gateway.ServeHTTP(rw, r)
	}))
}

// Two browsers press Pay at the same moment: the second's creation joins the
// first's and gets its payment, not a conflict.
func TestFault19_JoinedCreationOfAnotherMethod(t *testing.T) {
	w := setup(t)
	w.rewrite(http.MethodPost, func(body string) string { return strings.Replace(body, "PROMPTPAY", "OFFLINE", 1) })
	_, p := w.pay(w.link("10", "THB"))
	p.Want(200, "instructions").WantHook("method", "OFFLINE")
	if !strings.Contains(p.Text(), "already started with Bank transfer") {
		t.Errorf("the customer isn't told what was started:\n%s", p.Words())
	}
}

// The gateway goes on echoing a landing whose signature no key verifies any
// more: it must not become the way back to the shop, since it leads here.
func TestReturnNeverLeadsBackToOurselves(t *testing.T) {
	const public = "https://pay.example"
	w := setup(t, func(c *application.Config) { c.PublicURL = public })
	link := w.link("10", "THB")
	_, p := w.pay(link)
	if got := p.Want(200, "instructions").Link("return"); got != link.Get("returnUrl") {
		t.Fatalf("return leads to %q", got)
	}
	w.keys = [][]byte{randomKey()}
	w.restart(discard(), func(c *application.Config) { c.PublicURL = public })

	id := link.Get("idPayin")
	token, err := w.box.SignToken(t.Context(), sandbox.TokenSpec{MerchantCode: "DEMO", IDPayin: id, Operations: []string{"GET /payins/" + id}})
	if err != nil {
		t.Fatal(err)
	}
	status := url.Values{"idPayin": {id}, "token": {token}, "currencyCode": {"THB"}}
	p = w.browser().Get("/status?"+status.Encode()).Want(200, "status")
	if got := p.Link("return"); strings.HasPrefix(got, public) {
		t.Errorf("a status link's return leads to %q", got)
	}
	p = w.browser().Enter(with(link, "returnUrl", "https://shop.example/another")).Want(200, "instructions")
	if got := p.Link("return"); got != "https://shop.example/another" {
		t.Errorf("return leads to %q", got)
	}
}

// A gateway that invents methods fills neither memory nor log nor metrics.
func TestUnknownMethodsDoNotFillTheLog(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := setup(t, func(c *application.Config) { c.Metrics = registry })
	var options strings.Builder
	for n := range 5000 {
		fmt.Fprintf(&options, `,{"paymentMethodCode":"NEW_%d"}`, n)
	}
	w.gatewayOffers(`{"paymentMethodCode":"PROMPTPAY"}` + options.String())
	for range 2 {
		w.browser().Enter(w.link("10", "THB")).Want(200, "details")
	}
	if n := strings.Count(w.log.String(), "the catalogue doesn't have"); n == 0 || n > 100 {
		t.Errorf("%d lines about unknown methods", n)
	}
	counted := counters(t, registry, "payapp_unknown_methods_total")
	if len(counted) > 101 || counted["other THB"] == 0 {
		t.Errorf("%d counters, %v in the one for the rest", len(counted), counted["other THB"])
	}
}

// Methods that are left out are counted, and told once, also where nothing is
// left to choose: that is when somebody looks for them.
func TestFault32_UnknownMethodsAreCounted(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := setup(t, func(c *application.Config) { c.Metrics = registry })
	w.gatewayOffers(`{"paymentMethodCode":"TELEPORT"},{"paymentMethodCode":"PIXQR"}`)
	for range 3 {
		w.browser().Enter(w.link("10", "THB")).Want(200, "problem").WantHook("problem", "options-unsupported")
	}
	want := map[string]float64{"TELEPORT THB": 3, "PIXQR THB": 3}
	if diff := cmp.Diff(want, counters(t, registry, "payapp_unknown_methods_total")); diff != "" {
		t.Errorf("counted (-want +got):\n%s", diff)
	}
	for _, code := range []string{"TELEPORT", "PIXQR"} {
		if n := strings.Count(w.log.String(), "code="+code); n != 1 {
			t.Errorf("%s is told %d times", code, n)
		}
	}
}

// gatewayOffers answers the payment options.
func (w *world) gatewayOffers(list string) {
	w.gatewayAnswers(func(r *http.Request) (int, string) {
		if !strings.HasSuffix(r.URL.Path, "/!availablePaymentOptions") {
			return 0, ""
		}
		return 200, `{"data":[` + list + `]}`
	})
}

// counters are those of a metric, by their labels' values.
func counters(t *testing.T, registry *prometheus.Registry, name string) map[string]float64 {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	counted := map[string]float64{}
	for _, family := range families {
		if family.GetName() != name {
			continue
		}
		for _, m := range family.GetMetric() {
			var labels []string
			for _, l := range m.GetLabel() {
				labels = append(labels, l.GetValue())
			}
			counted[strings.Join(labels, " ")] = m.GetCounter().GetValue()
		}
	}
	return counted
}

// A proxy that nobody named makes all customers one address: the operator is
// told, and not by every request.
func TestForgottenProxyIsToldOnce(t *testing.T) {
	w := setup(t)
	told := func() int { return strings.Count(w.log.String(), "PAYAPP_TRUSTED_PROXIES") }
	w.browser().Enter(w.link("10", "THB")).Want(200, "options")
	if told() != 0 {
		t.Error("told without a proxy")
	}
	for range 3 {
		b := w.browser()
		b.Headers.Set("X-Forwarded-For", "203.0.113.7")
		b.Enter(w.link("10", "THB")).Want(200, "options")
	}
	if told() != 1 {
		t.Errorf("told %d times", told())
	}
}

// Whoever hangs up doesn't make an error of it: a page of theirs has the status
// that it would have had, and nobody is called at night.
func TestHangingUpIsNoError(t *testing.T) {
	w := setup(t)
	ctx, hangUp := context.WithCancel(t.Context())
	hangUp()
	for name, c := range map[string]struct {
		request *http.Request
		status  int
	}{
		"a page":                {httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil), http.StatusBadRequest},
		"a form without an end": {httptest.NewRequestWithContext(ctx, http.MethodPost, "/", iotest.ErrReader(io.ErrUnexpectedEOF)), http.StatusBadRequest},
	} {
		c.request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		answer := httptest.NewRecorder()
		(*w.replica.Load()).ServeHTTP(answer, c.request)
		if answer.Code != c.status || !strings.Contains(answer.Body.String(), "<main") {
			t.Errorf("%s: got %d with %d bytes; want a page with %d", name, answer.Code, answer.Body.Len(), c.status)
		}
	}
	if log := w.log.String(); strings.Contains(log, "level=ERROR") {
		t.Errorf("logged as an error: %s", lineWith(log, "level=ERROR"))
	}
}

// A Location or a cookie's path made of a stranger's address is still one: what
// was escaped stays escaped.
func TestAddressesOfStrangersStayEscaped(t *testing.T) {
	w := setup(t)
	for target, want := range map[string]string{
		"/return/x%23y":         "/pay/x%23y?returned=1",
		"/return/x%3Fy":         "/pay/x%3Fy?returned=1",
		"/pay/x%23y/pay":        "/pay/x%23y",
		"/status/x%23y/refresh": "/status/x%23y",
	} {
		if got := raw(w.browser()).Get(target).Header.Get("Location"); got != want {
			t.Errorf("%s leads to %q, want %q", target, got, want)
		}
	}
}
