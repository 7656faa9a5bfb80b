package gateway

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"payapp/apiclient"
	"payapp/internal/gateway/limiter"
)

// gate lets one call's requests through, each in its turn. The client asks it
// before every request, retries included.
type gate struct {
	g         *Gateway
	limiter   *limiter.Limiter
	caller    Caller
	operation operation
	lane      limiter.Lane
	given     *turn      // a poll's slot, good for one request
	at        *time.Time // set to the moment before each request, if not nil

	slot   limiter.Slot // slot of the request under way
	sent   time.Time
	finish func(error) // tells the breaker; nil while no request is under way
}

// turn is the slot that a poll brings along. The poll's request takes it; if
// none is sent, the poll takes it back.
type turn struct {
	slot  limiter.Slot
	taken atomic.Bool
}

func (t *turn) take() (s limiter.Slot, ok bool) {
	if t == nil || t.taken.Swap(true) {
		return limiter.Slot{}, false
	}
	return t.slot, true
}

func (t *gate) Wait(ctx context.Context) (err error) {
	if t.lane == limiter.LaneBackground {
		s, ok := t.given.take()
		switch {
		case !ok:
			return errOneRequest
		case s.Late():
			t.limiter.GiveBack(s)
			return ErrInLine // not a failure: the retry waits for another slot
		}
		t.slot = s
	} else if t.slot, err = t.limiter.Wait(ctx, t.lane, t.caller.Address, progressFrom(ctx).abandoned); err != nil {
		return err
	}
	if t.finish, err = t.g.breakers.allow(t.operation); err != nil {
		t.limiter.GiveBack(t.slot)
		return err
	}
	t.sent = time.Now()
	if t.at != nil {
		*t.at = t.g.config.Now() // not sooner: its place in line may have taken a minute
	}
	t.limiter.Sent(t.slot)
	progressFrom(ctx).markSent()
	return nil
}

func (t *gate) Answered(ok bool) {
	var err error
	if !ok {
		err = apiclient.ErrUnavailable
	}
	t.finish(err)
	t.finish = nil
	t.limiter.Answered(t.slot, time.Since(t.sent))
}

// over ends a request that a panic left under way; its breaker would wait for
// it for ever.
func (t *gate) over() {
	if t.finish != nil {
		t.Answered(false)
	}
}

func (t *gate) Limited(wait time.Duration) { t.limiter.Limited(wait) }

var _ apiclient.Gate = (*gate)(nil)

var errOneRequest = errors.New("a poll sends one request")
