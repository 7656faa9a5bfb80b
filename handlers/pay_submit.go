package handlers

import (
	"context"
	"errors"
	"log/slog"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/handlers/internal/middleware"
	"payapp/internal/gateway"
	"payapp/scenarios"
)

// submitPay takes the details or review form and, if nothing is missing,
// creates the payment. Nothing else creates payments.
func (s *server) submitPay(c echo.Context, v *visit, f scenarios.Facts) (scenarios.Progress, error) {
	mark := s.markIn(c, v)
	if f.Unready() {
		return f.KeepUnsent(formValues(c), mark), nil
	}
	progress, creation, err := f.Pay(formValues(c), mark)
	if err != nil || creation == nil {
		return progress, err
	}
	became := s.create(c, v, *creation)
	s.metrics.created.WithLabelValues(became.outcome.String()).Inc()
	return progress.RecordOutcome(creation.Choice, became.outcome, became.code, became.disputed...), nil
}

// became is the result of a creation, with the gateway's code of a refusal, or
// the fields that the customer can correct.
type became struct {
	outcome  scenarios.Outcome
	code     string
	disputed []string
}

// create sends the creation. It continues even if the customer leaves.
func (s *server) create(c echo.Context, v *visit, creation scenarios.Creation) became {
	ctx := context.WithoutCancel(c.Request().Context())
	payin, err := s.Gateway.Create(ctx, v.caller, v.order.IDPayin, apiclient.PayinRequest{
		Money:       v.order.Money,
		Method:      creation.Method,
		CallbackURL: s.callbackURL(c, v.paymentID(), creation.CallbackURL),
		ReturnURL:   s.landingURL(c, v),
	})
	if err != nil && !errors.Is(err, gateway.ErrInLine) {
		s.Logger.LogAttrs(ctx, slog.LevelWarn, "creation not accepted", slog.String("support_code", middleware.SupportCode(c)),
			slog.String("order", v.order.IDPayin), slog.String("method", creation.Choice.Method), slog.Any("error", err))
	}
	return s.outcomeOf(ctx, v, creation.Choice.Method, payin, err)
}

// outcomeOf is the result of a creation with the method.
func (s *server) outcomeOf(ctx context.Context, v *visit, method string, payin apiclient.Payin, err error) became {
	failure, _ := errors.AsType[*apiclient.Error](err)
	switch {
	case err == nil:
		return became{outcome: compare(payin, method)} // it may have joined one that another browser started
	case errors.Is(err, gateway.ErrInLine):
		return became{outcome: scenarios.OutcomeInLine}
	case errors.Is(err, apiclient.ErrConflict):
		return became{outcome: s.recordConflict(ctx, v, method)}
	case errors.Is(err, apiclient.ErrNoBody): // a 2xx means accepted
		return became{outcome: scenarios.OutcomeExists}
	case errors.Is(err, apiclient.ErrInvalid) && !scenarios.IsRefusalCode(failure.Code):
		if disputed := s.known(v).Disputed(method, namesOf(failure.Fields)); len(disputed) > 0 {
			return became{outcome: scenarios.OutcomeDisputed, disputed: disputed}
		}
		return became{outcome: scenarios.OutcomeRefused, code: failure.Code}
	case errors.Is(err, apiclient.ErrRefused), errors.Is(err, apiclient.ErrInvalid):
		return became{outcome: scenarios.OutcomeRefused, code: failure.Code}
	case errors.Is(err, apiclient.ErrRateLimited):
		return became{outcome: scenarios.OutcomeBusy}
	case errors.Is(err, apiclient.ErrUnauthorized):
		return became{outcome: scenarios.OutcomeRejected}
	default:
		return became{outcome: scenarios.OutcomeUnknown}
	}
}

func namesOf(faults []apiclient.FieldError) []string {
	names := make([]string, 0, len(faults))
	for _, fault := range faults {
		names = append(names, fault.Field)
	}
	return names
}

// recordConflict handles an id that the gateway has accepted before: in a try
// of ours whose answer was lost, by a double click, or from another browser.
func (s *server) recordConflict(ctx context.Context, v *visit, method string) scenarios.Outcome {
	reading, _ := s.read(ctx, v, gateway.Ask{Person: true, Exists: true})
	if reading.State == scenarios.Created && compare(reading.Payin, method) == scenarios.OutcomeElsewhere {
		return scenarios.OutcomeElsewhere
	}
	return scenarios.OutcomeExists
}

// compare tells whether the payment has the requested method; if not, the
// customer is told.
func compare(payin apiclient.Payin, method string) scenarios.Outcome {
	if payin.MethodCode != method {
		return scenarios.OutcomeElsewhere
	}
	return scenarios.OutcomeCreated
}
