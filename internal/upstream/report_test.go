package upstream

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// A failed call is logged once, however often it was retried, with operation,
// kind and duration, and counted under the same names.
func TestAFailedCallIsToldOnce(t *testing.T) {
	for status, c := range map[int]struct{ outcome, level string }{
		503: {"unavailable", "WARN"}, 400: {"invalid", "WARN"}, 401: {"unauthorized", "DEBUG"},
	} {
		synctest.Test(t, func(t *testing.T) {
			registry := prometheus.NewRegistry()
			client, gateway, log := setup(t, Config{Metrics: registry})
			gateway.fail(status)
			gateway.slow(time.Second)
			if _, err := client.Options(t.Context(), customer(1), tenBaht, since(15*time.Minute)); err == nil {
				t.Fatal("no error")
			}
			time.Sleep(time.Minute) // retries end
			var told []string
			for line := range strings.Lines(log.String()) {
				if strings.Contains(line, `msg="gateway call"`) {
					told = append(told, line)
				}
			}
			if c.level == "DEBUG" { // not logged here: anybody can forge a token
				if len(told) != 0 {
					t.Errorf("%d: told %q", status, told)
				}
			} else if len(told) != 1 || !strings.Contains(told[0], "level="+c.level) ||
				!strings.Contains(told[0], "operation=options outcome="+c.outcome) || !strings.Contains(told[0], "took_ms=") {
				t.Errorf("%d: told %q", status, told)
			}
			if n := measured(t, registry, "payapp_gateway_calls_total", "options", c.outcome); n != 1 {
				t.Errorf("%d: counted %v times", status, n)
			}
		})
	}
}

// Words that are no interface's are counted by their assumption's name, at each answer.
func TestAStrangeWordIsCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		registry := prometheus.NewRegistry()
		client, gateway, _ := setup(t, Config{Metrics: registry})
		if _, err := client.Create(t.Context(), customer(1), "order-1", payinRequest, payinSent); err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"PENDING", "AWAITING_TRANSFER", "UNDER_REVIEW"} {
			gateway.set("order-1", word)
			time.Sleep(time.Minute)
			if _, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now()); err != nil {
				t.Fatal(err)
			}
		}
		if n := measured(t, registry, "payapp_assumption_differs_total"); n != 2 {
			t.Errorf("counted %v times, want 2", n)
		}
	})
}
