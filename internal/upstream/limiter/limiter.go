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
	t := &ticket{lane: as, address: address, network: networkOf(address), abandoned: abandoned, granted: make(chan Slot, 1)}
	began := time.Now()
	if s, err = l.await(ctx, t); errors.Is(err, ErrInLine) {
		l.shared.metrics.turned.WithLabelValues(t.lane.String()).Inc()
	}
	l.shared.metrics.waits.WithLabelValues(t.lane.String()).Observe(time.Since(began).Seconds())
	return s, err
}

// await is Wait for a ticket, which may change its lane meanwhile.
func (l *Limiter) await(ctx context.Context, t *ticket) (s Slot, err error) {
	if err := ctx.Err(); err != nil {
		return Slot{}, err
	}
	l.mu.Lock()
	line := &l.lines[t.lane]
	room := line.room(t)
	if room {
		if line.push(t); line.length == 1 || !l.running { // who comes behind others changes nothing
			l.start()
		}
	}
	l.mu.Unlock()
	if !room {
		return Slot{}, ErrInLine
	}
	select {
	case s, ok := <-t.granted:
		if !ok {
			return Slot{}, ErrInLine
		}
		return s, nil
	case <-l.shared.life.Done():
		err = ErrInLine
	case <-ctx.Done():
		err = ctx.Err()
	}
	l.mu.Lock()
	waited := l.lines[t.lane].remove(t)
	l.mu.Unlock()
	if !waited { // its turn has just come
		if s, ok := <-t.granted; ok {
			l.GiveBack(s)
		}
	}
	return Slot{}, err
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
