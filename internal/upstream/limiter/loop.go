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
		ask, wait, done := l.demand()
		if done {
			return
		}
		if ask.Waiting.Any() {
			g := l.Window.Take(ask)
			l.grant(g)
			if wait == 0 || g.Wait < wait {
				wait = g.Wait
			}
			if wait == 0 && (g.OK || g.Elsewhere) {
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

// demand returns what to ask the window for, when the loop should look again if it
// isn't woken (0: that says the window), and whether it is done.
func (l *Limiter) demand() (ask Ask, sleep time.Duration, done bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if l.held == nil {
		sleep = l.claim()
	}
	ask = Ask{Rate: l.pace.rate(l.rate, now), Waiting: l.lines.waiting(), Poll: l.held}
	if l.held != nil {
		ask.Overdue = l.shared.Now().Sub(l.held.Due)
		ask.Waiting[LaneBackground] = 1
		if l.queue.Due(l.merchant) {
			ask.Waiting[LaneBackground] = 2
		}
	}
	if done = l.shared.life.Err() != nil || !ask.Waiting.Any() && sleep == 0; done {
		l.running = false
	} else if pause := l.pace.pause.Sub(now); pause > 0 {
		return Ask{}, pause, false
	}
	return ask, sleep, done
}

// grant passes a slot on to who is next in its lane.
func (l *Limiter) grant(g Grant) {
	switch {
	case g.Elsewhere:
		l.shared.Elsewhere(l.take(), g.Ago)
	case !g.OK:
	case g.Slot.Lane == LaneBackground:
		go l.shared.Poll(l, l.take(), g.Slot)
	default:
		if t := l.next(g.Slot.Lane); t != nil {
			t.granted <- g.Slot
		} else {
			l.GiveBack(g.Slot) // the one who waited has left
		}
	}
}

// take takes the payment that was held for its slot.
func (l *Limiter) take() polls.Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer func() { l.held = nil }()
	return *l.held
}

// next takes the lane's next ticket that somebody still waits for. A newcomer whose
// network has become suspect goes to the suspects, if they have room.
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
