package handlers

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/internal/upstream"
	"payapp/scenarios"
)

// submitReference takes the number that the bank showed after paying.
func (s *server) submitReference(c echo.Context, v *visit) (scenarios.Progress, error) {
	progress, number, ok := v.GiveReferenceNumber(c.Request().PostForm.Get("reference"), s.markIn(c, v))
	if ok {
		ctx := context.WithoutCancel(c.Request().Context())
		progress.ReferenceState = referenceState(v.Progress.ReferenceState, s.Upstream.SetReference(ctx, v.caller, v.Order.IDPayin, number))
		s.audit(c, v, "number given", slog.String("outcome", string(progress.ReferenceState)))
	}
	return progress, nil
}

// submitPaid takes "I have paid".
func (s *server) submitPaid(c echo.Context, v *visit) (scenarios.Progress, error) {
	progress := v.SayPaid(s.markIn(c, v))
	if !progress.SaidPaidAt.Equal(v.Progress.SaidPaidAt) {
		s.audit(c, v, "said to have paid")
	}
	return progress, nil
}

// referenceState is the state of the number after the call. Where the gateway takes
// no numbers, the customer keeps it for the shop. Any other refusal is about this
// number, which then can be corrected, once: before is the state until then.
func referenceState(before scenarios.ReferenceState, err error) scenarios.ReferenceState {
	failure, _ := errors.AsType[*apiclient.Error](err)
	switch {
	case failure != nil && failure.HTTPStatus == http.StatusMethodNotAllowed:
		return scenarios.ReferenceKept
	case failure != nil && failure.HTTPStatus < 500 && (before == scenarios.ReferenceRefused || before == scenarios.ReferenceTaken):
		return scenarios.ReferenceKept
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
