package handlers

import (
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/middleware"
	"payapp/internal/session"
	"payapp/scenarios/entry"
)

// enterStatus takes a status link. Its cookie is on a path of its own, so
// that it can't disturb a payment in the same browser.
func (s *server) enterStatus(c echo.Context) error {
	if chosen, err := s.choseLanguage(c); chosen || err != nil {
		return err
	}
	if c.Request().Method == http.MethodPost {
		return echo.ErrMethodNotAllowed
	}
	order, err := entry.ParseStatus(c.Request().URL.RawQuery)
	if err != nil {
		return err
	}
	v := &visit{ref: session.Ref("status", order.IDPayin, order.Token.Reveal())}
	v.path, v.Order, v.ReadOnly = statusPath(v.ref), order, true
	middleware.NotePayment(c, []slog.Attr{slog.String("order", order.IDPayin), slog.String("ref", v.ref)})
	return s.enter(c, v)
}
