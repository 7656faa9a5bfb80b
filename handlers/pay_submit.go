package handlers

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/upstream"
	"payapp/scenarios"
)

// submitPay takes the details or review form and, if nothing is missing,
// creates the payment. Nothing else creates payments.
func (s *server) submitPay(c echo.Context, v *visit) (scenarios.Progress, error) {
	mark := s.markIn(c, v)
	if v.Unready() {
		return v.KeepUnsent(formValues(c), mark), nil
	}
	progress, creation, err := v.Pay(formValues(c), mark)
	if err != nil || creation == nil {
		return progress, err
	}
	result := s.create(c, v, *creation)
	s.metrics.Created.WithLabelValues(string(result.Outcome)).Inc()
	return progress.RecordOutcome(creation.Sent, result), nil
}

// create sends the creation. It continues even if the customer leaves.
func (s *server) create(c echo.Context, v *visit, creation scenarios.Creation) scenarios.Result {
	ctx := context.WithoutCancel(c.Request().Context())
	payment, err := s.Upstream.Create(ctx, v.caller, v.Order.IDPayin, apiclient.PayinRequest{
		Money:       v.Order.Money,
		Method:      creation.Method,
		CallbackURL: s.callbackURL(c, v.paymentID(), v.Order.IDPayin, creation.CallbackURL),
		ReturnURL:   s.landingURL(c, v, creation.Sent),
	}, creation.Sent)
	result := s.outcomeOf(ctx, v, creation.Sent, payment, err)
	line := []slog.Attr{
		slog.String("outcome", string(result.Outcome)),
		slog.String("method", creation.Sent.Method), slog.String("operator", creation.Sent.Operator.Code),
		slog.String("amount", v.Order.Money.Bare()), slog.String("currency", v.Order.Money.Currency()),
	}
	if err != nil {
		line = append(line, slog.Any("error", err)) // after a lost answer a 409 says that it was accepted
	}
	s.audit(c, v, "payment sent", line...)
	return result
}

// outcomeOf is the result of a creation. payment is what is known of the payment by
// it.
func (s *server) outcomeOf(ctx context.Context, v *visit, sent known.Sent, payment known.Payment, err error) scenarios.Result {
	s.merge(v, payment)
	failure, _ := errors.AsType[*apiclient.Error](err)
	s.noteRefusedReturn(ctx, v, failure)
	switch {
	case errors.Is(err, upstream.ErrInLine):
		return scenarios.Result{Outcome: scenarios.OutcomeInLine}
	case errors.Is(err, apiclient.ErrConflict):
		// Accepted before: in a try of ours whose answer was lost, by a double
		// click, or from another browser.
		s.merge(v, s.read(ctx, v, checkNow).payment)
		return s.existing(v, sent)
	case err == nil:
		// Taken just now, so the gateway may only name its operator in another way.
		if v.payment.View().IsAnother(known.Sent{Method: sent.Method}) {
			return scenarios.Result{Outcome: scenarios.OutcomeElsewhere}
		}
		return scenarios.Result{Outcome: scenarios.OutcomeCreated}
	case errors.Is(err, apiclient.ErrNoBody): // a 2xx means accepted
		return scenarios.Result{Outcome: scenarios.OutcomeCreated}
	case failure != nil && failure.Lost, errors.Is(err, apiclient.ErrMalformed), errors.Is(err, apiclient.ErrVersion):
		return scenarios.Result{Outcome: scenarios.OutcomeUnclear} // also a refusal after a lost answer: it is about its own request
	case errors.Is(err, apiclient.ErrInvalid) && !scenarios.IsRefusalCode(failure.Code):
		switch open, locked := s.facts(v).Disputed(sent.Method, failure.Fields); {
		case len(open) > 0:
			return scenarios.Result{Outcome: scenarios.OutcomeDisputed, Disputed: open}
		case len(locked) > 0:
			return scenarios.Result{Outcome: scenarios.OutcomeLocked, Disputed: locked}
		}
		return scenarios.Result{Outcome: scenarios.OutcomeRefused, Code: failure.Code}
	case errors.Is(err, apiclient.ErrRefused), errors.Is(err, apiclient.ErrInvalid):
		return scenarios.Result{Outcome: scenarios.OutcomeRefused, Code: failure.Code}
	case errors.Is(err, apiclient.ErrRateLimited):
		return scenarios.Result{Outcome: scenarios.OutcomeBusy}
	case errors.Is(err, apiclient.ErrUnauthorized):
		return s.notGranted(ctx, v, sent)
	default:
		return scenarios.Result{Outcome: scenarios.OutcomeUnknown}
	}
}

// existing is the result of a creation whose id was taken before.
func (s *server) existing(v *visit, sent known.Sent) scenarios.Result {
	switch view := s.viewOf(v); {
	case view.Status() == known.Failed:
		return scenarios.Result{Outcome: scenarios.OutcomeUsedUp}
	case view.IsAnother(sent):
		return scenarios.Result{Outcome: scenarios.OutcomeElsewhere}
	default:
		return scenarios.Result{Outcome: scenarios.OutcomeExists}
	}
}

// notGranted is the result of a creation with which the token was refused. That is
// about this creation alone, since a token may grant others, unless its claims grant
// none; about the whole token says a read.
func (s *server) notGranted(ctx context.Context, v *visit, sent known.Sent) scenarios.Result {
	read := s.read(ctx, v, checkNow)
	s.merge(v, read.payment)
	switch {
	case v.payment.Exists():
		return s.existing(v, sent)
	case errors.Is(read.err, apiclient.ErrUnauthorized), !v.mayPay():
		return scenarios.Result{Outcome: scenarios.OutcomeRejected}
	default:
		return scenarios.Result{Outcome: scenarios.OutcomeNotGranted}
	}
}

// mayPay reports whether the token may create the payment, by its own claims.
func (v *visit) mayPay() bool {
	claims, readable := apiclient.ReadClaims(v.caller.Token)
	return !readable || claims.Allows(http.MethodPost, "/payins/"+v.Order.IDPayin)
}

// recordInLine records the result of a creation or a number that waited in line
// when its page was last shown, and reports whether the creation still does here.
func (s *server) recordInLine(ctx context.Context, v *visit) (waits bool) {
	if waiting := v.Progress.InLine; waiting != nil {
		payment, err := s.Upstream.Created(ctx, v.caller, v.Order.IDPayin, waiting.At)
		switch {
		case errors.Is(err, upstream.ErrNoCreation): // it is at another replica, or this one has restarted
		case errors.Is(err, upstream.ErrInLine):
			waits = true
		default:
			result := s.outcomeOf(ctx, v, *waiting, payment, err)
			s.metrics.Created.WithLabelValues(string(result.Outcome)).Inc()
			line := append(v.names(), slog.String("outcome", string(result.Outcome)))
			s.Logger.LogAttrs(ctx, slog.LevelInfo, "payment sent, after waiting in line", line...)
			v.Progress = v.Progress.RecordOutcome(*waiting, result)
		}
	}
	if v.Progress.ReferenceState == scenarios.ReferenceInLine {
		err := s.Upstream.ReferenceSet(ctx, v.caller, v.Order.IDPayin, v.Progress.Reference)
		if !errors.Is(err, upstream.ErrNoCreation) && !errors.Is(err, upstream.ErrInLine) {
			v.Progress.ReferenceState = referenceState(v.Progress.ReferenceState, err)
		}
	}
	return waits
}

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
