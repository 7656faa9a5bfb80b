package handlers

import (
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/labstack/echo/v4"

	"payapp/scenarios"
)

// What a request's context keeps for its log line.
const (
	supportCodeKey = "support-code"
	problemKey     = "problem" // what its page is about, below 500
)

// supportCode is the code on a problem page that customers quote. It is made
// here: one from outside could be anything.
func supportCode(c echo.Context) string {
	if id, ok := c.Get(supportCodeKey).(string); ok {
		return id
	}
	text := rand.Text()
	id := text[:4] + "-" + text[4:8] + "-" + text[8:12]
	c.Set(supportCodeKey, id)
	return id
}

// logRequests logs each request: the route's pattern, never its address, which
// may hold a token; and the cause, if its page is a problem page.
func (s *server) logRequests(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := s.Now()
		if err := next(c); err != nil {
			c.Error(err) // so that the line has the real status
		}
		route := c.Path()
		if route == "" || c.Response().Status == http.StatusNotFound {
			route = "none"
		}
		took := s.Now().Sub(start)
		s.metrics.count(c, route, took.Seconds())
		ctx := c.Request().Context()
		if !s.Logger.Enabled(ctx, slog.LevelInfo) {
			return nil
		}
		attrs := append(make([]slog.Attr, 0, 8),
			slog.String("method", c.Request().Method),
			slog.String("route", route),
			slog.Int("status", c.Response().Status),
			slog.Int64("bytes", c.Response().Size),
			slog.Duration("took", took),
			slog.String("support_code", supportCode(c)))
		if p, ok := c.Get(problemKey).(problem); ok {
			// Causes below 500 consist of our own words and the names of
			// parameters, never values.
			attrs = append(attrs, slog.String("problem", p.code), slog.Any("cause", p.cause))
		}
		s.Logger.LogAttrs(ctx, slog.LevelInfo, "request", attrs...)
		return nil
	}
}

// recoverPanics turns a panic into the page of an internal error.
func (s *server) recoverPanics(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			r := recover()
			if r == nil {
				return
			}
			if r == http.ErrAbortHandler {
				panic(r)
			}
			s.metrics.panics.Inc()
			s.Logger.LogAttrs(c.Request().Context(), slog.LevelError, "panic",
				slog.String("support_code", supportCode(c)), slog.String("stack", string(debug.Stack())))
			err = fmt.Errorf("%w: %v", errPanic, r)
		}()
		return next(c)
	}
}

func (s *server) logFailure(c echo.Context, what string, err error) {
	s.Logger.LogAttrs(c.Request().Context(), slog.LevelError, what,
		slog.String("support_code", supportCode(c)), slog.String("route", c.Path()), slog.Any("error", err))
}

// hasLeft reports whether an answer failed because the client had left.
func hasLeft(c echo.Context, err error) bool {
	var connection *net.OpError
	return c.Request().Context().Err() != nil || errors.As(err, &connection) && connection.Op == "write"
}

// maxAlarms is how many payments are remembered of which something was logged as
// an error: once for each, however often its page is loaded.
const maxAlarms = 10_000

func newAlarms() *lru.Cache[string, struct{}] {
	alarms, err := lru.New[string, struct{}](maxAlarms)
	if err != nil {
		panic(err) // the size is a constant
	}
	return alarms
}

// alarm reports whether this is the first time.
func (s *server) alarm(key string) (first bool) {
	told, _ := s.alarms.ContainsOrAdd(key, struct{}{})
	return !told
}

// logStep logs what a person should look into: steps that stop a payment
// although neither customer nor shop did anything wrong.
func (s *server) logStep(c echo.Context, v *visit, f scenarios.Facts, step scenarios.Step) {
	s.noteUnknownMethods(c.Request().Context(), f) // may be why there is nothing to choose
	if f.TookBackSuccess() && s.alarm(v.paymentID()) {
		s.Logger.LogAttrs(c.Request().Context(), slog.LevelError, "gateway takes back a success; it stays shown as paid",
			slog.String("order", v.order.IDPayin), slog.String("status", f.Reading.Payin.Status), slog.String("support_code", supportCode(c)))
	}
	p, ok := step.(scenarios.ShowProblem)
	if !ok {
		return
	}
	level := slog.LevelInfo
	switch p.Code {
	case scenarios.ProblemAmount, scenarios.ProblemLink, scenarios.ProblemNoWay:
		if s.alarm(v.paymentID() + p.Code) {
			level = slog.LevelError
		}
	}
	s.Logger.LogAttrs(c.Request().Context(), level, "payment stopped",
		slog.String("problem", p.Code), slog.String("order", v.order.IDPayin), slog.String("support_code", supportCode(c)))
}
