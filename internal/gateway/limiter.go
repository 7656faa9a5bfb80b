package gateway

import (
	"context"
	"errors"
	"sync"
	"time"

	"payapp/internal/gateway/polls"
)

// limiter is one merchant's lines of requests, and the loop that lets them go.
// The loop runs while a request or a poll is waiting.
//
//	wait ──▶ line of a lane ──▶ loop: arbiter.grant ──▶ the request may go
//	queue.claim ──▶ held ───────┘  (lane background) ──▶ poll
type limiter struct {
	shared   *limiters
	merchant string

	mu      sync.Mutex
	lines   [laneCount]line
	running bool
	wake    chan struct{} // holds one: something has come that the loop hasn't seen

	polling   bool // there may be payments to poll
	held      *polls.Entry
	nextClaim time.Time
}

// limiters are the limiters of all merchants, and what they share.
type limiters struct {
	arbiter   arbiter
	queue     queue
	strangers *strangers
	penalties *penalties
	metrics   *metrics
	// poll reads a payment in the background; ready is how long reads shouldn't
	// be tried.
	poll  func(ctx context.Context, l *limiter, e polls.Entry, s slot)
	ready func() time.Duration
	rate  float64
	life  context.Context // ends with the process

	mu      sync.Mutex
	all     map[string]*limiter
	sweepAt int // at so many limiters, look for unused ones
}

// of returns the merchant's limiter.
func (s *limiters) of(merchant string) *limiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, ok := s.all[merchant]
	if !ok {
		s.forget()
		l = &limiter{shared: s, merchant: merchant, wake: make(chan struct{}, 1)}
		l.lines[laneNewcomer].ends = max(1, int(s.rate))
		s.all[merchant] = l
	}
	return l
}

// forget removes unused limiters when there are many: anybody can claim to be a
// merchant.
func (s *limiters) forget() {
	if len(s.all) < max(merchantsKept, s.sweepAt) {
		return
	}
	for merchant, l := range s.all {
		l.mu.Lock()
		if !l.running {
			delete(s.all, merchant)
		}
		l.mu.Unlock()
	}
	s.sweepAt = 2 * len(s.all)
}

// wait returns a slot when the ticket's turn has come. It returns ErrInLine if
// the line is full, or if nobody asked again for the call.
func (l *limiter) wait(ctx context.Context, t *ticket) (s slot, err error) {
	if err := ctx.Err(); err != nil {
		return slot{}, err
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
			return slot{}, err
		}
	}
	if s, err = l.turn(ctx, t); err != nil {
		l.shared.strangers.back(stranger)
		return slot{}, err
	}
	s.stranger = stranger
	return s, nil
}

// turn waits in the merchant's own lanes.
func (l *limiter) turn(ctx context.Context, t *ticket) (slot, error) {
	if s, ok := l.now(ctx, t.lane); ok {
		return s, nil
	}
	if !l.enqueue(t) {
		return slot{}, ErrInLine
	}
	select {
	case s, ok := <-t.granted:
		if !ok {
			return slot{}, ErrInLine
		}
		return s, nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	waited := l.lines[t.lane].remove(t)
	l.mu.Unlock()
	if !waited { // its turn has just come
		if s, ok := <-t.granted; ok {
			l.giveBack(s)
		}
	}
	return slot{}, ctx.Err()
}

// now takes a slot at once if nobody else waits.
func (l *limiter) now(ctx context.Context, as lane) (slot, bool) {
	if !l.idle() {
		return slot{}, false
	}
	s, ok, _, err := l.grant(ctx, laneSet(0).with(as))
	return s, ok && err == nil
}

// grant asks the arbiter for a slot, and notes when.
func (l *limiter) grant(ctx context.Context, waiting laneSet) (slot, bool, time.Duration, error) {
	asked := time.Now()
	s, ok, wait, err := l.shared.arbiter.grant(ctx, l.merchant, waiting)
	s.at = asked
	return s, ok, wait, err
}

// giveBack returns an unused slot.
func (l *limiter) giveBack(s slot) {
	l.settle(s, 0)
	l.shared.strangers.back(s.stranger)
}

// settle says when a slot is free again, which may be sooner than the loop
// expects.
func (l *limiter) settle(s slot, after time.Duration) {
	_ = l.shared.arbiter.settle(l.shared.life, l.merchant, s, after) // if it fails, the slot frees itself later
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running {
		l.start()
	}
}

// enqueue gives the ticket a place in its lane, if there is one.
func (l *limiter) enqueue(t *ticket) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	line := &l.lines[t.lane]
	if !line.room(t) {
		return false
	}
	t.granted = make(chan slot, 1)
	line.push(t)
	l.start()
	return true
}

// start starts the loop, or wakes it. l.mu is held.
func (l *limiter) start() {
	if !l.running {
		l.running = true
		go l.run()
		return
	}
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// run lets requests go until nobody waits.
func (l *limiter) run() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	<-timer.C
	for {
		waiting, wait, done := l.demand()
		if done {
			return
		}
		if waiting != 0 {
			var ok bool
			if ok, wait = l.let(waiting, wait); ok {
				continue
			}
		}
		timer.Reset(max(wait, time.Millisecond)) // rounding mustn't make it spin
		select {
		case <-timer.C:
		case <-l.wake:
		case <-l.shared.life.Done():
		}
		timer.Stop()
	}
}

// let lets one request go. If none may go, the loop waits until one may, or
// until something other than the waiting lanes can have changed.
func (l *limiter) let(waiting laneSet, atMost time.Duration) (bool, time.Duration) {
	s, ok, wait, err := l.grant(l.shared.life, waiting)
	switch {
	case err != nil:
		return false, 100 * time.Millisecond
	case !ok:
		if atMost > 0 {
			wait = min(wait, atMost)
		}
		return false, wait
	}
	if s.lane == laneBackground {
		l.mu.Lock()
		e := l.held
		l.held = nil
		l.mu.Unlock()
		if e != nil {
			go l.shared.poll(l.shared.life, l, *e, s)
			return true, 0
		}
	} else if t := l.next(s.lane); t != nil {
		t.granted <- s
		return true, 0
	}
	l.giveBack(s) // the one who waited has left
	return true, 0
}

// next takes the lane's next ticket that somebody still waits for.
func (l *limiter) next(from lane) *ticket {
	l.mu.Lock()
	defer l.mu.Unlock()
	for {
		t := l.lines[from].pop()
		if t == nil || !t.abandoned(time.Now()) {
			return t
		}
		close(t.granted)
	}
}

// demand returns the lanes that wait for a slot, how long the loop may sleep if
// they get none (0: until woken), and whether the loop is done.
func (l *limiter) demand() (waiting laneSet, sleep time.Duration, done bool) {
	l.claim()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shared.life.Err() != nil {
		l.endLocked()
		return 0, 0, true
	}
	for i := range laneCount {
		if l.lines[i].length > 0 {
			waiting = waiting.with(i)
		}
	}
	if l.held != nil {
		waiting = waiting.with(laneBackground)
	} else if l.polling {
		sleep = max(time.Until(l.nextClaim), time.Millisecond)
	}
	if waiting == 0 && sleep == 0 {
		l.running = false
		return 0, 0, true
	}
	return waiting, sleep, false
}

// endLocked rejects everybody who waits: the process is ending. l.mu is held.
func (l *limiter) endLocked() {
	l.running = false
	for i := range l.lines {
		for t := l.lines[i].pop(); t != nil; t = l.lines[i].pop() {
			close(t.granted)
		}
	}
}

// idle reports whether nobody waits.
func (l *limiter) idle() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range l.lines {
		if l.lines[i].length > 0 {
			return false
		}
	}
	return l.held == nil
}
