package handlers_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/application"
)

// What browsers report is counted by kind, in bounded labels. Nobody's address or
// query is written down, only the host of what was blocked.
func TestBrowserReports(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := setup(t, func(c *application.Config) { c.Metrics = registry })
	at := w.app.URL + "/reports"
	const page = `"https://pay.example/?token=SECRET&q=typed"`
	for _, c := range []struct {
		kind, body string
		status     int
	}{
		{"application/csp-report", `{"csp-report":{"document-uri":` + page + `,"effective-directive":"script-src-elem","blocked-uri":"https://skimmer.example/x.js?card=4111"}}`, 204},
		{"application/csp-report", `{"csp-report":{"document-uri":` + page + `,"violated-directive":"img-src 'self'","blocked-uri":"inline"}}`, 204},
		{"application/reports+json", `[{"type":"csp-violation","url":` + page + `,"body":{"effectiveDirective":"require-trusted-types-for","blockedURL":"trusted-types-sink","sample":"SECRET"}},
			{"type":"network-error","url":` + page + `,"body":{"phase":"connection","type":"tcp.reset"}},
			{"type":"network-error","url":` + page + `,"body":{"phase":"SECRET"}}, {"type":"SECRET","body":{}}]`, 204},
		{"application/reports+json", `[` + strings.Repeat(`{"type":"network-error","body":{"phase":"dns"}},`, 99) + `{}]`, 204},
		{"application/reports+json", `{"a":"SECRET"}`, 400},
		{"application/reports+json", `nonsense`, 400},
		{"application/reports+json", `[` + strings.Repeat(" ", 70<<10) + `]`, 413},
	} {
		r := w.post(at, c.kind, strings.NewReader(c.body))
		wantStatus(t, r, c.status)
	}
	want := map[string]float64{
		"script-src-elem csp-violation": 1, "img-src csp-violation": 1, "require-trusted-types-for csp-violation": 1, "connection network-error": 1,
		"other network-error": 1, " other": 1, "dns network-error": 32, " unreadable": 2,
	}
	if got := counters(t, registry, "payapp_browser_reports_total"); !maps.Equal(got, want) {
		t.Errorf("counted %v, want %v", got, want)
	}
	log := w.log.String()
	if strings.Count(log, `msg="browser report"`) != 1 || !strings.Contains(log, "blocked=skimmer.example") {
		t.Errorf("told as: %s", lineWith(log, `msg="browser report"`))
	}
	for _, never := range []string{"SECRET", "typed", "4111", "x.js"} {
		if strings.Contains(log, never) {
			t.Errorf("%q is in the log: %s", never, lineWith(log, never))
		}
	}
}

// A flood of reports is dropped, and counted.
func TestBrowserReportsAreBounded(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := setup(t, func(c *application.Config) { c.Metrics = registry })
	post := func() int {
		return w.post(w.app.URL+"/reports", "application/reports+json", strings.NewReader(`[]`)).StatusCode
	}
	for range 100 {
		if got := post(); got != http.StatusNoContent {
			t.Fatalf("got %d within the limit", got)
		}
	}
	if got := post(); got != http.StatusTooManyRequests || counters(t, registry, "payapp_browser_reports_total")[" dropped"] != 1 {
		t.Errorf("beyond the limit: got %d, counted %v", got, counters(t, registry, "payapp_browser_reports_total"))
	}
	w.clock.advance(time.Second)
	if got := post(); got != http.StatusNoContent {
		t.Errorf("later: got %d", got)
	}
}
