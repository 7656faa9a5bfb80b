package middleware

import (
	"math/rand/v2"
	"strconv"
	"sync/atomic"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// Metrics counts requests. Labels are bounded: routes are patterns, never
// addresses.
type Metrics struct {
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	panics   prometheus.Counter
	proxys   *prometheus.CounterVec
	underWay atomic.Int64
}

// NewMetrics registers the metrics, unless registry is nil.
func NewMetrics(registry prometheus.Registerer) *Metrics {
	auto := promauto.With(registry)
	m := &Metrics{
		requests: auto.NewCounterVec(prometheus.CounterOpts{
			Name: "payapp_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"method", "route", "status"}),
		seconds: auto.NewHistogramVec(prometheus.HistogramOpts{
			Name: "payapp_request_seconds", Help: "Time to answer, by route.", Buckets: prometheus.DefBuckets,
		}, []string{"route"}),
		panics: auto.NewCounter(prometheus.CounterOpts{Name: "payapp_panics_total", Help: "Panics that became a page."}),
		proxys: auto.NewCounterVec(prometheus.CounterOpts{
			Name: "payapp_proxy_address_total", Help: "Requests whose address is a proxy's, not the customer's.",
		}, []string{"cause"}),
	}
	auto.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "payapp_requests_under_way", Help: "Requests that are being answered, of which each replica takes 2,000.",
	}, func() float64 { return float64(m.underWay.Load()) })
	for _, cause := range []string{causeUnnamed, causeNone, causeUnread} {
		m.proxys.WithLabelValues(cause)
	}
	return m
}

// count records one answered request.
func (m *Metrics) count(c echo.Context, route string, seconds float64) {
	m.requests.WithLabelValues(boundedMethod(c.Request().Method), route, strconv.Itoa(c.Response().Status)).Inc()
	m.seconds.WithLabelValues(route).Observe(seconds)
}

// boundedMethod keeps invented HTTP methods out of the labels.
func boundedMethod(method string) string {
	switch method {
	case "GET", "HEAD", "POST":
		return method
	default:
		return "other"
	}
}

// MaxUnderWay is how many requests are served at the same time. Each waits for
// the gateway for a few seconds at most, and held event streams don't count, so
// more than this is a flood. Further requests are refused at once, while the
// others are still served.
const MaxUnderWay = 2000

// Shed refuses requests with ErrOverloaded and the time to come back, while
// more than most are under way.
func (m *Metrics) Shed(most int64) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			defer m.underWay.Add(-1)
			if m.underWay.Add(1) > most {
				c.Response().Header().Set("Retry-After", strconv.Itoa(2+rand.IntN(4))) //nolint:gosec // it spreads who comes back
				return ErrOverloaded
			}
			return next(c)
		}
	}
}
