package handlers

import (
	"context"
	"errors"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/scenarios"
)

// submitPaid takes "I have paid".
func (s *Server) submitPaid(c echo.Context) error {
	return s.act(c, func(v *visit, f scenarios.Facts) error {
		v.work.Work = f.SayPaid()
		return nil
	})
}

// submitInstructions shows the instructions again.
func (s *Server) submitInstructions(c echo.Context) error {
	return s.act(c, func(v *visit, f scenarios.Facts) error {
		v.work.Work = f.ShowInstructionsAgain()
		return nil
	})
}

// submitCorrection asks for the number again.
func (s *Server) submitCorrection(c echo.Context) error {
	return s.act(c, func(v *visit, f scenarios.Facts) error {
		v.work.Work = f.CorrectReference()
		return nil
	})
}

// submitReference takes the number that the bank showed after paying.
func (s *Server) submitReference(c echo.Context) error {
	return s.act(c, func(v *visit, f scenarios.Facts) error {
		work, number, ok := f.GiveReferenceNumber(c.Request().PostForm.Get("reference"))
		v.work.Work = work
		if !ok {
			return nil
		}
		ctx := context.WithoutCancel(c.Request().Context())
		err := s.Gateway.SetReference(ctx, v.caller, v.instruction.IDPayin, number)
		v.work.ReferenceState = referenceState(err)
		return nil
	})
}

// referenceState says where the number is after the gateway was told. One
// that grants no such call doesn't take it: the customer keeps it for support.
func referenceState(err error) scenarios.ReferenceState {
	switch {
	case err == nil, errors.Is(err, apiclient.ErrConflict):
		return scenarios.ReferenceSent
	case errors.Is(err, apiclient.ErrUnauthorized), errors.Is(err, apiclient.ErrNotFound), errors.Is(err, apiclient.ErrInvalid):
		return scenarios.ReferenceKept
	default:
		return scenarios.ReferenceUnsent
	}
}

// submitRefresh is "check now" without JavaScript.
func (s *Server) submitRefresh(c echo.Context) error { return toPayment(c) }

// submitStatusRefresh is the same on a status link.
func (s *Server) submitStatusRefresh(c echo.Context) error { return toStatus(c) }
