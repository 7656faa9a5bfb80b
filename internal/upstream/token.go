package upstream

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/time/rate"

	"payapp/apiclient"
	"payapp/internal/upstream/aged"
	"payapp/internal/upstream/payment"
)

// tokens remembers which tokens the gateway accepted or refused, and limits
// each to what a customer needs.
type tokens struct {
	accepted  *aged.Map[payment.Identity, struct{}]
	merchants *aged.Map[string, struct{}] // of whom a token was accepted
	// refused is the error of the last refusal: of the whole token (a read's 401,
	// subject "") or of one call with it.
	refused *aged.Map[refusal, error]
	// asking limits a verified token's calls, polls excepted: one customer mustn't
	// make the merchant's others wait. Junk has no entry.
	asking *aged.Map[payment.Identity, *rate.Limiter]
	share  rate.Limit
	burst  int
}

type refusal struct {
	token   payment.Identity
	subject string
}

// What one token may ask: at once, all that a paying customer needs; then twice
// what a waiting one needs.
const (
	tokenShare = 0.1 // of the rate
	tokenLeast = 0.7 // calls a second, at the lowest rates
	tokenBurst = 15  // calls
)

// errTokenTooOften is in line for its own next turn: pages show what is known.
var errTokenTooOften = fmt.Errorf("too many calls with one token: %w", ErrInLine)

func newTokens(perSecond float64, now func() time.Time) *tokens {
	return &tokens{
		accepted:  aged.New[payment.Identity, struct{}](identityKept, proofLife, now),
		merchants: aged.New[string, struct{}](identityKept, merchantLife, now),
		refused:   aged.New[refusal, error](identityKept, refusalLife, now),
		asking:    aged.New[payment.Identity, *rate.Limiter](identityKept, time.Hour, now),
		share:     rate.Limit(max(tokenLeast, perSecond*tokenShare)),
		burst:     max(tokenBurst, int(perSecond)),
	}
}

func (t *tokens) verified(token payment.Identity) bool {
	_, ok := t.accepted.Get(token)
	return ok
}

// knows reports whether the gateway has accepted a token of the merchant lately.
func (t *tokens) knows(merchant string) bool {
	_, ok := t.merchants.Get(merchant)
	return ok
}

// mayAsk books a call of a verified token, and reports false if it asks too
// often.
func (t *tokens) mayAsk(token payment.Identity) bool {
	limiter, ok := t.asking.Get(token)
	if !ok {
		limiter = rate.NewLimiter(t.share, t.burst)
	}
	t.asking.Put(token, limiter) // so that it doesn't expire
	return limiter.Allow()
}

// refusalOf is the error to answer without a call, or nil.
func (t *tokens) refusalOf(token payment.Identity, r request) error {
	if err, ok := t.refused.Get(refusal{token, ""}); ok {
		return err
	}
	err, _ := t.refused.Get(refusal{token, r.name()})
	return err
}

// name is what makes another call the same, for remembered refusals.
func (r request) name() string { return string(r.operation) + r.subject + " " + r.content }

// judge remembers what a call's outcome says about its token, and reports whether the
// gateway accepted it: it answered about the payment, "no such payment" included once
// that can't be about our version. Only a read's 401 is about the token: any other
// operation may not be granted, and the interface doesn't show how that is refused.
func (t *tokens) judge(token payment.Identity, r request, err error, takesVersion bool) (accepted bool) {
	reads := r.operation == opRead
	if r.operation == opCreate { // reads may have been refused because there was nothing
		t.refused.Drop(refusal{token, request{operation: opRead, subject: r.subject}.name()})
	}
	switch {
	case errors.Is(err, apiclient.ErrUnauthorized) && reads && !errors.Is(err, apiclient.ErrForbidden):
		t.refused.Put(refusal{token, ""}, err)
		t.accepted.Drop(token)
	case errors.Is(err, apiclient.ErrUnauthorized):
		if !isLost(err) { // else the same may have been taken before, and only asking again tells
			t.refused.Put(refusal{token, r.name()}, err)
		}
	case err == nil, errors.Is(err, apiclient.ErrNotFound) && reads && takesVersion,
		errors.Is(err, apiclient.ErrConflict), errors.Is(err, apiclient.ErrRefused):
		t.accepted.Put(token, struct{}{})
		return true
	}
	return false
}

// grants reports whether the token may be used for the operation, by its own
// claims. Where they don't say, the gateway decides.
func grants(caller Caller, method, path string) bool {
	claims, readable := apiclient.ReadClaims(caller.Token)
	return !readable || claims.Allows(method, path)
}

// GrantsNumber reports whether a number can be given to the gateway: the token grants it,
// unlike the interface's PAYIN_CREATE, or the merchant's gateway took one once.
func (c *Client) GrantsNumber(caller Caller, idPayin string) bool {
	if _, took := c.tookNumber.Get(c.merchantKey(caller)); took {
		return true
	}
	return grants(caller, "POST", c.client.ReferencePath(idPayin))
}

// errNotGranted is the error of a call that isn't made, since the token's claims
// don't grant it.
var errNotGranted = fmt.Errorf("the token's claims don't grant it: %w: %w", apiclient.ErrForbidden, apiclient.ErrUnauthorized)
