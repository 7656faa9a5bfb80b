package limiter

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// metrics counts what the rate is used for, by lane.
type metrics struct {
	requests *prometheus.CounterVec
	waits    *prometheus.HistogramVec
	turned   *prometheus.CounterVec
}

// WaitBuckets range from one request's time to where a person gives up, in
// seconds.
var WaitBuckets = []float64{.01, .05, .1, .25, .5, 1, 2, 5, 10, 20, 30, 60, 120, 300}

func newMetrics(registry prometheus.Registerer) *metrics {
	factory := promauto.With(registry)
	m := &metrics{
		requests: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "payapp_gateway_requests_total", Help: "Requests sent to the gateway, by lane: what the rate is used for.",
		}, []string{"lane"}),
		waits: factory.NewHistogramVec(prometheus.HistogramOpts{
			Name: "payapp_gateway_lane_wait_seconds", Help: "Time in line for a request, by lane.", Buckets: WaitBuckets,
		}, []string{"lane"}),
		turned: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "payapp_gateway_lane_refusals_total",
			Help: "Requests that got no place in line, or lost it: it was full, or nobody waited any more.",
		}, []string{"lane"}),
	}
	for _, name := range laneNames {
		m.requests.WithLabelValues(name)
		m.turned.WithLabelValues(name)
	}
	return m
}
