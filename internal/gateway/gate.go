package gateway

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"payapp/apiclient"
)

// gate lets one call's requests through, each in its turn. The client asks it
// before every request, retries included.
type gate struct {
	g         *Gateway
	limiter   *limiter
	caller    Caller
	operation operation
	lane      lane
	given     *turn // a poll's slot, good for one request

	slot   slot // slot of the request under way
	sent   time.Time
	finish func(ok bool) // tells the breaker; nil while no request is under way
}

// turn is the slot that a poll brings along. The poll's request takes it; if
// none is sent, the poll takes it back.
type turn struct {
	slot  slot
	taken atomic.Bool
}

func (t *turn) take() (s slot, ok bool) {
	if t == nil || t.taken.Swap(true) {
		return slot{}, false
	}
	return t.slot, true
}

func (t *gate) Wait(ctx context.Context) (err error) {
	if t.lane == laneBackground {
		s, ok := t.given.take()
		switch {
		case !ok:
			return errOneRequest
		case s.late():
			t.limiter.giveBack(s)
			return ErrInLine // not a failure: the retry waits for another slot
		}
		t.slot = s
	} else if t.slot, err = t.limiter.wait(ctx, t.lane, t.caller.Address, progressFrom(ctx).abandoned); err != nil {
		return err
	}
	if t.finish, err = t.g.breakers.allow(t.operation); err != nil {
		t.limiter.giveBack(t.slot)
		return err
	}
	t.sent = time.Now()
	t.limiter.sent(t.slot)
	progressFrom(ctx).markSent()
	return nil
}

func (t *gate) Answered(ok bool) {
	t.finish(ok)
	t.finish = nil
	t.limiter.answered(t.slot, time.Since(t.sent))
}

// over ends a request that a panic left under way; its breaker would wait for
// it for ever.
func (t *gate) over() {
	if t.finish != nil {
		t.Answered(false)
	}
}

func (t *gate) Limited(wait time.Duration) { t.limiter.limited(wait) }

var _ apiclient.Gate = (*gate)(nil)

var errOneRequest = errors.New("a poll sends one request")
