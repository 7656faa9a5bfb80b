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
//	Wait ──▶ line of a lane ──▶ loop: Window.Take ──▶ the request may go
//	Queue.Claim ──▶ held ───────┘  (lane background) ──▶ Poll
type Limiter struct {
	shared   *Limiters
	merchant string
	window   Window
	queue    *polls.Queue // has the merchant's payments to poll
	used     time.Time    // when somebody last asked for it; Limiters' lock is held

	mu       sync.Mutex
	lines    lines
	turns    turns
	pace     pace
	spreadAt time.Time // requests to spread don't ask before
	running  bool
	wake     chan struct{} // holds one: something has come that the loop hasn't seen

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
	defer func() {
		l.shared.metrics.waits.WithLabelValues(t.lane.String()).Observe(time.Since(began).Seconds())
		if errors.Is(err, ErrInLine) {
			l.shared.metrics.turned.WithLabelValues(t.lane.String()).Inc()
		}
	}()
	if !l.enqueue(t) {
		return Slot{}, ErrInLine
	}
	select {
	case s, ok := <-t.granted:
		if !ok {
			return Slot{}, ErrInLine
		}
		return s, nil
	case <-l.shared.life.Done():
		return Slot{}, ErrInLine
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

// enqueue gives the ticket a place in its lane, if there is one.
func (l *Limiter) enqueue(t *ticket) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	line := &l.lines[t.lane]
	if !line.room(t) {
		return false
	}
	line.push(t)
	l.start()
	return true
}

// Sent counts the request that is sent with a slot.
func (l *Limiter) Sent(s Slot) { l.shared.metrics.requests.WithLabelValues(s.Lane.String()).Inc() }

// Answered says that the answer of the slot's request has come, or will never
// come. That wakes nobody: the loop has reckoned with it.
func (l *Limiter) Answered(s Slot) { l.window.Free(s, s.Hold) }

// GiveBack returns a slot that wasn't used, or that doesn't count.
func (l *Limiter) GiveBack(s Slot) {
	l.window.Free(s, 0)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.spreadAt = time.Time{}
	if l.running {
		l.start()
	}
}

// Limited slows the merchant down after a 429, here or at another replica. No
// request is sent for the pause.
func (l *Limiter) Limited(pause time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pace.limited(l.shared.Rate, time.Now(), pause)
}

// Idle reports whether nobody waits.
func (l *Limiter) Idle() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.waiting() == 0 && l.held == nil
}
