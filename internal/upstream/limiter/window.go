package limiter

import (
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"payapp/internal/upstream/polls"
)

// Ask says who waits for a slot. Somebody does.
type Ask struct {
	// Rate is how many requests a second the merchant may send, those of all
	// replicas together.
	Rate float64
	// Waiting is how many requests wait here, by lane.
	Waiting Waiting
	// Taken is how many slots this replica has for longer than a question is under way:
	// a store that hasn't them has forgotten all.
	Taken int
	// Poll is the payment that would be read in the background, if any, and how
	// overdue it is.
	Poll    *polls.Entry
	Overdue time.Duration
}

// Grant is the answer to an Ask.
type Grant struct {
	Slot Slot
	OK   bool
	// Wait is when to ask again if there is no slot, unless somebody else has come
	// to wait or one is given back; with a slot, when to ask for those who still wait.
	Wait time.Duration
	// Elsewhere: another replica has read Poll's payment, Ago before. No slot
	// was taken.
	Elsewhere bool
	Ago       time.Duration
}

// Slot is one request of a merchant's rate.
type Slot struct {
	ID      uint64 // the window's name of it
	Lane    Lane
	granted time.Time
	hold    time.Duration // how long it stays taken after its answer has come
}

const (
	slotMargin = 3 * time.Millisecond // for the clocks on both sides
	answerMost = 10 * time.Second     // longer than a request may take (apiclient.Timings.Attempt)
	givenUpFor = time.Minute          // a request that was given up keeps its slot, unless a later one is answered
)

// SlotsOf is a rate as slots: how many may be in use, how long each stays taken
// after its answer (longer below one a second), and how long if none is told.
func SlotsOf(rate float64) (most int, hold, life time.Duration) {
	hold = time.Second
	if rate < 1 {
		hold = time.Duration(float64(time.Second) / rate)
	}
	hold += slotMargin
	return max(1, int(rate)), hold, answerMost + hold
}

// Window has a merchant's slots: never more of its requests than its rate arrive
// at the gateway in any one second. It knows those that this replica has taken,
// whether the store has them or not. It counts in the gateway's time, so by the wall clock.
type Window struct {
	store Store // nil = this replica is alone
	freed func()

	mu    sync.Mutex
	own   []own
	named uint64 // the last slot's name
	turns turns
	last  time.Time // when a slot was granted, or due: the next spread request comes a spacing later
	link  link
}

// NewWindow makes a window; freed is called when a slot that was given back is free.
func NewWindow(store Store, freed func()) *Window {
	return &Window{store: store, freed: freed, link: link{phase: rand.Float64()}} //nolint:gosec // jitter needs no secret
}

// own is a slot of this replica.
type own struct {
	Slot
	until  time.Time // when it is free
	state  state
	stored bool // the store may have it
	untold bool // the store doesn't know until
}

type state uint8

const (
	underway state = iota
	answered
	givenUp
	givenBack
)

// Take takes a slot. One at a time may ask.
func (w *Window) Take(ask Ask) Grant {
	w.mu.Lock()
	now := time.Now()
	w.forget(now)
	if grant, ok := w.takeHere(ask, now); ok {
		w.mu.Unlock()
		return grant
	}
	for _, o := range w.own {
		if o.until.Sub(now) > silence/2+slotMargin {
			ask.Taken++
		}
	}
	w.named++
	slot := w.named
	w.mu.Unlock()
	grant, err := w.store.Take(ask, slot)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil {
		return w.failed(ask, slot, now, err)
	}
	w.link.works(now)
	if grant.OK {
		w.book(&grant, now, slot, ask.Rate, true)
	}
	w.tell()
	return grant
}

// forget drops slots that are free, unless the store should hear of them. w.mu is held.
func (w *Window) forget(now time.Time) {
	w.own = slices.DeleteFunc(w.own, func(o own) bool {
		return !o.until.After(now) && !(o.stored && o.untold && now.Sub(o.granted) < answerMost)
	})
}

// book notes a slot that was granted. w.mu is held.
func (w *Window) book(g *Grant, now time.Time, slot uint64, rate float64, stored bool) {
	_, hold, life := SlotsOf(rate)
	g.OK, g.Slot = true, Slot{slot, g.Slot.Lane, now, hold}
	w.own = append(w.own, own{Slot: g.Slot, until: now.Add(life), stored: stored, untold: !stored && w.store != nil})
}

// behind is when a slot is free behind so many others that are next, if answers came
// now. w.mu is held.
func (w *Window) behind(others int, now time.Time, rate float64) time.Time {
	most, hold, _ := SlotsOf(rate)
	var taken []time.Time
	for _, o := range w.own {
		if o.until.After(now) {
			taken = append(taken, o.until)
		}
	}
	place := len(taken) - most + others
	switch {
	case place < 0:
		return now
	case place >= len(taken):
		return now.Add(hold)
	}
	slices.SortFunc(taken, time.Time.Compare)
	if free := taken[place]; free.Before(now.Add(hold)) {
		return free
	}
	return now.Add(hold)
}

// takeOwn grants a slot of this replica's rate. w.mu is held.
func (w *Window) takeOwn(ask Ask, now time.Time) (g Grant) {
	lane, wait, last := w.deal(ask, now)
	if lane == LaneCount {
		return Grant{Wait: wait}
	}
	w.turns.granted(lane, ask.Waiting)
	ask.Waiting[lane]--
	w.last, g.Slot.Lane = last, lane
	w.named++
	w.book(&g, now, w.named, ask.Rate, false)
	if ask.Waiting.Any() {
		_, g.Wait, _ = w.deal(ask, now)
	}
	return g
}

// deal deals out the slots that are free and those that will be, in turn. It returns
// the lane that gets one now, and what last becomes; or LaneCount, and when one may.
// lua/take.lua does the same for all replicas.
func (w *Window) deal(ask Ask, now time.Time) (lane Lane, wait time.Duration, last time.Time) {
	most, hold, _ := SlotsOf(ask.Rate)
	turns, spacing := w.turns, hold/time.Duration(most)
	due, wait := w.last.Add(spacing), hold
	kept := false // a spread request has its slot, but isn't due yet
	for others := 0; ask.Waiting.Any() && others <= most; others++ {
		lane = turns.next(ask.Waiting)
		at, last := w.behind(others, now, ask.Rate), now
		if Spread[lane] {
			if late := at.Sub(due); late < 0 {
				at = due
			} else if late < spacing {
				last = due // timers fire a little late; that mustn't delay the next request
			}
			due = at.Add(spacing)
		} else if kept {
			last = w.last
		}
		if !at.After(now) {
			return lane, 0, last
		}
		wait = min(wait, at.Sub(now))
		if !Spread[lane] {
			break // who comes behind comes later
		}
		kept = true
		turns.granted(lane, ask.Waiting)
		ask.Waiting[lane]--
	}
	return LaneCount, wait, w.last
}

// Answered says that a slot's answer has come: those of earlier ones that were given up
// won't any more.
func (w *Window) Answered(s Slot) { w.ended(s, answered) }

// GivenUp says that nobody waits for a slot's answer. The request may still arrive, so it
// stays taken, unless it is the last under way, by which one finds out that the gateway answers.
func (w *Window) GivenUp(s Slot) { w.ended(s, givenUp) }

// GiveBack frees a slot at once: it wasn't used, or doesn't count.
func (w *Window) GiveBack(s Slot) {
	if w.ended(s, givenBack); w.store == nil || w.isApart() {
		w.freed()
	}
}

func (w *Window) isApart() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.link.apart
}

func (w *Window) ended(s Slot, how state) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now, i := time.Now(), w.find(s)
	if i < 0 {
		return
	}
	w.own[i].state = how
	switch how {
	case answered:
		for j, o := range w.own {
			if j == i || o.state == givenUp && o.granted.Before(w.own[i].granted) {
				w.own[j].state = answered
				w.free(j, now.Add(s.hold))
			}
		}
	case givenUp:
		after := s.hold
		if slices.ContainsFunc(w.own, func(o own) bool { return o.state == underway && o.until.After(now) }) {
			after = givenUpFor
		}
		w.free(i, now.Add(after))
	default:
		w.free(i, now)
	}
	w.tell()
}

// find is the index of a slot; -1 if it is no longer known. w.mu is held.
func (w *Window) find(s Slot) int {
	return slices.IndexFunc(w.own, func(o own) bool { return o.ID == s.ID })
}

// free sets when a slot is free. w.mu is held.
func (w *Window) free(i int, at time.Time) {
	w.own[i].until, w.own[i].untold = at, w.store != nil
}
