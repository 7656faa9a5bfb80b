package upstream

import (
	"net/http"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/known"
)

// Fault 35: the Date of answers, which may be a proxy's, moves nothing but a
// metric, and one line of the log a day.
func TestFault35_AForeignDateDecidesNothing(t *testing.T) {
	type seen struct {
		told  []known.Payment
		reads int
	}
	live := func(t *testing.T, ahead time.Duration) (s seen, log string, gauge float64) {
		synctest.Test(t, func(t *testing.T) {
			registry := prometheus.NewRegistry()
			client, gateway, journal := setup(t, Config{Metrics: registry})
			gateway.ahead = ahead
			told, err := client.Create(t.Context(), customer(1), "order-1", payinRequest, payinSent)
			if err != nil {
				t.Fatal(err)
			}
			s.told = append(s.told, told)
			stop := client.Watch(customer(1), "order-2", "ref", time.Now(), func() {})
			for _, status := range []string{"PENDING", "EXPIRED", "SUCCESS"} {
				gateway.set("order-1", status)
				time.Sleep(time.Minute)
				for range 2 { // the second is fresh
					told, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now())
					if err != nil {
						t.Fatal(err)
					}
					s.told = append(s.told, told)
				}
			}
			stop()
			s.reads, log = gateway.count("GET /payins/order-1"), journal.String()
			gauge = measured(t, registry, "payapp_gateway_clock_ahead_seconds")
		})
		return s, log, gauge
	}
	want, _, _ := live(t, 0)
	if want.reads != 3 || len(want.told) != 7 {
		t.Fatalf("%d reads, %d answers", want.reads, len(want.told))
	}
	for ahead, lines := range map[time.Duration]int{
		30 * time.Second: 0, -known.Tolerance + time.Second: 0, 10 * time.Minute: 1, -2 * time.Hour: 1, 30 * time.Hour: 1, -400 * 24 * time.Hour: 1,
	} {
		got, log, gauge := live(t, ahead)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%v ahead:\ngot  %+v\nwant %+v", ahead, got, want)
		}
		if got := strings.Count(log, "clock and the gateway's differ"); got != lines {
			t.Errorf("%v ahead: told %d times, want %d", ahead, got, lines)
		}
		if gauge < ahead.Seconds()-1 || gauge > ahead.Seconds() {
			t.Errorf("%v ahead: measured %v s", ahead, gauge)
		}
	}
}

// A Date leaves more time to pay, never less, and only by what clocks that are kept
// differ by; the largest counts, for a while.
func TestHowFarTheGatewaysClockIsBehind(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	var b behind
	for n, step := range []struct{ after, by, want time.Duration }{
		{0, 20 * time.Second, 0},
		{0, -2 * time.Minute, 0},
		{0, 2 * time.Minute, 2 * time.Minute},
		{time.Minute, 0, 2 * time.Minute},
		{time.Minute, 3 * time.Minute, 3 * time.Minute},
		{9 * time.Minute, time.Minute, 3 * time.Minute},
		{2 * time.Minute, time.Minute, time.Minute},
		{0, 6 * time.Minute, time.Minute},
		{11 * time.Minute, 400 * 24 * time.Hour, 0},
	} {
		now = now.Add(step.after)
		b.note(step.by, now)
		if got := time.Duration(b.by.Load()); got != step.want {
			t.Errorf("step %d: got %s, want %s", n, got, step.want)
		}
	}
}

// While the clock hasn't caught up with the time from which it was set back,
// answers are as old as they are, and whoever asks is answered.
func TestAClockThatIsSetBackHoldsNothingUp(t *testing.T) {
	for name, ask := range map[string]func(t *testing.T, client *Client){
		"check now": func(t *testing.T, client *Client) {
			told, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now())
			if err != nil || told.View().Payin.Status != "PROCESSING" {
				t.Errorf("told %s, %v", told.View().Payin.Status, err)
			}
		},
		"a new stream": func(t *testing.T, client *Client) {
			t.Cleanup(client.Watch(customer(1), "order-1", "another ref", time.Now().Add(-time.Hour), func() {}))
		},
		"a callback": func(_ *testing.T, client *Client) { client.Nudge("ref") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var back atomic.Int64
				client, gateway := watching(t, Config{Now: func() time.Time { return time.Now().Round(0).Add(-time.Duration(back.Load())) }})
				if name != "a new stream" {
					defer client.Watch(customer(1), "order-1", "ref", time.Now().Add(-2*time.Hour), func() {})()
				}
				if _, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now()); err != nil {
					t.Fatal(err)
				}
				time.Sleep(5 * time.Second)
				gateway.set("order-1", "PROCESSING")
				back.Store(int64(time.Hour))
				ask(t, client)
				time.Sleep(3 * time.Second)
				if last, err := client.Last(customer(1), "order-1"); err != nil || last.View().Payin.Status != "PROCESSING" || last.AskedAt().After(client.config.Now()) {
					t.Errorf("it is %s at %v by a clock that says %v, %v", last.View().Payin.Status, last.AskedAt(), client.config.Now(), err)
				}
			})
		})
	}
}

// A read that failed just before the clock was set back isn't repeated sooner than
// another one, but not later either.
func TestAFailureOfTheFutureHoldsNothingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var back atomic.Int64
		client, gateway := watching(t, Config{Now: func() time.Time { return time.Now().Round(0).Add(-time.Duration(back.Load())) }})
		gateway.fail(http.StatusNotImplemented)
		if _, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now()); err == nil {
			t.Fatal("the read didn't fail")
		}
		gateway.fail(http.StatusNotFound)
		back.Store(int64(time.Hour))
		time.Sleep(failureLife)
		if _, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now()); err != nil {
			t.Error(err)
		}
	})
}

// measured is the value of a gauge or counter with these labels, in the order of their names.
func measured(t *testing.T, registry *prometheus.Registry, name string, labels ...string) float64 {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			if has := m.GetLabel(); family.GetName() == name && (len(labels) == 0 || has[0].GetValue() == labels[0] && has[1].GetValue() == labels[1]) {
				return m.GetGauge().GetValue() + m.GetCounter().GetValue()
			}
		}
	}
	t.Fatalf("%s isn't measured", name)
	return 0
}
