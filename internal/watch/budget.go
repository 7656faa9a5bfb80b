package watch

import (
	"container/list"
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

var errNoBudget = errors.New("no request left in the budget before the deadline")

// urgency is who goes first.
type urgency int

const (
	ordinary urgency = iota // reads
	urgent                  // creations, and what else the customer just did
	levels
)

// budget hands out permissions to send one request, urgent ones first and
// otherwise in the order of asking. rate.Limiter alone can't: it promises its
// tokens at the time of asking, so that a creation would queue behind every
// read that asked before.
//
// It goes by the wall clock whatever Config.Now says, since what it does is
// wait; tests move that time with testing/synctest.
type budget struct {
	limiter *rate.Limiter

	mu      sync.Mutex
	waiting [levels]list.List // of chan struct{}, closed to permit
	paused  time.Time
	// alarm hands out the next permission; nil when nobody waits.
	alarm *time.Timer
}

// newBudget allows at most perSecond requests in any second: what the limiter
// can save up (its burst, for the calls that a page makes side by side) and
// what it earns in that second add up to it.
func newBudget(perSecond float64) *budget {
	burst := max(1, int(perSecond/5))
	earned := max(perSecond-float64(burst), perSecond/2)
	return &budget{limiter: rate.NewLimiter(rate.Limit(earned), burst)}
}

// wait returns when one request may be sent. It fails at once when the
// deadline would pass before its turn, so that queues are as long as people
// are patient and no longer.
func (b *budget) wait(ctx context.Context, level urgency) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	b.mu.Lock()
	now := time.Now()
	if b.queued(ordinary) == 0 && !now.Before(b.paused) && b.limiter.AllowN(now, 1) {
		b.mu.Unlock()
		return nil
	}
	if deadline, ok := ctx.Deadline(); ok && now.Add(b.forecast(now, level)).After(deadline) {
		b.mu.Unlock()
		return errNoBudget
	}
	permit := make(chan struct{})
	place := b.waiting[level].PushBack(permit)
	if b.alarm == nil {
		b.alarm = time.AfterFunc(b.untilNext(now), b.handOut)
	}
	b.mu.Unlock()

	select {
	case <-permit:
		return nil
	case <-ctx.Done():
		b.mu.Lock()
		defer b.mu.Unlock()
		b.waiting[level].Remove(place) // no effect if it was just permitted
		return errors.Join(errNoBudget, ctx.Err())
	}
}

// queued counts the requests that wait and are at least as urgent as level:
// those that go before a new one of that level.
func (b *budget) queued(level urgency) int {
	count := 0
	for ; level < levels; level++ {
		count += b.waiting[level].Len()
	}
	return count
}

// forecast is how long somebody who asks now will wait if nobody more urgent
// comes.
func (b *budget) forecast(now time.Time, level urgency) time.Duration {
	behind := time.Duration(float64(b.queued(level)) / float64(b.limiter.Limit()) * float64(time.Second))
	return b.untilNext(now) + behind
}

// untilNext is how long until the next permission can be given.
func (b *budget) untilNext(now time.Time) time.Duration {
	reservation := b.limiter.ReserveN(now, 1)
	wait := reservation.DelayFrom(now)
	reservation.CancelAt(now)
	return max(wait, b.paused.Sub(now))
}

// handOut gives what can be given and sets the alarm for the rest.
func (b *budget) handOut() {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	for b.queued(ordinary) > 0 && !now.Before(b.paused) && b.limiter.AllowN(now, 1) {
		level := urgent
		for b.waiting[level].Len() == 0 {
			level--
		}
		close(b.waiting[level].Remove(b.waiting[level].Front()).(chan struct{}))
	}
	if b.queued(ordinary) == 0 {
		b.alarm = nil
		return
	}
	// Rounding can make the alarm a hair early; never spin.
	b.alarm.Reset(max(b.untilNext(now), time.Millisecond))
}

// pause keeps everybody quiet for a while: the gateway has answered 429.
func (b *budget) pause(wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if until := time.Now().Add(wait); until.After(b.paused) {
		b.paused = until
	}
}

// charge books a request that was sent on another budget.
func (b *budget) charge() { b.limiter.Reserve() }
