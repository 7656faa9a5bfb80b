package limiter

import (
	"time"
)

// start starts the loop, or wakes it. l.mu is held.
func (l *Limiter) start() {
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
func (l *Limiter) run() {
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
func (l *Limiter) let(waiting LaneSet, atMost time.Duration) (bool, time.Duration) {
	s, ok, wait := l.grant(waiting)
	if !ok {
		if atMost > 0 {
			wait = min(wait, atMost)
		}
		return false, wait
	}
	if s.Lane == LaneBackground {
		l.mu.Lock()
		e := l.held
		l.held = nil
		l.mu.Unlock()
		if e != nil {
			go l.shared.Poll(l, *e, s)
			return true, 0
		}
	} else if t := l.next(s.Lane); t != nil {
		t.granted <- s
		return true, 0
	}
	l.GiveBack(s) // the one who waited has left
	return true, 0
}

// next takes the lane's next ticket that somebody still waits for.
func (l *Limiter) next(from Lane) *ticket {
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
func (l *Limiter) demand() (waiting LaneSet, sleep time.Duration, done bool) {
	l.claim()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shared.life.Err() != nil {
		l.endLocked()
		return 0, 0, true
	}
	waiting = l.lines.waiting()
	if l.held != nil {
		waiting |= Lanes(LaneBackground)
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
func (l *Limiter) endLocked() {
	l.running = false
	for i := range l.lines {
		for t := l.lines[i].pop(); t != nil; t = l.lines[i].pop() {
			close(t.granted)
		}
	}
}

// Poll makes the loop look for payments to poll.
func (l *Limiter) Poll() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.polling, l.nextClaim = true, time.Time{}
	l.start()
}

// claim takes the most overdue payment from the queue, once the payment claimed
// before has got its slot.
func (l *Limiter) claim() {
	l.mu.Lock()
	if !l.polling || l.held != nil || time.Now().Before(l.nextClaim) {
		l.mu.Unlock()
		return
	}
	l.nextClaim = time.Now().Add(time.Minute) // unless poll is called meanwhile
	l.mu.Unlock()
	if wait := l.shared.Ready(); wait > 0 {
		l.claimAfter(wait)
		return
	}
	e, ok, wait := l.shared.Queue.Claim(l.merchant)
	switch {
	case ok:
		l.mu.Lock()
		l.held, l.nextClaim = &e, time.Time{}
		l.mu.Unlock()
	case wait > 0:
		l.claimAfter(wait)
	default:
		l.mu.Lock()
		// If poll was called meanwhile, there is something to claim.
		l.polling = l.nextClaim.IsZero()
		l.mu.Unlock()
	}
}

func (l *Limiter) claimAfter(wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.nextClaim.IsZero() {
		l.nextClaim = time.Now().Add(wait)
	}
}
