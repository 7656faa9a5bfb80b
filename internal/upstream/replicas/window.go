package replicas

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"payapp/internal/upstream/limiter"
	"payapp/internal/upstream/polls"
)

// window is a merchant's limiter.Window, which replicas share.
type window struct {
	replica  *Replica
	merchant string
	local    limiter.LocalWindow // while the store says nothing of it

	mu      sync.Mutex
	failed  time.Time // since when the store hasn't answered about it; zero = it has
	apart   bool      // the local window counts
	probed  time.Time
	clock   storeClock              // by the last answer about it: nodes of a Cluster have a clock each
	joining time.Time               // until then both windows count
	both    map[uint64]limiter.Slot // slots of the local window, by those of the store
	slots   uint64
	// unfreed are slots of which the store couldn't be told when they are free;
	// without it they are taken for as long as a request may take.
	unfreed []limiter.Slot
}

const (
	// silence is how long nothing is sent for a merchant when its window is lost:
	// what others sent is over by then.
	silence = time.Second
	// probeEvery is how often a window that was lost is looked for.
	probeEvery = time.Second
	// joinsFor is until all replicas have found the window, and what they sent before
	// is over.
	joinsFor = probeEvery + time.Second + 250*time.Millisecond
	// askSoon is when to ask again for what a late answer didn't tell.
	askSoon     = 20 * time.Millisecond
	unfreedMost = 100
	// slotLocal marks the id of a slot of the local window.
	slotLocal = 1 << 63
)

// Take is limiter.Window's. If the store doesn't answer, nothing is granted for
// a second: by then what any replica sent before is over, and each sends its
// part of the rate by itself. When the store answers again, a replica keeps to its
// part, which the store counts, until all have come back.
func (w *window) Take(ask limiter.Ask) limiter.Grant {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	var own limiter.Grant
	switch {
	case w.apart:
		if own = w.takeOwn(ask); !own.OK || now.Sub(w.probed) < probeEvery {
			return own
		}
	case now.Before(w.joining): // when it is due says the store
		if own = w.takeOwn(limiter.Ask{Rate: ask.Rate, Urgent: true}); !own.OK {
			return own
		}
	}
	before := w.probed
	w.probed = now
	grant, err := w.take(ask)
	if err == nil {
		if w.apart {
			w.apart, w.joining = false, now.Add(joinsFor)
			w.replica.tell("store is back, replicas share again", nil)
		}
		w.failed = time.Time{}
		w.freeRest()
		switch {
		case grant.OK && own.OK:
			w.both[grant.Slot.ID] = own.Slot
		case own.OK:
			w.freeOwn(own.Slot, 0)
		}
		return grant
	}
	w.hold(grant.Slot) // it may have been granted
	if w.apart {
		return own
	}
	if own.OK {
		w.freeOwn(own.Slot, 0)
	}
	if w.failed.IsZero() || now.Sub(before) > silence { // unasked, it may have answered others meanwhile
		w.failed = now
	}
	if now.Sub(w.failed) < silence {
		return limiter.Grant{Wait: askSoon}
	}
	w.apart = true
	w.replica.tell("store is gone, replica sends its own part of the rate", err)
	return w.takeOwn(ask)
}

// takeOwn takes a slot of this replica's part.
func (w *window) takeOwn(ask limiter.Ask) limiter.Grant {
	ask.Rate = w.replica.part(ask.Rate)
	grant := w.local.Take(ask)
	grant.Slot.ID |= slotLocal
	return grant
}

func (w *window) freeOwn(s limiter.Slot, after time.Duration) {
	s.ID &^= slotLocal
	w.local.Free(s, after)
}

// Free is limiter.Window's. An answer doesn't wait for the store; as many wait
// there at most as there are slots. Who gives a slot back waits, since somebody
// asks for it at once.
func (w *window) Free(s limiter.Slot, after time.Duration) {
	if s.ID&slotLocal != 0 {
		w.freeOwn(s, after)
		return
	}
	w.mu.Lock()
	if own, ok := w.both[s.ID]; ok {
		delete(w.both, s.ID)
		w.freeOwn(own, after)
	}
	w.mu.Unlock()
	if after > 0 {
		go w.free(s, after)
		return
	}
	w.free(s, 0)
}

// free tells the store.
func (w *window) free(s limiter.Slot, after time.Duration) {
	r := w.replica
	if _, err := soon(r.patience.slot, func(ctx context.Context) (any, error) {
		return r.scripts.free.Run(ctx, r.client, []string{merchantKey(w.merchant, "window")}, w.slotName(s.ID), micro(after)).Result()
	}); err != nil && !errors.Is(err, redis.Nil) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.hold(s)
	}
}

// hold holds a slot back, to be freed later. w.mu is held.
func (w *window) hold(s limiter.Slot) {
	if s.ID != 0 && len(w.unfreed) < unfreedMost {
		w.unfreed = append(w.unfreed, s)
	}
}

// freeRest frees what was held back. w.mu is held.
func (w *window) freeRest() {
	for _, s := range w.unfreed {
		go w.free(s, s.Hold)
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
	clock := w.clock
	if clock.time == 0 {
		clock = r.clockOfBeats()
	}
	deadline, ok := clock.deadline()
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
	asked := time.Now()
	answer, err := soon(r.patience.slot, func(ctx context.Context) ([]int64, error) {
		return r.scripts.take.Run(ctx, r.client, keys,
			r.name, deadline, most, micro(hold), micro(life), slot, ask.Urgent, ask.Spread, ask.SpreadFirst, ask.More,
			nudged, since, micro(polls.LeastInterval), limiter.Floors[limiter.LaneBackground]).Int64Slice()
	})
	switch {
	case err != nil:
		return grant, err
	case len(answer) != 4:
		return grant, errReply
	}
	w.clock = storeClock{asked, answer[3]}
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
