package handlers

import (
	"errors"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/internal/money"
	"payapp/internal/session"
	"payapp/scenarios"
)

// exchangeStatus takes a status link. Its cookie lies on a path of its own, so
// that it is never in the way of a payment in the same browser.
func (s *Server) exchangeStatus(c echo.Context) error {
	asked, err := scenarios.ParseStatus(c.Request().URL.Query())
	if err != nil {
		return err
	}
	sealed := sealedInstruction{ID: asked.IDPayin, Token: asked.Token.Reveal(), Currency: asked.CurrencyCode}
	if claims, ok := apiclient.ReadClaims(asked.Token); ok {
		if err := scenarios.CheckStatusClaims(asked, claims); err != nil {
			return errors.Join(errTokenRejected, err)
		}
		sealed.readClaims(claims)
	}
	v := &visit{ref: session.Ref("status", asked.IDPayin, asked.Token.Reveal()), status: true}
	v.path = statusPath(v.ref)
	return s.enter(c, v, sealed)
}

// openStatus loads the visit of /status/{ref}.
func (s *Server) openStatus(c echo.Context) (*visit, error) {
	ref := c.Param("ref")
	v := &visit{ref: ref, path: statusPath(ref), locale: s.locale(c), status: true}
	var sealed sealedInstruction
	if err := s.Sealer.Open(c.Request(), instructionCookie, v.path, &sealed); err != nil {
		return v, err
	}
	v.instruction = scenarios.Instruction{IDPayin: sealed.ID, Token: apiclient.NewToken(sealed.Token)}
	v.currency = sealed.Currency
	if !money.Known(v.currency) {
		return v, session.ErrInvalid
	}
	s.openWork(c, v, sealed)
	return v, nil
}
