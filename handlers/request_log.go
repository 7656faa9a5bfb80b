package handlers

import (
	"errors"
	"log/slog"
	"net"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/middleware"
	"payapp/scenarios"
)

func (s *server) logFailure(c echo.Context, what string, err error) {
	s.Logger.LogAttrs(c.Request().Context(), slog.LevelError, what,
		slog.String("support_code", middleware.SupportCode(c)), slog.String("route", c.Path()), slog.Any("error", err))
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
			slog.String("order", v.order.IDPayin), slog.String("status", f.Reading.Payin.Status), slog.String("support_code", middleware.SupportCode(c)))
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
		slog.String("problem", p.Code), slog.String("order", v.order.IDPayin), slog.String("support_code", middleware.SupportCode(c)))
}
