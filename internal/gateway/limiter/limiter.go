package limiter

import (
	"context"
	"errors"
	"sync"
	"time"

	"payapp/internal/gateway/polls"
)

// ErrInLine means that a request has no place in line, or lost it because nobody
// asked for it any more. Asking again is all right.
var ErrInLine = errors.New("in line for the gateway")

// Limiter is one merchant's lines of requests, and the loop that lets them go.
// The loop runs while a request or a poll is waiting.
//
//	wait ──▶ line of a lane ──▶ loop: arbiter.grant ──▶ the request may go
//	queue.claim ──▶ held ───────┘  (lane background) ──▶ poll
type Limiter struct {
	shared   *Limiters
	merchant string

	mu      sync.Mutex
	lines   lines
	running bool
	wake    chan struct{} // holds one: something has come that the loop hasn't seen

	polling   bool // there may be payments to poll
	held      *polls.Entry
	nextClaim time.Time
}

// Wait returns a slot when its turn in the lane has come. address is the
// caller's; abandoned reports whether nobody asks for the call any more. The
// error is ErrInLine if the line is full or the call is abandoned, and the
// context's if it ends first.
//
// If the process stood still meanwhile it waits for another slot: a late request
// would arrive in a slot that is somebody else's by then.
func (l *Limiter) Wait(ctx context.Context, as Lane, address string, abandoned func(now time.Time) bool) (Slot, error) {
	for {
		s, err := l.waitOnce(ctx, &ticket{lane: as, address: turnOf(address), caller: address, abandoned: abandoned})
		if err != nil || !s.Late() {
			return s, err
		}
		l.GiveBack(s)
	}
}

func (l *Limiter) waitOnce(ctx context.Context, t *ticket) (s Slot, err error) {
	if err := ctx.Err(); err != nil {
		return Slot{}, err
	}
	began := time.Now()
	defer func() {
		l.shared.metrics.waited(t.lane, time.Since(began))
		if errors.Is(err, ErrInLine) {
			l.shared.metrics.turnedAway(t.lane)
		}
	}()
	var stranger uint64
	if t.lane.unproven() {
		if stranger, err = l.shared.strangers.wait(ctx, t); err != nil {
			return Slot{}, err
		}
	}
	if s, err = l.turn(ctx, t); err != nil {
		l.shared.strangers.back(stranger)
		return Slot{}, err
	}
	s.stranger = stranger
	return s, nil
}

// turn waits in the merchant's own lanes.
func (l *Limiter) turn(ctx context.Context, t *ticket) (Slot, error) {
	if s, ok := l.now(t.lane); ok {
		return s, nil
	}
	if !l.enqueue(t) {
		return Slot{}, ErrInLine
	}
	select {
	case s, ok := <-t.granted:
		if !ok {
			return Slot{}, ErrInLine
		}
		return s, nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	waited := l.lines[t.lane].remove(t)
	l.mu.Unlock()
	if !waited { // its turn has just come
		if s, ok := <-t.granted; ok {
			l.GiveBack(s)
		}
	}
	return Slot{}, ctx.Err()
}

// now takes a slot at once if nobody else waits.
func (l *Limiter) now(as Lane) (Slot, bool) {
	if !l.Idle() {
		return Slot{}, false
	}
	s, ok, _ := l.grant(Lanes(as))
	return s, ok
}

// grant asks the arbiter for a slot, and notes when.
func (l *Limiter) grant(waiting LaneSet) (Slot, bool, time.Duration) {
	asked := time.Now()
	s, ok, wait := l.shared.Arbiter.Grant(l.merchant, waiting)
	s.at = asked
	return s, ok, wait
}

// Sent counts the request that is sent with a slot.
func (l *Limiter) Sent(s Slot) { l.shared.metrics.requests.WithLabelValues(s.Lane.String()).Inc() }

// Answered says that the answer of the slot's request has come, and how long
// after it was sent.
func (l *Limiter) Answered(s Slot, took time.Duration) { l.settle(s, l.shared.roundTrip.holds(took)) }

// Limited slows the merchant down after a 429. No request is sent for the pause.
func (l *Limiter) Limited(pause time.Duration) {
	l.shared.Arbiter.Slow(l.merchant, pause)
	l.shared.metrics.limits.Inc()
}

// Accepted says that the gateway accepted the token of the slot's request: it
// doesn't count among those of unverified callers.
func (l *Limiter) Accepted(s Slot) { l.shared.strangers.back(s.stranger) }

// GiveBack returns an unused slot.
func (l *Limiter) GiveBack(s Slot) {
	l.settle(s, 0)
	l.shared.strangers.back(s.stranger)
}

// settle says when a slot is free again, which may be sooner than the loop
// expects.
func (l *Limiter) settle(s Slot, after time.Duration) {
	l.shared.Arbiter.Settle(l.merchant, s, after)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running {
		l.start()
	}
}

// enqueue gives the ticket a place in its lane, if there is one.
func (l *Limiter) enqueue(t *ticket) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	line := &l.lines[t.lane]
	if !line.room(t) {
		return false
	}
	t.granted = make(chan Slot, 1)
	line.push(t)
	l.start()
	return true
}

// Idle reports whether nobody waits.
func (l *Limiter) Idle() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.waiting() == 0 && l.held == nil
}
