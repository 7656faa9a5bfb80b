package handlers

import (
	"context"
	"errors"
	"log/slog"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/internal/upstream"
	"payapp/scenarios"
)

// submitReference takes the number that the bank showed after paying.
func (s *server) submitReference(c echo.Context, v *visit, f scenarios.Facts) (scenarios.Progress, error) {
	progress, number, ok := f.GiveReferenceNumber(c.Request().PostForm.Get("reference"), s.markIn(c, v))
	if ok {
		ctx := context.WithoutCancel(c.Request().Context())
		progress.ReferenceState = referenceState(s.Upstream.SetReference(ctx, v.caller, v.order.IDPayin, number))
		s.audit(c, v, "number given", slog.String("outcome", string(progress.ReferenceState)))
	}
	return progress, nil
}

// submitPaid takes "I have paid".
func (s *server) submitPaid(c echo.Context, v *visit, f scenarios.Facts) (scenarios.Progress, error) {
	progress := f.SayPaid(s.markIn(c, v))
	if !progress.SaidPaidAt.Equal(f.Progress.SaidPaidAt) {
		s.audit(c, v, "said to have paid")
	}
	return progress, nil
}

// referenceState is the state of the number after the call. Where the gateway takes
// no numbers, the customer keeps it for support. Any other refusal is about this
// number, which then can be corrected.
func referenceState(err error) scenarios.ReferenceState {
	switch {
	case errors.Is(err, upstream.ErrInLine):
		return scenarios.ReferenceInLine
	case err == nil:
		return scenarios.ReferenceSent
	case errors.Is(err, apiclient.ErrUnauthorized), errors.Is(err, apiclient.ErrNotFound), errors.Is(err, apiclient.ErrVersion):
		return scenarios.ReferenceKept
	case errors.Is(err, apiclient.ErrConflict):
		return scenarios.ReferenceTaken
	case errors.Is(err, apiclient.ErrInvalid), errors.Is(err, apiclient.ErrRefused):
		return scenarios.ReferenceRefused
	default:
		return scenarios.ReferenceUnsent
	}
}
