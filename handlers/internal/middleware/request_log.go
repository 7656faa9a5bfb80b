package middleware

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/internal/tracing"
)

var errPanic = errors.New("panic")

// What a request's context keeps, most of it for its log line.
const (
	supportCodeKey = "support-code"
	problemKey     = "problem" // what its page is about, below 500
	paymentKey     = "payment" // which payment it is about
	addressKey     = "address" // whose it is
	wholeKey       = "whole"   // when its body was there
)

// SupportCode is the code on a problem page that customers quote. It is made
// here: one from outside could be anything.
func SupportCode(c echo.Context) string {
	if id, ok := c.Get(supportCodeKey).(string); ok {
		return id
	}
	text := rand.Text()
	id := text[:4] + "-" + text[4:8] + "-" + text[8:12]
	c.Set(supportCodeKey, id)
	return id
}

// problem is what a problem page is about.
type problem struct {
	code  string
	cause error
}

// NoteProblem has the request's log line say what its page is about. The cause
// must have only our own words and the names of parameters, never values.
func NoteProblem(c echo.Context, code string, cause error) {
	c.Set(problemKey, problem{code, cause})
}

// NotePayment has the request's log line say which payment it is about. The
// attributes are kept until then.
func NotePayment(c echo.Context, attrs []slog.Attr) { c.Set(paymentKey, attrs) }

// Log logs, traces and counts requests.
type Log struct {
	Logger  *slog.Logger
	Tracing *tracing.Tracing
	Now     func() time.Time
	Metrics *Metrics
}

// Requests logs each request: the route's pattern, never its address, which may
// hold a token; and the cause, if its page is a problem page.
func (l Log) Requests(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := l.Now()
		request, span := l.Tracing.Begin(c.Request())
		defer span.Abandon()
		// The gateway gets the code that the customer quotes.
		c.SetRequest(request.WithContext(tracing.WithRequestID(request.Context(), SupportCode(c))))
		if err := next(c); err != nil {
			c.Error(err) // so that the line has the real status
		}
		route := c.Path()
		if route == "" || c.Response().Status == http.StatusNotFound {
			route = "none"
		}
		if whole, ok := c.Get(wholeKey).(time.Time); ok {
			start = whole // a slow line is nothing that could be mended here
		}
		took := l.Now().Sub(start)
		l.Metrics.count(c, route, took.Seconds())
		ctx := c.Request().Context()
		attrs := append(make([]slog.Attr, 0, 12),
			slog.String("method", c.Request().Method),
			slog.String("route", route),
			slog.Int("status", c.Response().Status),
			slog.Int64("bytes", c.Response().Size),
			slog.Float64("took_ms", float64(took.Microseconds())/1000))
		about := len(attrs)
		attrs = append(attrs, slog.String("support_code", SupportCode(c)))
		if payment, ok := c.Get(paymentKey).([]slog.Attr); ok {
			attrs = append(attrs, payment...)
		}
		if p, ok := c.Get(problemKey).(problem); ok {
			attrs = append(attrs, slog.String("problem", p.code), slog.Any("cause", p.cause))
		}
		span.End(boundedMethod(c.Request().Method), route, c.Response().Status, attrs[about:])
		l.Logger.LogAttrs(ctx, slog.LevelInfo, "request", attrs...)
		return nil
	}
}

// longTake is more than any request waits for the gateway.
const longTake = 5 * time.Second

// NoteLong logs a request that takes long while it still runs: its own line comes at
// its end, if there is one. Streams are held on purpose.
func (l Log) NoteLong(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		route := c.Path()
		if strings.HasSuffix(route, "/events") {
			return next(c)
		}
		ctx := context.WithoutCancel(c.Request().Context())
		method := boundedMethod(c.Request().Method)
		line := []slog.Attr{slog.String("method", method), slog.String("route", route), slog.String("support_code", SupportCode(c))}
		defer time.AfterFunc(longTake, func() { l.Logger.LogAttrs(ctx, slog.LevelWarn, "request takes long", line...) }).Stop()
		return next(c)
	}
}

// RecoverPanics turns a panic into an error, which becomes the page of an
// internal error.
func (l Log) RecoverPanics(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			r := recover()
			if r == nil {
				return
			}
			if r == http.ErrAbortHandler {
				panic(r)
			}
			l.Metrics.panics.Inc()
			l.Logger.LogAttrs(c.Request().Context(), slog.LevelError, "panic",
				slog.String("support_code", SupportCode(c)), slog.String("stack", string(debug.Stack())))
			err = fmt.Errorf("%w: %v", errPanic, r)
		}()
		return next(c)
	}
}
