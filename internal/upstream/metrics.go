package upstream

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"payapp/internal/upstream/limiter"
	"payapp/internal/upstream/replicas"
)

// metrics counts calls between the pages and the gateway. Labels are bounded:
// operations and outcomes are lists of this package.
type metrics struct {
	calls    *prometheus.CounterVec
	limits   prometheus.Counter
	seconds  *prometheus.HistogramVec
	lateness prometheus.Histogram
	age      prometheus.Histogram
	changes  *prometheus.CounterVec
	differs  *prometheus.CounterVec
}

func newMetrics(registry prometheus.Registerer) *metrics {
	factory := promauto.With(registry)
	return &metrics{
		calls: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "payapp_gateway_calls_total",
			Help: "Calls of the gateway's interface, by the outcome of the last attempt; circuit-open was not sent.",
		}, []string{"operation", "outcome"}),
		limits: factory.NewCounter(prometheus.CounterOpts{
			Name: "payapp_gateway_rate_limited_total", Help: "Answers with status 429.",
		}),
		seconds: factory.NewHistogramVec(prometheus.HistogramOpts{
			Name: "payapp_gateway_call_seconds", Help: "Time of a call, time in line and retries included.", Buckets: limiter.WaitBuckets,
		}, []string{"operation"}),
		lateness: factory.NewHistogram(prometheus.HistogramOpts{
			Name: "payapp_gateway_poll_late_seconds", Help: "How late a payment is polled.", Buckets: limiter.WaitBuckets,
		}),
		age: factory.NewHistogram(prometheus.HistogramOpts{
			Name: "payapp_gateway_poll_age_seconds", Help: "How old a payment's last reading is when it is polled again.",
			Buckets: limiter.WaitBuckets,
		}),
		changes: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "payapp_payment_changes_total", Help: "Changes of payments' statuses, as they were learnt here.",
		}, []string{"from", "to"}),
		differs: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "payapp_assumption_differs_total", Help: "Answers that aren't as docs/assumptions.md has it, by the assumption's name there.",
		}, []string{"assumption"}),
	}
}

func (m *metrics) called(op operation, outcome string, took time.Duration) {
	m.calls.WithLabelValues(string(op), outcome).Inc()
	if took > 0 {
		m.seconds.WithLabelValues(string(op)).Observe(took.Seconds())
	}
}

// Differs counts an answer that isn't as docs/assumptions.md has it.
func (c *Client) Differs(assumption string) { c.metrics.differs.WithLabelValues(assumption).Inc() }

// gauges are values read when metrics are collected.
func (m *metrics) gauges(registry prometheus.Registerer, c *Client) {
	gauge := func(name, help string, labels prometheus.Labels, value func() float64) {
		promauto.With(registry).NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels}, value)
	}
	gauge("payapp_gateway_watched_payments", "Payments watched at this replica.", nil, func() float64 {
		return float64(c.queue.Watched())
	})
	for _, op := range operations {
		gauge("payapp_gateway_circuit_open", "Merchants whose calls of the operation fail so often that only a few are tried.",
			prometheus.Labels{"operation": string(op)}, func() float64 { return float64(c.breakers.opened(op)) })
	}
	for what, count := range map[string]func(replicas.Differences) int{
		"session-key": func(o replicas.Differences) int { return o.Keys },
		"clock":       func(o replicas.Differences) int { return o.Clocks },
		"rate":        func(o replicas.Differences) int { return o.Rates },
	} {
		gauge("payapp_gateway_odd_replicas", "Other replicas that are set up differently, by what.", prometheus.Labels{"what": what},
			func() float64 { return float64(count(c.others.Differences())) })
	}
	const heldHelp = "1 while this replica isn't ready since it and one that runs can't open each other's sessions."
	gauge("payapp_session_key_held", heldHelp, nil, func() float64 { return oneIf(c.others.Admission() == replicas.Held) })
	const aheadHelp = "How far the Date of the gateway's last answer is ahead of our clock; nothing is decided by it."
	gauge("payapp_gateway_clock_ahead_seconds", aheadHelp, nil, func() float64 { return c.client.Ahead().Seconds() })
	for cache, size := range map[string]func() int{"readings": c.readings.known.Size, "options": c.options.Size} {
		gauge("payapp_gateway_cache_bytes", "Approximate bytes in the cache.", prometheus.Labels{"cache": cache},
			func() float64 { return float64(size()) })
	}
	if c.config.Store == "" {
		return
	}
	const sharedHelp = "1 while this replica shares with others, 0 while the store is gone. Not there without a store."
	gauge("payapp_gateway_store_shared", sharedHelp, nil, func() float64 { return oneIf(c.Sharing()) })
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
