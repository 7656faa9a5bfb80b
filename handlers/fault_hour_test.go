package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/application"
)

// Fault 60, "every gateway call fails for an hour → red in the metrics and the
// log, calm on the pages, and everything right by itself afterwards".
func TestFault60_AnHourOfFailures(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := setup(t, func(c *application.Config) { c.Metrics = registry })
	w.clock.advance(-time.Hour) // tokens are signed for thirty minutes from now on
	link := w.link("10", "THB")
	link.Set("token", w.tokenFor(link.Get("idPayin"), "10", "THB", 3*time.Hour))
	b, p := w.pay(link)
	p = b.Press(p.Want(200, "instructions"), "continue").Want(200, "status")
	before := failures(t, registry)
	w.gatewayAnswers(func(*http.Request) (int, string) { return http.StatusInternalServerError, "" })
	for range 12 {
		w.clock.advance(5 * time.Minute)
		q := b.Press(p, "refresh").Want(200, "status")
		if s := q.Hook("status"); s != "unknown" && s != "pending" && s != "expired" {
			t.Errorf("the page says %q", s)
		}
	}
	if after := failures(t, registry); after <= before {
		t.Error("no failure is counted")
	}
	if log := w.log.String(); !strings.Contains(log, "level=WARN") && !strings.Contains(log, "level=ERROR") {
		t.Error("the log doesn't tell")
	}
	w.gatewayAnswers(func(*http.Request) (int, string) { return 0, "" })
	w.set(link.Get("idPayin"), "SUCCESS")
	for q := b.Get(p.URL.Path); q.Hook("status") != "success"; q = b.Get(p.URL.Path) { // as the page does by itself
		q.Want(200, "status")
		w.clock.advance(time.Second)
	}
}

// failures are the calls of the gateway that came to nothing.
func failures(t *testing.T, registry *prometheus.Registry) (n float64) {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		if family.GetName() != "payapp_gateway_calls_total" {
			continue
		}
		for _, m := range family.GetMetric() {
			for _, l := range m.GetLabel() {
				if l.GetName() == "outcome" && l.GetValue() == "unavailable" {
					n += m.GetCounter().GetValue()
				}
			}
		}
	}
	return n
}
