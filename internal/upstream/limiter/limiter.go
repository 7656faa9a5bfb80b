package limiter

import (
	"context"
	"errors"
	"sync"
	"time"

	"payapp/internal/upstream/polls"
)

// ErrInLine means that a request has no place in line, or lost it because nobody
// asked for it any more. Asking again is all right.
var ErrInLine = errors.New("in line for the gateway")

// Limiter is one merchant's lines of requests, and the loop that lets them go.
// The loop runs while a request or a poll is waiting.
//
//	Wait ──▶ line of a lane ──▶ loop: window.Take ──▶ the request may go
//	Queue.Claim ──▶ held ───────┘  (lane background) ──▶ Poll
type Limiter struct {
	shared   *Limiters
	merchant string
	rate     float64      // in requests a second
	*Window               // whose slots the requests take
	queue    *polls.Queue // has the merchant's payments to poll
	used     time.Time    // when somebody last asked for it; Limiters' lock is held

	mu      sync.Mutex
	lines   lines
	pace    pace
	running bool
	wake    chan struct{} // holds one: something has come that the loop hasn't seen

	held *polls.Entry // claimed from the queue, and waits for a slot
}

// Wait returns a slot when its turn in the lane has come. address is the
// caller's, "" if nobody knows it; abandoned reports whether nobody asks for the
// call any more. The error is ErrInLine if the line is full or the call is
// abandoned, and the context's if it ends first.
func (l *Limiter) Wait(ctx context.Context, as Lane, address string, abandoned func(now time.Time) bool) (s Slot, err error) {
	if err := ctx.Err(); err != nil {
		return Slot{}, err
	}
	t := &ticket{lane: as, address: address, network: networkOf(address), abandoned: abandoned, granted: make(chan Slot, 1)}
	began := time.Now()
	s, as, err = l.await(ctx, t)
	l.shared.metrics.waits.WithLabelValues(as.String()).Observe(time.Since(began).Seconds())
	if errors.Is(err, ErrInLine) {
		l.shared.metrics.turned.WithLabelValues(as.String()).Inc()
	}
	return s, err
}

// await is Wait, and returns the lane in which the ticket was in the end.
func (l *Limiter) await(ctx context.Context, t *ticket) (s Slot, in Lane, err error) {
	if !l.enqueue(t) {
		return Slot{}, t.lane, ErrInLine
	}
	select {
	case s, ok := <-t.granted:
		if !ok {
			return Slot{}, t.lane, ErrInLine
		}
		return s, t.lane, nil
	case <-l.shared.life.Done():
		err = ErrInLine
	case <-ctx.Done():
		err = ctx.Err()
	}
	l.mu.Lock()
	waited := l.lines[t.lane].remove(t)
	in = t.lane
	l.mu.Unlock()
	if !waited { // its turn has just come
		if s, ok := <-t.granted; ok {
			l.GiveBack(s)
		}
	}
	return Slot{}, in, err
}

// enqueue gives the ticket a place in its lane, if there is one.
func (l *Limiter) enqueue(t *ticket) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	line := &l.lines[t.lane]
	if !line.room(t) {
		return false
	}
	line.push(t)
	if line.length == 1 || !l.running { // who comes behind others changes nothing
		l.start()
	}
	return true
}

// Sent counts the request that is sent with a slot.
func (l *Limiter) Sent(s Slot) { l.shared.metrics.requests.WithLabelValues(s.Lane.String()).Inc() }

// freed wakes the loop, if somebody waits.
func (l *Limiter) freed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running {
		l.start()
	}
}

// Limited slows the merchant down after a 429. No request is sent for the pause. It
// reports whether that is news for other replicas.
func (l *Limiter) Limited(s Slot, pause time.Duration) bool {
	return l.limited(s.granted, pause)
}

// LimitedElsewhere is Limited after a 429 at another replica.
func (l *Limiter) LimitedElsewhere(pause time.Duration) { l.limited(time.Now(), pause) }

func (l *Limiter) limited(sent time.Time, pause time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pace.limited(l.rate, sent, time.Now(), pause)
}

// Idle reports whether nobody waits.
func (l *Limiter) Idle() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.lines.waiting().Any() && l.held == nil
}
