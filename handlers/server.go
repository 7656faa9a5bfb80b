package handlers

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"payapp/apiclient"
	"payapp/handlers/internal/middleware"
	"payapp/i18n"
	"payapp/internal/known"
	"payapp/internal/once"
	"payapp/internal/presenter"
	"payapp/internal/relay"
	"payapp/internal/session"
	"payapp/internal/site"
	"payapp/internal/stream"
	"payapp/internal/tracing"
	"payapp/internal/upstream"
	"payapp/methods"
	"payapp/money"
)

// Upstream is what the pages need of the gateway. *upstream.Client is the real
// one.
type Upstream interface {
	Options(ctx context.Context, who upstream.Caller, m money.Money, ask upstream.Ask) (apiclient.Options, error)
	MerchantName(ctx context.Context, who upstream.Caller) (string, error)
	// Nudge says that a payment may have changed; it doesn't wait for the read.
	Nudge(ref string)

	Payin(ctx context.Context, who upstream.Caller, idPayin string, have known.Payment, ask upstream.Ask) (known.Payment, error)
	// Last is what is known here, without a call; err is why the last attempt
	// to read it failed.
	Last(who upstream.Caller, idPayin string) (last known.Payment, err error)
	// Watch keeps the payment read in the background until stop is called. notify
	// is called whenever there may be something new, and must not block. acted
	// is when the customer last did something.
	Watch(who upstream.Caller, idPayin, ref string, acted time.Time, notify func()) (stop func())
	Create(ctx context.Context, who upstream.Caller, idPayin string, req apiclient.PayinRequest, sent known.Sent) (known.Payment, error)
	SetReference(ctx context.Context, who upstream.Caller, idPayin, reference string) error
	// Created and ReferenceSet return the outcome of a call that waited in
	// line: of the Pay that was pressed then, of this number.
	Created(ctx context.Context, who upstream.Caller, idPayin string, pressed time.Time) (known.Payment, error)
	ReferenceSet(ctx context.Context, who upstream.Caller, idPayin, reference string) error
	// Behind is how far the gateway's clock is behind ours, by which it sets deadlines.
	Behind() time.Duration
	// TakesVersion reports whether the gateway's 404s aren't about our version.
	TakesVersion() bool
	// Deposit keeps a value for ten minutes, for who collects it with its secret, once.
	Deposit(name, secret string, value []byte) (ok bool)
	Collect(name, secret string) (value []byte, ok bool)
	Withdraw(name string) (was bool)
	GrantsNumber(caller upstream.Caller, idPayin string) bool
	// TakenBack notes that a success which a browser was told of is denied now.
	TakenBack(idPayin string, denied known.Payment)
	// Differs counts what isn't as docs/assumptions.md has it, by its name there.
	Differs(assumption string)
}

// Relay passes a callback on to its merchant. *relay.Client is the real one.
type Relay interface {
	Pass(ctx context.Context, call relay.Call) (status int, err error)
}

// Config is what the handlers are made of. The first six fields are mandatory.
type Config struct {
	Upstream  Upstream
	Sealer    *session.Sealer
	Catalogue *methods.Catalogue
	Bundle    *i18n.Bundle
	Logger    *slog.Logger
	Now       func() time.Time

	site.Settings // of the pages, passed on unchanged

	// Relay passes callbacks on to merchants; nil means that the gateway calls
	// merchants directly.
	Relay Relay
	// Tracing follows requests; nil means it doesn't.
	Tracing *tracing.Tracing
	// Metrics is where requests are counted; nil means they aren't.
	Metrics prometheus.Registerer
	// Streams are the limits of event streams; a zero value means its default.
	Streams stream.Config
}

// server holds what requests share. Each route is a method of it, in a file of
// its own.
type server struct {
	Config
	metrics   *metrics
	presenter *presenter.Presenter
	brands    map[string]brand // by merchant code
	unknown   once.Codes       // methods that the catalogue lacks, each logged once
	alarms    *once.Alarms     // what was logged as an error
	stopped   *once.Alarms     // why payments don't go on, as it was logged
	streams   *stream.Hub
	reports   *middleware.Reports
	refusals  *refusals
}

// Handler is the application, as browsers reach it.
type Handler struct {
	http.Handler
	streams *stream.Hub
}

// Drain tells waiting pages to reconnect soon, to another process if there is
// one, and closes their streams. Call it when the process stops but still
// answers: http.Server.Shutdown doesn't know about these connections.
func (h *Handler) Drain() { h.streams.Drain() }

// New wires the application's routes. It fails if something mandatory is
// missing.
func New(cfg Config) (*Handler, error) {
	if cfg.Upstream == nil || cfg.Sealer == nil || cfg.Catalogue == nil || cfg.Bundle == nil || cfg.Logger == nil || cfg.Now == nil {
		return nil, errors.New("handlers: upstream, sealer, catalogue, bundle, logger and clock are mandatory")
	}
	pages, err := presenter.New(cfg.Bundle, cfg.Catalogue, cfg.Settings)
	if err != nil {
		return nil, fmt.Errorf("handlers: %w", err)
	}
	ownPages, err := middleware.RefuseCrossSite(cfg.PublicURL)
	if err != nil {
		return nil, fmt.Errorf("handlers: public address: %w", err)
	}
	var streams *stream.Hub
	counts := newMetrics(cfg.Metrics, func() int { return streams.Open() })
	cfg.Streams.Logger = cfg.Logger
	cfg.Streams.Refused = func(limit string) { counts.Refused.WithLabelValues(limit).Inc() }
	streams = stream.New(cfg.Streams)
	s := &server{
		Config:    cfg,
		metrics:   counts,
		presenter: pages,
		brands:    newBrands(cfg.Branding),
		alarms:    once.NewAlarms(cfg.Now),
		stopped:   once.NewAlarms(cfg.Now),
		streams:   streams,
		refusals:  newRefusals(),
		reports:   middleware.NewReports(cfg.Metrics, cfg.Logger, cfg.Now),
	}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.showError
	log := middleware.Log{Logger: cfg.Logger, Tracing: cfg.Tracing, Now: cfg.Now, Metrics: middleware.NewMetrics(cfg.Metrics)}
	noteAddress := log.NoteAddress(cfg.TrustedProxies, cfg.ForwardedHeader, func() {
		cfg.Logger.Warn("requests come through a proxy that PAYAPP_TRUSTED_PROXIES doesn't name: its customers can't be told apart")
	}, func() {
		cfg.Logger.Warn("a proxy that PAYAPP_TRUSTED_PROXIES names forwards something that is no address: its customers can't be told apart")
	})
	bodies := middleware.NewBodies(cfg.Metrics, middleware.MaxBodies, middleware.MaxNetworkBodies, cfg.Now)
	e.Pre(log.Requests, middleware.Before(middleware.SetHeaders(cfg.PublicURL), noteAddress), log.RecoverPanics,
		middleware.EndWorkers, middleware.CleanPath,
		bodies.Take(middleware.RefuseOversized, ownPages), log.Metrics.Shed(middleware.MaxUnderWay))
	e.Use(log.NoteLong)
	s.routes(e)
	return &Handler{e, streams}, nil
}

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
