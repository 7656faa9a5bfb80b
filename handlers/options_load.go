package handlers

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"payapp/apiclient"
	"payapp/scenarios"
)

// withoutOptions goes on where the token may not ask for the options: with what the
// shop named, if it named one. Whether the token is good a read says alone, so it is
// made now unless there was one.
//
// A 404 to that read may be about our version. Together with the refusal it isn't
// about the token: a gateway that looks at tokens accepted this one for the read.
func (s *server) withoutOptions(ctx context.Context, v *visit, read reading) (reading, scenarios.Trouble) {
	if read.err == nil {
		read = s.read(ctx, v, checkNow)
	}
	v.Verified = v.Verified || read.payment.Verifies() || errors.Is(read.err, apiclient.ErrVersion)
	switch {
	case read.trouble != scenarios.NoTrouble:
		return read, read.trouble
	case errors.Is(read.err, apiclient.ErrUnauthorized), !v.mayPay():
		return read, scenarios.TokenRejected
	}
	if options := scenarios.OptionsOf(v.Order); v.Verified && options != nil {
		v.Options = options
		return read, scenarios.NoTrouble
	}
	return read, scenarios.OptionsRefused
}

// hasNoList reports whether the gateway has no such operation. A 404 may be about our
// version, until another answer has shown that it is taken.
func (s *server) hasNoList(err error) bool {
	failure, ok := errors.AsType[*apiclient.Error](err)
	if !ok {
		return false
	}
	switch failure.HTTPStatus {
	case http.StatusMethodNotAllowed, http.StatusConflict, http.StatusNotImplemented:
		return true
	case http.StatusNotFound:
		return s.Upstream.TakesVersion() && !strings.Contains(strings.ToLower(failure.Code+failure.Message), "version")
	case http.StatusBadRequest, http.StatusNotAcceptable, http.StatusUnprocessableEntity:
		return !refusesAmount(err)
	}
	return false
}

// namesAmount are words of a refusal about the amount or its currency; lacksAmount say
// that the request is at fault, and not the amount.
var (
	namesAmount = regexp.MustCompile(`(?i)(\b|_)(amount|money|currency)(code|\b|_)`)
	lacksAmount = regexp.MustCompile(`(?i)required|missing|null|absent|blank|empty|not (be )?present|paymentRequested`)
)

// refusesAmount reports whether the ways to pay were refused for the amount or its
// currency: limits of methods are everyday.
func refusesAmount(err error) bool {
	failure, ok := errors.AsType[*apiclient.Error](err)
	if !ok || !slices.Contains([]int{http.StatusBadRequest, http.StatusNotAcceptable, http.StatusUnprocessableEntity}, failure.HTTPStatus) {
		return false
	}
	says := func(text string) bool { return namesAmount.MatchString(text) && !lacksAmount.MatchString(text) }
	return says(failure.Code+" "+failure.Message) || slices.ContainsFunc(failure.Fields, func(f apiclient.FieldError) bool {
		return says(f.Field + " " + f.Code + " " + f.Message)
	})
}

// mayPay reports whether the token may create the payment, by its own claims.
func (v *visit) mayPay() bool {
	claims, readable := apiclient.ReadClaims(v.caller.Token)
	return !readable || claims.Allows(http.MethodPost, "/payins/"+v.Order.IDPayin)
}
