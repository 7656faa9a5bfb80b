package replicas

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"payapp/internal/upstream/limiter"
)

// window is a merchant's limiter.Store.
type window struct {
	*Replica
	merchant string
	quick    time.Duration // what an answer took of late, at least
	clock    storeClock    // by the last answer about it: nodes of a Cluster have a clock each
}

var errReply = errors.New("unexpected reply of the store")

// Take is limiter.Store's.
func (w *window) Take(ask limiter.Ask, slot uint64) (grant limiter.Grant, err error) {
	clock := w.clock
	if clock.time == 0 {
		clock = w.clockOfBeats()
	}
	deadline, ok := clock.deadline()
	if !ok {
		return grant, w.unanswered()
	}
	most, hold, life := limiter.SlotsOf(ask.Rate)
	keys := []string{merchantKey(w.merchant, "shop")}
	nudged, since, overdue := 0, "", ""
	if e := ask.Poll; e != nil {
		keys = append(keys, merchantKey(w.merchant, "read:"+w.vault.Name(paymentText(e.Key()))))
		late := max(0, ask.Overdue)
		if e.Nudged { // somebody says that it has changed
			nudged, late = 1, time.Hour
		}
		if overdue = fmt.Sprint(millis(late)); !e.Read.IsZero() {
			since = fmt.Sprint(millis(w.config.Now().Sub(e.Read)))
		}
	}
	args := []any{w.name, deadline, most, millis(hold), millis(life), w.slotName(slot), nudged, since, overdue, ask.Taken}
	for _, n := range ask.Waiting {
		args = append(args, n)
	}
	asked := time.Now()
	answer, err := soon(w.patience.slot, func(ctx context.Context) ([]int64, error) {
		return w.scripts.take.Run(ctx, w.client, keys, args...).Int64Slice()
	})
	switch {
	case err != nil:
		return grant, untaken(err)
	case len(answer) != 4:
		return grant, errReply
	}
	w.clock = storeClock{asked, answer[3]}
	w.Replica.mu.Lock()
	w.answered = time.Now()
	w.Replica.mu.Unlock()
	span := time.Duration(answer[2]) * time.Microsecond
	wait := w.sooner(span, time.Since(asked))
	switch answer[0] {
	case 0:
		return limiter.Grant{Wait: wait}, nil
	case 1: //nolint:gosec // our script gives one of its lanes
		return limiter.Grant{OK: true, Slot: limiter.Slot{Lane: limiter.Lane(answer[1])}, Wait: wait}, nil
	case 2:
		return limiter.Grant{Elsewhere: true, Ago: span}, nil
	default:
		return grant, fmt.Errorf("%w in time", limiter.ErrNotAsked)
	}
}

// sooner is a span that began when the store answered, less what the next question
// takes at least; not all of it, since who comes too early asks twice.
func (w *window) sooner(span, took time.Duration) time.Duration {
	w.quick = min(took, w.quick*9/8+time.Millisecond) // once one was slow, the next may be quick
	return max(0, span-max(0, w.quick-2*time.Millisecond))
}

// untaken says so if no slot can have been taken: there was no connection, or the store
// refused.
func untaken(err error) error {
	dial, ok := errors.AsType[*net.OpError](err)
	_, refused := errors.AsType[redis.Error](err)
	if ok && dial.Op == "dial" || refused || errors.Is(err, redis.ErrPoolTimeout) {
		return fmt.Errorf("%w: %w", limiter.ErrNotAsked, err)
	}
	return err
}

// Hold is limiter.Store's.
func (w *window) Hold(slots []limiter.Held) error {
	args := make([]any, 0, 2*len(slots))
	for _, s := range slots {
		args = append(args, w.slotName(s.ID), millis(s.For))
	}
	_, err := soon(w.patience.slot, func(ctx context.Context) (any, error) {
		return w.scripts.hold.Run(ctx, w.client, []string{merchantKey(w.merchant, "shop")}, args...).Result()
	})
	return err
}

// Part is limiter.Store's: an even share among the most replicas seen within a minute.
func (w *window) Part(rate float64) float64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.parted = time.Now()
	return rate / float64(w.members.most)
}

// Back is limiter.Store's: beats go on whatever the store does.
func (w *window) Back() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.back
}

// Tell is limiter.Store's. It logs what became of a window; the first speaks for all, for
// tellEvery.
func (w *window) Tell(shares bool, err error) {
	what := "store is gone, replica sends its own part of the rate"
	if shares {
		what = "store is back, replicas share again"
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if now := time.Now(); what != w.lastLogged || now.Sub(w.lastLoggedAt) >= tellEvery {
		w.lastLogged, w.lastLoggedAt = what, now
		w.config.Logger.Warn(what, "replicas", w.members.most, "error", err)
	}
}

// slotName is the slot's name in the store: slots of a process differ by their
// window's key.
func (w *window) slotName(id uint64) string { return w.name + ":" + strconv.FormatUint(id, 36) }

// millis is what scripts count in, rounded up.
func millis(d time.Duration) int64 { return int64((d + time.Millisecond - 1) / time.Millisecond) }
