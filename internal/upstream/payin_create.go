package upstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/upstream/limiter"
	"payapp/internal/upstream/payment"
)

// How long the customer who pressed Pay waits for a page, and how long the
// creation may take. It keeps its place even if nobody asks again: the customer
// has decided.
var (
	payPatience  = Wait{Line: 1500 * time.Millisecond, Whole: 6 * time.Second}
	createLimits = limits{line: time.Minute, answer: 20 * time.Second, stays: true}
)

// outcomeLife is how long the outcome of a creation or reference is kept for
// the page that asks for it: longer than the call may take.
const outcomeLife = 5 * time.Minute

// Create creates a payment, in the first lane. A second call for the same
// payment, token and method joins the first and gets its outcome. It runs to
// its end even if the customer leaves. sent is what a page says of it later if
// the gateway doesn't. Its time is when Pay was pressed, by which Created finds the
// outcome; what is known has the time of the call.
//
// after is what is known by the outcome, whatever the error: after ErrConflict
// the payment exists; after ErrUnavailable and ErrMalformed it may, and the next
// Payin asks the gateway. ErrInLine means that it continues: Created returns its
// outcome. Other errors are the client's, with ErrRateLimited if nothing was
// sent.
func (c *Client) Create(
	ctx context.Context, caller Caller, idPayin string, wanted apiclient.PayinRequest, sent known.Sent,
) (after known.Payment, err error) {
	key := caller.Key(idPayin)
	// Only a second press of the same choice joins, not another method chosen
	// in another tab.
	method, err := json.Marshal(wanted.Method)
	if err != nil {
		return known.Payment{}, fmt.Errorf("payment method: %w", err)
	}
	choice := string(key.Token[:]) + idPayin + string(method)
	pressed := pay(key, sent.At)
	sent.At = c.config.Now()
	creation := c.creates.join(ctx, choice, createLimits, func(ctx context.Context) (known.Payment, error) {
		sent := sent            // the caller goes on with its own
		c.readings.outdate(key) // reads that start now may miss the payment
		asked := request{operation: opCreate, subject: idPayin, content: string(method), lane: limiter.LaneCreation, at: &sent.At}
		payin, err := call(ctx, c, caller, asked, func(ctx context.Context) (apiclient.Payin, error) {
			return c.client.CreatePayin(ctx, caller.Token, idPayin, wanted)
		})
		after := afterCreation(payin, err, sent)
		if after.Verifies() {
			after = c.merge(ctx, caller, key, after, "creation")
		}
		if err != nil {
			c.outdateUnless(key, err)
		}
		return after, placed(err)
	})
	return c.creates.settle(ctx, pressed, creation, c.patient(payPatience))
}

// afterCreation is what a creation's outcome says of the payment. A conflict means that
// the id was taken: by us only if an earlier request was lost, after which no refusal says
// that nothing came of it.
func afterCreation(payin apiclient.Payin, err error, sent known.Sent) known.Payment {
	sent.Taken = err == nil || errors.Is(err, apiclient.ErrNoBody)
	switch {
	case err == nil:
		return known.Created(payin, sent.At).WithSent(sent)
	case errors.Is(err, apiclient.ErrNoBody): // a 2xx means accepted
		return known.Taken(sent.At).WithSent(sent)
	case errors.Is(err, apiclient.ErrConflict) && isLost(err):
		return known.Conflicted(sent.At).WithSent(sent)
	case errors.Is(err, apiclient.ErrConflict):
		return known.Conflicted(sent.At)
	case errors.Is(err, errCircuitOpen), errors.Is(err, ErrInLine):
		return known.Payment{} // nothing was sent
	case errors.Is(err, apiclient.ErrUnavailable), errors.Is(err, apiclient.ErrMalformed), errors.Is(err, apiclient.ErrVersion),
		isLost(err):
		return known.Payment{}.WithSent(sent)
	default:
		return known.Payment{} // refused: nothing came of it
	}
}

// isLost reports whether an earlier request of the call got no answer, and may have
// been processed.
func isLost(err error) bool {
	failure, _ := errors.AsType[*apiclient.Error](err)
	return failure != nil && failure.Lost
}

// outdateUnless marks a payment as outdated if a failed call may have changed
// it.
func (c *Client) outdateUnless(key payment.Key, err error) {
	nothingSent := errors.Is(err, ErrInLine) || errors.Is(err, apiclient.ErrRateLimited) || errors.Is(err, errCircuitOpen)
	if !nothingSent && (isLost(err) || !errors.Is(err, apiclient.ErrUnauthorized)) {
		c.readings.renew(key)
	}
}

// placed is the error of a call without a place in line: ErrInLine would say that it
// continues.
func placed(err error) error {
	if errors.Is(err, ErrInLine) {
		return errNoPlace
	}
	return err
}

var errNoPlace = fmt.Errorf("no place in line for the gateway: %w", apiclient.ErrRateLimited)

// Created returns the outcome of the creation that was in line since Pay was pressed
// then, as Create does, or ErrInLine while it continues. ErrNoCreation means that
// this process has none; another process may.
func (c *Client) Created(ctx context.Context, caller Caller, idPayin string, pressed time.Time) (known.Payment, error) {
	return c.creates.outcome(ctx, pay(caller.Key(idPayin), pressed))
}

// pay names a Pay by the moment when it was pressed.
func pay(key payment.Key, pressed time.Time) submission {
	return submission{key, strconv.FormatInt(pressed.UnixNano(), 36)}
}

// ErrNoCreation means that this process has sent no creation of the payment.
var ErrNoCreation = errors.New("no creation under way here")

// SetReference sends the customer's external payment reference, in the lane of
// creations. A second call with the same reference joins the first and gets its
// outcome. It runs to its end even if the customer leaves. The next Payin asks
// the gateway. ErrInLine means that it continues, and ReferenceSet returns its
// outcome. Other errors are the client's: ErrForbidden, without a call, if the
// token's claims don't grant the operation.
func (c *Client) SetReference(ctx context.Context, caller Caller, idPayin, reference string) error {
	if !c.GrantsNumber(caller, idPayin) {
		return errNotGranted
	}
	key := caller.Key(idPayin)
	sending := c.references.join(ctx, string(key.Token[:])+idPayin+" "+reference, createLimits, func(ctx context.Context) (struct{}, error) {
		asked := request{operation: opReference, subject: idPayin, content: reference, lane: limiter.LaneCreation}
		_, err := call(ctx, c, caller, asked, func(ctx context.Context) (struct{}, error) {
			return struct{}{}, c.client.SetExternalReference(ctx, caller.Token, idPayin, reference)
		})
		if err == nil {
			c.readings.renew(key)
			c.tookNumber.Put(c.merchantKey(caller), struct{}{})
		} else {
			c.outdateUnless(key, err)
		}
		return struct{}{}, placed(err)
	})
	_, err := c.references.settle(ctx, submission{key, reference}, sending, c.patient(payPatience))
	return err
}

// ReferenceSet returns the outcome of this reference that was in line, as Created
// does.
func (c *Client) ReferenceSet(ctx context.Context, caller Caller, idPayin, reference string) error {
	_, err := c.references.outcome(ctx, submission{caller.Key(idPayin), reference})
	return err
}
