package replicas

import (
	"sync/atomic"
	"time"

	"payapp/internal/gateway/limiter"
)

// sharedArbiter grants slots from windows that all replicas share. It doesn't
// handle a store that is gone: see failover.go.
type sharedArbiter struct {
	*members
	slots atomic.Uint64
}

// Two bits of a slot's id: the store granted it; it stays taken for its whole
// life, whoever settles it.
const (
	slotShared = 1 << 63
	slotFixed  = 1 << 62
)

// windowKept is how long the store keeps an unused window.
const windowKept = 10 * time.Minute

func (a *sharedArbiter) Grant(merchant string, waiting limiter.LaneSet) (limiter.Slot, bool, time.Duration, error) {
	id := slotShared | a.slots.Add(1)
	args := []any{
		a.replica, a.clock.deadline(), a.vault.Names(), a.rate,
		int(waiting), a.slotName(id), micro(limiter.SlotLife), micro(limiter.PaceInterval), int(limiter.LaneBackground),
	}
	for _, floor := range limiter.Floors {
		args = append(args, floor)
	}
	asked := time.Now()
	r, err := a.run(a.scripts.grant, []string{membersKey, a.window(merchant), a.state(merchant)}, args...)
	if err != nil {
		return limiter.Slot{}, false, 0, err
	}
	if err := denied(r); err != nil {
		return limiter.Slot{}, false, 0, err
	}
	if r.number(0) == 0 {
		return limiter.Slot{}, false, r.span(1), nil
	}
	if time.Since(asked) > 2*a.patience { // lateAfter, for the patience of this store
		// This process stood still: by the time a request arrives, the slot may
		// be free again.
		return limiter.Slot{}, false, time.Millisecond, nil
	}
	if r.number(2) == 1 {
		id |= slotFixed
	}
	turn := max(0, min(r.number(1), int64(limiter.LaneCount)-1))
	return limiter.Slot{ID: id, Lane: limiter.Lane(turn)}, true, 0, nil
}

func (a *sharedArbiter) Settle(merchant string, s limiter.Slot, after time.Duration) error {
	if s.ID&slotFixed != 0 {
		return nil
	}
	_, err := a.run(a.scripts.settle, []string{a.window(merchant)}, a.slotName(s.ID), micro(after))
	return err
}

func (a *sharedArbiter) Slow(merchant string, pause time.Duration) error {
	_, err := a.run(a.scripts.slow, []string{a.state(merchant)}, a.rate, micro(pause), micro(limiter.PaceInterval), limiter.PaceShare)
	return err
}
