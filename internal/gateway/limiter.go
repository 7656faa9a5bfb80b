package gateway

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

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

// limitersConfig is the rate, and what limiters work for.
type limitersConfig struct {
	// Rate is the gateway's limit in requests a second.
	Rate float64
	// Arbiter and Queue are shared with other replicas; nil Arbiter means that
	// there are none.
	Arbiter arbiter
	Queue   claims
	// Poll reads a payment in the background, with a slot of its limiter.
	Poll func(ctx context.Context, l *limiter, e polls.Entry, s slot)
	// Ready is how long polls should wait for other reasons than the rate.
	Ready func() time.Duration
	// Now dates penalties.
	Now func() time.Time
	// Metrics is where requests are counted; nil means they aren't.
	Metrics prometheus.Registerer
}

// claims is what the limiters need of a queue of polls.
type claims interface {
	Claim(ctx context.Context, merchant string) (e polls.Entry, ok bool, wait time.Duration, err error)
}

// limiters are the limiters of all merchants, and what they share.
type limiters struct {
	limitersConfig
	life      context.Context // ends with the process
	strangers *strangers
	penalties *penalties
	metrics   *limiterMetrics
	roundTrip roundTrip

	mu      sync.Mutex
	all     map[string]*limiter
	sweepAt int // at so many limiters, look for unused ones
}

// newLimiters makes the limiters of all merchants. They end with life.
func newLimiters(life context.Context, config limitersConfig) *limiters {
	if config.Arbiter == nil {
		config.Arbiter = newLocalArbiter(config.Rate)
	}
	penalties := newPenalties(config.Now)
	return &limiters{
		limitersConfig: config, life: life, strangers: newStrangers(config.Rate, penalties), penalties: penalties,
		metrics: newLimiterMetrics(config.Metrics), all: map[string]*limiter{},
	}
}

// blame books a refused token on the address that brought it.
func (s *limiters) blame(address string) { s.penalties.blame(address) }

// laneOfStranger is the lane for an unverified token. An address with a penalty
// may only try now and then; otherwise the error is ErrInLine.
func (s *limiters) laneOfStranger(address string) (lane, error) {
	if !s.penalties.refuses(address) {
		return laneNewcomer, nil
	}
	if !s.penalties.mayTry(address) {
		s.metrics.turnedAway(laneSuspect)
		return laneSuspect, ErrInLine
	}
	return laneSuspect, nil
}

// of returns the merchant's limiter.
func (s *limiters) of(merchant string) *limiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, ok := s.all[merchant]
	if !ok {
		s.forget()
		l = &limiter{shared: s, merchant: merchant, wake: make(chan struct{}, 1)}
		l.lines[laneNewcomer].ends = max(1, int(s.Rate))
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

// wait returns a slot when its turn in the lane has come. address is the
// caller's; abandoned reports whether nobody asks for the call any more. The
// error is ErrInLine if the line is full or the call is abandoned, and the
// context's if it ends first.
//
// If the process stood still meanwhile it waits for another slot: a late request
// would arrive in a slot that is somebody else's by then.
func (l *limiter) wait(ctx context.Context, as lane, address string, abandoned func(now time.Time) bool) (slot, error) {
	for {
		s, err := l.waitOnce(ctx, &ticket{lane: as, address: turnOf(address), caller: address, abandoned: abandoned})
		if err != nil || !s.late() {
			return s, err
		}
		l.giveBack(s)
	}
}

func (l *limiter) waitOnce(ctx context.Context, t *ticket) (s slot, err error) {
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
	s, ok, wait, err := l.shared.Arbiter.grant(ctx, l.merchant, waiting)
	s.at = asked
	return s, ok, wait, err
}

// sent counts the slot's request.
func (l *limiter) sent(s slot) { l.shared.metrics.requests.WithLabelValues(s.lane.String()).Inc() }

// answered says that the answer of the slot's request has come, and how long
// after it was sent.
func (l *limiter) answered(s slot, took time.Duration) { l.settle(s, l.shared.roundTrip.holds(took)) }

// limited slows the merchant down after a 429. No request is sent for the pause.
func (l *limiter) limited(pause time.Duration) {
	_ = l.shared.Arbiter.slow(l.shared.life, l.merchant, pause)
	l.shared.metrics.limits.Inc()
}

// accepted says that the gateway accepted the token of the slot's request: it
// doesn't count among those of unverified callers.
func (l *limiter) accepted(s slot) { l.shared.strangers.back(s.stranger) }

// giveBack returns an unused slot.
func (l *limiter) giveBack(s slot) {
	l.settle(s, 0)
	l.shared.strangers.back(s.stranger)
}

// settle says when a slot is free again, which may be sooner than the loop
// expects.
func (l *limiter) settle(s slot, after time.Duration) {
	_ = l.shared.Arbiter.settle(l.shared.life, l.merchant, s, after) // if it fails, the slot frees itself later
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
			go l.shared.Poll(l.shared.life, l, *e, s)
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
		if t == nil || !t.left(time.Now()) {
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
