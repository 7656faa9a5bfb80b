package handlers_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/application"
	"payapp/internal/testing/browser"
	"payapp/internal/testing/racing"
)

// tight is an application whose gateway allows so little that people wait, and
// which believes this machine's proxies where customers come from.
func tight(rate float64) func(*application.Config) {
	return func(c *application.Config) {
		c.Rate, c.Patience, c.NamePatience = rate, 0, 0
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	}
}

// from is a customer of an address of its own.
func (w *world) from(address string) *browser.Browser {
	b := w.browser()
	b.Headers.Set("X-Forwarded-For", address)
	return b
}

// arrive enters and goes on as the page says until the shop's options are there.
// waited tells how often a page said to wait.
func arrive(t *testing.T, b *browser.Browser, link url.Values) (waited int) {
	t.Helper()
	p := b.Enter(link)
	for ; p.Hook("page") == "waiting"; waited++ {
		if p.Status != http.StatusOK || !strings.Contains(p.Body, `http-equiv="refresh"`) {
			t.Errorf("waiting is %d and doesn't go on by itself", p.Status)
		}
		p = b.Get(p.URL.Path)
	}
	if p.Status != http.StatusOK || p.Hook("page") != "options" {
		t.Errorf("got %d %q %q", p.Status, p.Hook("page"), p.Hook("problem"))
	}
	return waited
}

// Fault 47, "60 honest newcomers of one shop in one second → all served in turn,
// a page that says so meanwhile; none is turned away".
func TestFault47_SixtyNewcomersAtOnce(t *testing.T) {
	untilSomebodyWaits(t, 10, func(rate float64) (waited int) {
		w := setup(t, tight(rate))
		var waits atomic.Int64
		var all sync.WaitGroup
		for n := range 60 {
			b, link := w.from(fmt.Sprintf("203.0.113.%d", n+1)), w.link("10", "THB")
			all.Go(func() { waits.Add(int64(arrive(t, b, link))) })
		}
		all.Wait()
		return int(waits.Load())
	})
}

// untilSomebodyWaits has a crowd come to a gateway that allows the rate. Where
// nobody had to wait the machine was too slow for it to be a crowd, which shows
// nothing: it comes again, to half as much.
func untilSomebodyWaits(t *testing.T, rate float64, crowd func(rate float64) (waited int)) {
	t.Helper()
	for crowd(rate) == 0 {
		if rate /= 2; rate < 0.1 {
			t.Fatal("nobody had to wait, however little the gateway allows")
		}
	}
}

// Fault 46, "forged tokens that claim a shop → that shop's new customers, and
// every other shop's, get their first page", while the forgers go on. That it
// takes two seconds at most is measured where time is virtual.
func TestFault46_ForgersKeepNobodyOut(t *testing.T) {
	t.Parallel()
	for _, forger := range racing.Part(3, []struct {
		name    string
		address func(n int) string
	}{
		{"six addresses", func(n int) string { return fmt.Sprintf("198.51.100.%d", n%6+1) }},
		{"six /64s of one /56", func(n int) string { return fmt.Sprintf("2001:db8:1:%x::%x", n%6, n+1) }},
		{"an address every time", func(n int) string { return fmt.Sprintf("192.0.%d.%d", n/250%250, n%250+1) }},
	}) {
		t.Run(forger.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, tight(10))
			busy, over := make(chan struct{}), make(chan struct{})
			var forged atomic.Int64
			var forgers sync.WaitGroup
			for range 6 {
				forgers.Go(func() {
					for {
						select {
						case <-over:
							return
						default:
						}
						n := int(forged.Add(1))
						if n == 60 {
							close(busy)
						}
						link := w.link("10", "THB", "token", unsigned(fmt.Sprintf(`{"merchantCode":"DEMO","exp":99999999999,"n":%d}`, n)))
						w.from(forger.address(n)).Enter(link)
					}
				})
			}
			<-busy
			for n := range 4 {
				merchant := []string{"DEMO", "DEMO-BANKS"}[n%2]
				b, link := w.from(fmt.Sprintf("203.0.113.%d", n+1)), w.link("10", "THB", "merchantCode", merchant)
				arrive(t, b, link)
			}
			close(over)
			forgers.Wait()
		})
	}
}

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
