package handlers

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"payapp/internal/stream"
)

// metrics counts what becomes of payments, and methods that had to be left out.
// docs/metrics.md and the alert rules in deploy name each of them.
// Labels are bounded: codes are from a limited set.
type metrics struct {
	Unknown  *prometheus.CounterVec // by code and currency
	Problems *prometheus.CounterVec // by code and cause
	Created  *prometheus.CounterVec // by outcome
	Relayed  *prometheus.CounterVec // by outcome
	Refused  *prometheus.CounterVec // streams, by limit
	// ReturnsRefused are creations that the gateway refused for our returnUrl.
	ReturnsRefused prometheus.Counter
	age            prometheus.Histogram
}

// newMetrics registers them; a nil registry is for tests. streams counts open streams.
func newMetrics(registry prometheus.Registerer, streams func() int) *metrics {
	auto := promauto.With(registry) // registers nothing if it is nil
	auto.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "payapp_streams_open", Help: "Event streams held open.",
	}, func() float64 { return float64(streams()) })
	m := &metrics{
		Unknown: auto.NewCounterVec(prometheus.CounterOpts{
			Name: "payapp_unknown_methods_total",
			Help: "Times that a choice was made without a method that the gateway offers and the catalogue hasn't got.",
		}, []string{"code", "currency"}),
		Problems: auto.NewCounterVec(prometheus.CounterOpts{
			Name: "payapp_problem_pages_total", Help: "Problem pages shown, by code; waiting is who stood in line.",
		}, []string{"code", "cause"}),
		Created: auto.NewCounterVec(prometheus.CounterOpts{
			Name: "payapp_creations_total",
			Help: "What became of Pay: created, exists, elsewhere, refused, busy, rejected, disputed, unknown, in-line.",
		}, []string{"outcome"}),
		Relayed: auto.NewCounterVec(prometheus.CounterOpts{
			Name: "payapp_relay_callbacks_total",
			Help: "Callbacks for merchants: their answer's class (2xx to 5xx), busy, refused, timeout, unreachable, forged.",
		}, []string{"outcome"}),
		Refused: auto.NewCounterVec(prometheus.CounterOpts{
			Name: "payapp_stream_refusals_total", Help: "Event streams that weren't held, by the limit that was reached.",
		}, []string{"limit"}),
		ReturnsRefused: auto.NewCounter(prometheus.CounterOpts{
			Name: "payapp_return_refusals_total", Help: "Payments that the gateway refused for our returnUrl, such as for its length.",
		}),
		age: auto.NewHistogram(prometheus.HistogramOpts{
			Name:    "payapp_outcome_age_seconds",
			Help:    "From the gateway's processedAt until the customer's page shows the outcome.",
			Buckets: []float64{.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600},
		}),
	}
	for _, limit := range stream.Limits() {
		m.Refused.WithLabelValues(limit)
	}
	return m
}

// ShownOutcome records how long after the gateway's decision a page first shows
// it. It ignores clocks that disagree, and pages opened days later, which say
// nothing about waiting.
func (m *metrics) ShownOutcome(decided, shown time.Time) {
	if age := shown.Sub(decided); !decided.IsZero() && age >= 0 && age < 2*time.Hour {
		m.age.Observe(age.Seconds())
	}
}
