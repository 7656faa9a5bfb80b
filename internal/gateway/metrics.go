package gateway

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"payapp/internal/gateway/limiter"
)

// metrics counts calls between the pages and the gateway. Labels are bounded:
// operations and outcomes are lists of this package.
type metrics struct {
	calls     *prometheus.CounterVec
	seconds   *prometheus.HistogramVec
	lateness  prometheus.Histogram
	age       prometheus.Histogram
	openState *prometheus.GaugeVec
}

func newMetrics(registry prometheus.Registerer) *metrics {
	factory := promauto.With(registry)
	m := &metrics{
		calls: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "payapp_gateway_calls_total", Help: "Calls of the gateway's interface, retries included, by outcome.",
		}, []string{"operation", "outcome"}),
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
		openState: factory.NewGaugeVec(prometheus.GaugeOpts{
			Name: "payapp_gateway_circuit_open", Help: "1 while calls of the operation fail so often that only a few are tried.",
		}, []string{"operation"}),
	}
	for _, op := range []operation{opCreate, opRead, opOptions, opReference, opMerchant} {
		m.openState.WithLabelValues(string(op))
	}
	return m
}

func (m *metrics) called(op operation, outcome string, took time.Duration) {
	m.calls.WithLabelValues(string(op), outcome).Inc()
	if took > 0 {
		m.seconds.WithLabelValues(string(op)).Observe(took.Seconds())
	}
}

// polled records how late a poll is, and how old the reading is that it
// replaces.
func (m *metrics) polled(late, age time.Duration) {
	m.lateness.Observe(max(0, late).Seconds())
	if age > 0 {
		m.age.Observe(age.Seconds())
	}
}

func (m *metrics) circuit(op operation, open bool) {
	value := 0.0
	if open {
		value = 1
	}
	m.openState.WithLabelValues(string(op)).Set(value)
}

// gauges are values read when metrics are collected.
func (m *metrics) gauges(registry prometheus.Registerer, g *Gateway) {
	gauge := func(name, help string, labels prometheus.Labels, value func() float64) {
		promauto.With(registry).NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels}, value)
	}
	gauge("payapp_gateway_watched_payments", "Payments watched at this replica.", nil, func() float64 {
		return float64(g.watchers.count())
	})
	const aheadHelp = "How far the Date of the gateway's last answer is ahead of our clock; nothing is decided by it."
	gauge("payapp_gateway_clock_ahead_seconds", aheadHelp, nil, func() float64 { return g.client.Ahead().Seconds() })
	cacheBytes := func(cache string, size func() float64) {
		gauge("payapp_gateway_cache_bytes", "Approximate bytes in the cache.", prometheus.Labels{"cache": cache}, size)
	}
	cacheBytes("readings", func() float64 { return float64(g.readings.known.Size()) })
	cacheBytes("options", func() float64 { return float64(g.options.Size()) })
	const sharedHelp = "1 while this replica shares with others, 0 while it is alone or the store is gone."
	gauge("payapp_gateway_store_shared", sharedHelp, nil, func() float64 {
		if g.others != nil && g.others.Sharing() {
			return 1
		}
		return 0
	})
}
