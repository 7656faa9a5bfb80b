package gateway

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/time/rate"

	"payapp/apiclient"
)

// tokens remembers what the gateway thought of tokens, and holds each one to
// what a customer asks.
type tokens struct {
	accepted *aged[identity, struct{}]
	// refused holds the error of the last refusal: of a whole token (401,
	// subject "") or of one call with it (403).
	refused *aged[refusal, error]
	// asking is what a proven token may ask besides polls. Whoever has one good
	// link could otherwise ask so often that the merchant's other customers
	// wait. Tokens that aren't proven have no entry: junk would push out others'.
	asking *aged[identity, *rate.Limiter]
	share  rate.Limit
	burst  int
	now    func() time.Time
}

type refusal struct {
	token   identity
	subject string
}

// What one token may ask: all that a customer does who pays, at once, and then
// twice what one does who waits.
const (
	tokenShare = 0.1 // of the rate
	tokenLeast = 0.7 // calls a second, however small the rate is
	tokenBurst = 15  // calls
)

var errTokenTooOften = fmt.Errorf("too many calls with one token: %w", apiclient.ErrRateLimited)

func newTokens(perSecond float64, now func() time.Time) *tokens {
	return &tokens{
		accepted: newAged[identity, struct{}](identityKept, proofLife, now),
		refused:  newAged[refusal, error](identityKept, refusalLife, now),
		asking:   newAged[identity, *rate.Limiter](identityKept, time.Hour, now),
		share:    rate.Limit(max(tokenLeast, perSecond*tokenShare)),
		burst:    max(tokenBurst, int(perSecond)),
		now:      now,
	}
}

func (t *tokens) proven(token identity) bool {
	_, ok := t.accepted.get(token)
	return ok
}

// mayAsk books a call of a proven token, unless it asks too often.
func (t *tokens) mayAsk(token identity) bool {
	limiter, ok := t.asking.get(token)
	if !ok {
		limiter = rate.NewLimiter(t.share, t.burst)
	}
	t.asking.put(token, limiter) // keeps it young
	return limiter.Allow()
}

// refusalOf is the error to answer without a call, or nil.
func (t *tokens) refusalOf(token identity, subject string) error {
	if err, ok := t.refused.get(refusal{token, ""}); ok {
		return err
	}
	err, _ := t.refused.get(refusal{token, subject})
	return err
}

// learn remembers what a call's outcome says of its token, and reports whether
// the gateway accepted the token. It did if it answered about the payment,
// "no such payment" included; after an error that says nothing of the token,
// such as a 503, nothing is known.
func (t *tokens) learn(token identity, subject string, err error) (accepted bool) {
	switch {
	case errors.Is(err, apiclient.ErrForbidden):
		t.refused.put(refusal{token, subject}, err)
	case errors.Is(err, apiclient.ErrUnauthorized):
		t.refused.put(refusal{token, ""}, err)
		t.accepted.drop(token)
	case err == nil, errors.Is(err, apiclient.ErrNotFound), errors.Is(err, apiclient.ErrConflict), errors.Is(err, apiclient.ErrRefused):
		t.accepted.put(token, struct{}{})
		return true
	}
	return false
}
