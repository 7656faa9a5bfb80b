package handlers

import (
	"strconv"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
)

// metrics counts requests, and methods that had to be left out. Its labels are
// bounded: routes are patterns, never addresses, and codes are remembered ones.
type metrics struct {
	requests *prometheus.CounterVec
	unknown  *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

func newMetrics(registry prometheus.Registerer) *metrics {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "payapp_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"method", "route", "status"}),
		unknown: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "payapp_unknown_methods_total",
			Help: "Times that a choice was made without a method that the gateway offers and the catalogue hasn't got.",
		}, []string{"code", "currency"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "payapp_request_seconds", Help: "Time to answer, by route.", Buckets: prometheus.DefBuckets,
		}, []string{"route"}),
	}
	if registry != nil {
		registry.MustRegister(m.requests, m.unknown, m.seconds)
	}
	return m
}

// count records one answered request.
func (m *metrics) count(c echo.Context, route string, seconds float64) {
	m.requests.WithLabelValues(boundedMethod(c.Request().Method), route, strconv.Itoa(c.Response().Status)).Inc()
	m.seconds.WithLabelValues(route).Observe(seconds)
}

// boundedMethod keeps invented methods out of the labels.
func boundedMethod(method string) string {
	switch method {
	case "GET", "HEAD", "POST":
		return method
	default:
		return "other"
	}
}
