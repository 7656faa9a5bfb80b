package handlers_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/netip"
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

// A flood of reports is dropped, and counted. One address can't use up what there is
// for all.
func TestBrowserReportsAreBounded(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := setup(t, func(c *application.Config) {
		c.Metrics, c.TrustedProxies = registry, []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	})
	post := func(from string) int {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.app.URL+"/reports", strings.NewReader(`[]`))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("X-Forwarded-For", from)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	want := func(what string, status, dropped int, from string) {
		t.Helper()
		if got := post(from); got != status || counters(t, registry, "payapp_browser_reports_total")[" dropped"] != float64(dropped) {
			t.Fatalf("%s: got %d, counted %v; want %d, %d dropped", what, got, counters(t, registry, "payapp_browser_reports_total"), status, dropped)
		}
	}
	for n := range 20 {
		want("one network within its limit", http.StatusNoContent, 0, fmt.Sprintf("2001:db8::%x", n+1))
	}
	want("one network beyond it", http.StatusTooManyRequests, 1, "2001:db8::ffff")
	for n := range 80 {
		want("others", http.StatusNoContent, 1, fmt.Sprintf("198.51.100.%d", n))
	}
	want("everybody's limit", http.StatusTooManyRequests, 2, "203.0.113.5")
	w.clock.advance(time.Second)
	want("later", http.StatusNoContent, 2, "2001:db8::1")
	want("twice within a second", http.StatusTooManyRequests, 3, "2001:db8::2")
}
