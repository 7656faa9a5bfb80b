package replicas

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"payapp/internal/gateway/limiter"
	"payapp/internal/gateway/polls"
)

// window is a merchant's limiter.Window, which replicas share.
type window struct {
	replica  *Replica
	merchant string
	local    limiter.LocalWindow // while the store says nothing of it

	mu     sync.Mutex
	failed time.Time // since when the store hasn't answered about it; zero = it has
	apart  bool      // the local window counts
	probed time.Time
	from   time.Time // no slot before: others' requests may still be counted
	slots  uint64
	// unfreed are slots of which the store couldn't be told when they are free;
	// without it they are taken for as long as a request may take.
	unfreed []limiter.Slot
}

const (
	// silence is how long nothing is sent for a merchant when its window is lost
	// and when it is found again: what others sent is over by then.
	silence = time.Second
	// probeEvery is how often a window that was lost is looked for.
	probeEvery = time.Second
	// askSoon is when to ask again for what a late answer didn't tell.
	askSoon     = 20 * time.Millisecond
	unfreedMost = 100
	// slotLocal marks the id of a slot of the local window.
	slotLocal = 1 << 63
)

// Take is limiter.Window's. If the store doesn't answer, nothing is granted for
// a second: by then what any replica sent before is over, and each sends its
// part of the rate by itself. When the store answers again, nothing is granted
// for a second either.
func (w *window) Take(ask limiter.Ask) limiter.Grant {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	if wait := w.from.Sub(now); wait > 0 {
		return limiter.Grant{Wait: wait}
	}
	if !w.apart || now.Sub(w.probed) >= probeEvery {
		w.probed = now
		grant, err := w.take(ask)
		switch {
		case err == nil && !w.apart:
			w.failed = time.Time{}
			w.freeRest()
			return grant
		case err == nil:
			w.unfreed = append(w.unfreed, grant.Slot)
			w.failed, w.apart, w.from = time.Time{}, false, now.Add(silence)
			w.freeRest()
			w.replica.tell("store is back, replicas share again", nil)
			return limiter.Grant{Wait: silence}
		}
		w.keep(grant.Slot) // it may have been granted
		if w.failed.IsZero() {
			w.failed = now
		}
		if !w.apart && now.Sub(w.failed) < silence {
			return limiter.Grant{Wait: askSoon}
		}
		if !w.apart {
			w.apart = true
			w.replica.tell("store is gone, replica sends its own part of the rate", err)
		}
	}
	ask.Rate /= float64(w.replica.count())
	grant := w.local.Take(ask)
	grant.Slot.ID |= slotLocal
	return grant
}

// Free is limiter.Window's.
func (w *window) Free(s limiter.Slot, after time.Duration) {
	if s.ID&slotLocal != 0 {
		s.ID &^= slotLocal
		w.local.Free(s, after)
		return
	}
	r := w.replica
	if _, err := soon(r.patience.slot, func(ctx context.Context) (any, error) {
		return r.scripts.free.Run(ctx, r.client, []string{merchantKey(w.merchant, "window")}, w.slotName(s.ID), micro(after)).Result()
	}); err != nil && !errors.Is(err, redis.Nil) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.keep(s)
	}
}

// keep keeps a slot to be freed later. w.mu is held.
func (w *window) keep(s limiter.Slot) {
	if s.ID != 0 && len(w.unfreed) < unfreedMost {
		w.unfreed = append(w.unfreed, s)
	}
}

// freeRest frees what was kept. w.mu is held.
func (w *window) freeRest() {
	for _, s := range w.unfreed {
		go w.Free(s, s.Hold)
	}
	w.unfreed = nil
}

// What the store's answers can't be used for.
var (
	errLate    = errors.New("the store was too late")
	errUnknown = errors.New("the store's time isn't known yet")
	errReply   = errors.New("unexpected reply of the store")
)

// take asks the store for a slot.
func (w *window) take(ask limiter.Ask) (grant limiter.Grant, err error) {
	r := w.replica
	deadline, ok := r.deadline()
	if !ok {
		return grant, errUnknown
	}
	most, hold, life := limiter.SlotsOf(ask.Rate)
	w.slots++
	grant.Slot = limiter.Slot{ID: w.slots, Hold: hold}
	keys := []string{merchantKey(w.merchant, "window"), merchantKey(w.merchant, "line"), merchantKey(w.merchant, "state")}
	nudged, since := false, ""
	if e := ask.Poll; e != nil {
		keys = append(keys, merchantKey(w.merchant, "read:"+r.vault.Name(paymentText(e.Key()))))
		if nudged = e.Nudged; !e.Read.IsZero() {
			since = strconv.FormatInt(micro(r.config.Now().Sub(e.Read)), 10)
		}
	}
	slot := w.slotName(grant.Slot.ID)
	answer, err := soon(r.patience.slot, func(ctx context.Context) ([]int64, error) {
		return r.scripts.take.Run(ctx, r.client, keys,
			r.name, deadline, most, micro(hold), micro(life), slot, ask.Urgent, ask.Spread, ask.SpreadFirst, ask.More,
			nudged, since, micro(polls.LeastInterval), limiter.Floors[limiter.LaneBackground]).Int64Slice()
	})
	switch {
	case err != nil:
		return grant, err
	case len(answer) != 3:
		return grant, errReply
	}
	span := time.Duration(answer[2]) * time.Microsecond
	switch answer[0] {
	case 0:
		return limiter.Grant{Wait: span}, nil
	case 1:
		grant.OK, grant.Spread, grant.Wait = true, answer[1] == 1, span
		return grant, nil
	case 2:
		return limiter.Grant{Elsewhere: true, Ago: span}, nil
	default:
		return limiter.Grant{}, errLate
	}
}

// slotName is the slot's name in the store: slots of a process differ by their
// window's key.
func (w *window) slotName(id uint64) string { return w.replica.name + ":" + strconv.FormatUint(id, 36) }

func micro(d time.Duration) int64 { return d.Microseconds() }
