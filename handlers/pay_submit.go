package handlers

import (
	"context"
	"errors"
	"log/slog"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/scenarios"
)

// submitPay takes the details or review form and, when nothing is missing,
// creates the payment. It is the only thing that does.
func (s *server) submitPay(c echo.Context, v *visit, f scenarios.Facts) (scenarios.Work, error) {
	work, creation, err := f.Pay(typed(c))
	if err != nil || creation == nil {
		return work, err
	}
	s.withCountryCode(creation.Method)
	outcome, code := s.create(c, v, *creation)
	return work.Settle(*creation, outcome, code), nil
}

// create sends the creation. A customer who leaves doesn't stop it.
func (s *server) create(c echo.Context, v *visit, creation scenarios.Creation) (outcome scenarios.Outcome, code string) {
	ctx := context.WithoutCancel(c.Request().Context())
	payin, err := s.Gateway.Create(ctx, v.caller, v.instruction.IDPayin, apiclient.PayinRequest{
		Money:       v.instruction.Money,
		Method:      creation.Method,
		CallbackURL: creation.CallbackURL,
		ReturnURL:   s.landingURL(c, v),
	})
	if err == nil {
		return outcomeOf(payin, creation), "" // it may have joined one that another browser began
	}
	var failure *apiclient.Error
	if errors.As(err, &failure) {
		code = failure.Code
	}
	s.Logger.LogAttrs(ctx, slog.LevelWarn, "creation not accepted", slog.String("reference", requestID(c)),
		slog.String("order", v.instruction.IDPayin), slog.String("method", creation.Code), slog.Any("error", err))
	switch {
	case errors.Is(err, apiclient.ErrConflict):
		return s.settleConflict(ctx, v, creation), ""
	case errors.Is(err, apiclient.ErrRefused), errors.Is(err, apiclient.ErrInvalid):
		return scenarios.OutcomeRefused, code
	case errors.Is(err, apiclient.ErrRateLimited):
		return scenarios.OutcomeBusy, ""
	case errors.Is(err, apiclient.ErrUnauthorized):
		return scenarios.OutcomeRejected, ""
	default:
		return scenarios.OutcomeUnknown, ""
	}
}

// settleConflict: the gateway has accepted this id before, by a try of ours
// whose answer was lost, by a double click, or from another browser.
func (s *server) settleConflict(ctx context.Context, v *visit, creation scenarios.Creation) scenarios.Outcome {
	reading, _ := s.read(ctx, v, 0)
	if reading.State == scenarios.Created && outcomeOf(reading.Payin, creation) == scenarios.OutcomeElsewhere {
		return scenarios.OutcomeElsewhere
	}
	return scenarios.OutcomeExists
}

// outcomeOf compares what was created with what was asked for: the customer is
// told when it is another method.
func outcomeOf(payin apiclient.Payin, creation scenarios.Creation) scenarios.Outcome {
	if payin.MethodCode != creation.Code {
		return scenarios.OutcomeElsewhere
	}
	return scenarios.OutcomeCreated
}
