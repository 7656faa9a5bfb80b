package handlers

import (
	"fmt"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/handlers/internal/content"
	"payapp/handlers/internal/middleware"
	"payapp/internal/session"
	"payapp/scenarios"
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
	asked, err := entry.ParseStatus(c.Request().URL.RawQuery)
	if err != nil {
		return err
	}
	v := &visit{ref: session.Ref("status", asked.IDPayin, asked.Token.Reveal()), readOnly: true}
	v.path = statusPath(v.ref)
	middleware.NotePayment(c, []slog.Attr{slog.String("order", asked.IDPayin), slog.String("ref", v.ref)})
	sealed := content.Order{ID: asked.IDPayin, Token: asked.Token.Reveal(), Amount: asked.Total.Amount(), Currency: asked.CurrencyCode}
	if claims, ok := apiclient.ReadClaims(asked.Token); ok {
		if err := entry.CheckStatusClaims(asked, claims); err != nil {
			s.noteRefused(c, scenarios.ProblemTokenRejected, claims.MerchantCode)
			return fmt.Errorf("%w: %w", errTokenRejected, err)
		}
		sealed.ReadClaims(claims)
	}
	return s.enter(c, v, sealed)
}
