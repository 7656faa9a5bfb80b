package upstream

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"payapp/apiclient"
	"payapp/internal/upstream/limiter"
)

// gate lets one call's requests through, each in its turn. The client asks it
// before every request, retries included.
type gate struct {
	client   *Client
	limiter  *limiter.Limiter
	caller   Caller
	circuit  circuit
	lane     limiter.Lane
	verified bool              // the gateway has accepted the token
	unknown  bool              // nobody knows the merchant
	given    chan limiter.Slot // a poll's, good for one request
	at       *time.Time        // set to the moment before each request, if not nil

	pass     *limiter.Slot // of a merchant that nobody knows
	slot     limiter.Slot  // of the request under way
	underway bool
	finish   func(error) // tells the breaker of the call, once: by its first request
	tried    bool
	progress *progress
}

func (t *gate) Wait(ctx context.Context) (err error) {
	t.progress = progressFrom(ctx)
	if t.pass != nil { // another request takes another one
		t.client.limiters.Unverified.Answered(*t.pass)
		t.pass = nil
	}
	if t.lane == limiter.LaneBackground {
		select {
		case t.slot = <-t.given:
		default:
			return errOneRequest
		}
	} else {
		if t.slot, err = t.limiter.Wait(ctx, t.lane, t.caller.Address, t.progress.abandoned); err != nil {
			return err
		}
		if t.unknown { // last: whoever has a pass keeps others from it
			pass, err := t.client.limiters.Unverified.Wait(ctx, t.lane, t.caller.Address, t.progress.abandoned)
			if err != nil {
				t.limiter.GiveBack(t.slot)
				return err
			}
			t.pass = &pass
		}
	}
	if !t.tried {
		if t.finish, err = t.allow(); err != nil {
			t.limiter.GiveBack(t.slot)
			return err
		}
	}
	if t.at != nil {
		*t.at = t.client.config.Now() // not sooner: its place in line may have taken a minute
	}
	t.underway, t.tried = true, true
	t.limiter.Sent(t.slot)
	t.progress.markSent()
	return nil
}

// allow asks the breakers. That the gateway answers a stranger with a 5xx says nothing
// of the shop that is claimed, but of those who send from the address.
func (t *gate) allow() (finish func(error), err error) {
	shop, err := t.client.breakers.allow(t.circuit)
	if err != nil || t.verified {
		return shop, err
	}
	own := func(error) {}
	if address := judgedBy(t.caller); address != "" {
		if own, err = t.client.strangers.allow(t.circuit.from(address)); err != nil {
			shop(errStranger)
			return nil, err
		}
	}
	return func(failure error) {
		own(failure)
		if answer, ok := errors.AsType[*apiclient.Error](failure); ok && answer.HTTPStatus >= http.StatusInternalServerError {
			failure = errStranger
		}
		shop(failure)
	}, nil
}

func (t *gate) Answered(failure error) {
	t.underway = false
	if givenUp(failure) {
		t.limiter.GivenUp(t.slot)
	} else {
		t.limiter.Answered(t.slot)
	}
	if t.finish != nil {
		t.finish(failure)
		t.finish = nil
	}
}

// givenUp reports whether a request failed because nobody waited for its answer any
// longer: it may still be on its way.
func givenUp(failure error) bool {
	late, ok := errors.AsType[net.Error](failure)
	op, _ := errors.AsType[*net.OpError](failure)
	return errors.Is(failure, context.Canceled) || ok && late.Timeout() && (op == nil || op.Op != "dial")
}

// over ends the call. A panic may have left its request under way.
func (t *gate) over(accepted bool) {
	if t.underway {
		t.Answered(apiclient.ErrUnavailable)
	}
	switch {
	case t.pass == nil:
	case accepted, !t.tried: // it turned out good, or nothing was sent
		t.client.limiters.Unverified.GiveBack(*t.pass)
	default:
		t.client.limiters.Unverified.Answered(*t.pass)
	}
}

func (t *gate) Limited(wait time.Duration) {
	t.client.metrics.limits.Inc()
	t.progress.markLimited()
	if t.limiter.Limited(t.slot, wait) {
		t.client.others.Limited(t.client.merchantKey(t.caller), wait)
	}
}

var _ apiclient.Gate = (*gate)(nil)

var errOneRequest = errors.New("a poll sends one request")
