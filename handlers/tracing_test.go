package handlers_test

import (
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"payapp/internal/application"
	"payapp/internal/testing/collector"
	"payapp/internal/tracing"
)

// Requests and calls of the gateway are traced; the gateway gets the trace and
// the code that the customer would quote. No span has a token, what was typed, an
// address's query or where the customer is, and those of a forged link haven't
// either.
func TestTracesOfAPayment(t *testing.T) {
	to := collector.New(t)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", to.URL)
	var traces *tracing.Tracing
	w := setupAlone(t, false, func(c *application.Config) {
		traces = tracing.Start("test", c.Logger)
		c.Tracing = traces
	})
	var mu sync.Mutex
	heads := map[string]http.Header{} // by X-Request-Id
	w.gatewayAnswers(func(r *http.Request) (int, string) {
		mu.Lock()
		defer mu.Unlock()
		heads[r.Header.Get("X-Request-Id")] = r.Header
		return 0, ""
	})
	link := w.link("99", "THB", "emailAddress", "ann@example.org", "firstName", "Annabel")
	b := w.browser()
	b.Headers.Set("User-Agent", "Annas-Phone")
	p := b.Press(b.Enter(link).Want(200, "options"), "continue", "paymentMethodCode", "PROMPTPAY")
	p = b.Press(p, "pay", "accountNumber", "0801234567")
	b.Get(p.URL.Path + "?q=Kasikorn")
	forged := w.link("98", "THB")
	forged.Set("token", forged.Get("token")+"x")
	w.browser().Enter(forged).Want(403, "problem")
	traces.Close(t.Context())

	kinds := map[string]int{}
	for _, span := range to.Spans() {
		kinds[span.Kind+" "+span.Name]++
		if span.Kind != "SPAN_KIND_CLIENT" {
			continue
		}
		mu.Lock()
		head := heads[span.Attributes["payapp.request_id"]]
		mu.Unlock()
		if !strings.Contains(head.Get("Traceparent"), span.Trace) {
			t.Errorf("the gateway got %v for %+v", head, span)
		}
	}
	for _, want := range []string{"SERVER GET /", "SERVER GET /pay/:ref", "SERVER POST /pay/:ref/pay", "CLIENT POST /payins/{id}", "CLIENT GET /payins/{id}"} {
		if kinds["SPAN_KIND_"+want] == 0 {
			t.Errorf("no span %s in %v", want, kinds)
		}
	}
	for _, never := range []string{link.Get("token"), "ann@example", "Annabel", "0801234567", "Kasikorn", "127.0.0.1:", "Annas-Phone", "?", "Bearer"} {
		if strings.Contains(to.Text(), never) {
			t.Errorf("%q is in a span:\n%s", never, to.Text())
		}
	}
	codes := regexp.MustCompile(`support_code=([A-Z0-9-]{14})`).FindAllStringSubmatch(w.log.String(), -1)
	found := 0
	for _, code := range codes {
		if heads[code[1]] != nil {
			found++
		}
	}
	if found == 0 {
		t.Errorf("none of %d support codes was sent to the gateway", len(codes))
	}
	if line := lineWith(w.log.String(), "route=/pay/:ref/pay"); !strings.Contains(line, "trace=") {
		t.Errorf("no trace in %s", line)
	}
}
