package limiter

import (
	"time"

	"payapp/internal/upstream/polls"
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

// demand returns the lanes that wait for a slot and may ask for one now, how
// long the loop may sleep if they get none (0: until woken), and whether the
// loop is done.
func (l *Limiter) demand() (waiting LaneSet, sleep time.Duration, done bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shared.life.Err() != nil {
		l.running = false
		return 0, 0, true
	}
	now := time.Now()
	waiting = l.lines.waiting()
	if l.held == nil {
		sleep = l.claim()
	}
	if l.held != nil {
		waiting |= Lanes(LaneBackground)
	}
	if waiting == 0 && sleep == 0 {
		l.running = false
		return 0, 0, true
	}
	later := func(until time.Time) {
		if wait := max(until.Sub(now), time.Millisecond); sleep == 0 || wait < sleep {
			sleep = wait
		}
	}
	if l.pace.pause.After(now) {
		later(l.pace.pause)
		return 0, sleep, false
	}
	if waiting&spreadLanes != 0 && l.spreadAt.After(now) {
		waiting &^= spreadLanes
		later(l.spreadAt)
	}
	return waiting, sleep, false
}

// let lets one request go. If none may go, the loop waits until one may, or
// until something other than the waiting lanes can have changed.
func (l *Limiter) let(waiting LaneSet, atMost time.Duration) (bool, time.Duration) {
	ask, lane := l.ask(waiting)
	g := l.window.Take(ask)
	switch {
	case g.Elsewhere:
		l.shared.Elsewhere(l.take(), g.Ago)
		return true, 0
	case !g.OK:
		if !ask.Urgent {
			l.mu.Lock()
			l.spreadAt = time.Now().Add(g.Wait)
			l.mu.Unlock()
		}
		if atMost > 0 {
			g.Wait = min(g.Wait, atMost)
		}
		return false, g.Wait
	}
	l.mu.Lock()
	if g.Spread {
		l.spreadAt = time.Now().Add(g.Wait)
	} else {
		lane = l.turns.next(waiting &^ spreadLanes)
	}
	l.turns.granted(lane, waiting)
	l.mu.Unlock()
	g.Slot.Lane = lane
	if lane == LaneBackground {
		go l.shared.Poll(l, l.take(), g.Slot)
	} else if t := l.next(lane); t != nil {
		t.granted <- g.Slot
	} else {
		l.GiveBack(g.Slot) // the one who waited has left
	}
	return true, 0
}

// ask is what to ask the window for, and the lane of the request to spread.
func (l *Limiter) ask(waiting LaneSet) (ask Ask, spread Lane) {
	l.mu.Lock()
	defer l.mu.Unlock()
	spread = l.turns.next(waiting & spreadLanes)
	ask = Ask{
		Rate: l.pace.rate(l.shared.Rate, time.Now()), Urgent: waiting&^spreadLanes != 0, Spread: spread != LaneCount,
		SpreadFirst: spread != LaneCount && l.turns.next(waiting) == spread,
		More:        l.lines[LaneSuspect].length > 1,
	}
	if spread == LaneBackground {
		ask.Poll = l.held
		ask.More = ask.More || l.queue.Due(l.merchant)
	}
	return ask, spread
}

// take takes the payment that was held for its slot.
func (l *Limiter) take() polls.Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer func() { l.held = nil }()
	return *l.held
}

// next takes the lane's next ticket that somebody still waits for. A newcomer
// whose network has become suspect meanwhile goes to the suspects, if they have
// room.
func (l *Limiter) next(from Lane) *ticket {
	l.mu.Lock()
	defer l.mu.Unlock()
	for {
		t := l.lines[from].pop()
		if t == nil {
			return nil
		}
		suspect := (from == LaneNewcomer || from == LaneGlance) && l.shared.networks.suspect(t.address)
		if suspect {
			t.lane = LaneSuspect
		}
		switch {
		case t.left(time.Now()), suspect && !l.lines[LaneSuspect].room(t):
			close(t.granted)
		case suspect:
			l.lines[LaneSuspect].push(t)
		default:
			return t
		}
	}
}

// Poll makes the loop look for payments to poll.
func (l *Limiter) Poll() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.start()
}

// claim takes the most overdue payment from the queue. If none is due, it returns
// when to look again; 0 = there is none. l.mu is held.
func (l *Limiter) claim() (wait time.Duration) {
	if l.queue.Due(l.merchant) {
		if wait := l.shared.Ready(l.merchant); wait > 0 {
			return wait
		}
	}
	e, ok, wait := l.queue.Claim(l.merchant)
	if ok {
		l.held = &e
	}
	return wait
}
