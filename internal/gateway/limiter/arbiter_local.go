package limiter

import (
	"slices"
	"sync"
	"time"
)

// LocalArbiter is the arbiter of a replica that is alone, or whose store is
// gone. It uses the wall clock, not an injected one, because it counts in the
// gateway's time; tests move that clock with testing/synctest.
type LocalArbiter struct {
	mu      sync.Mutex
	rate    float64
	windows map[string]*window
	slots   uint64
	sweepAt int // at so many windows, look for unused ones
}

// windowLife is how long an unused window is kept: longer than any pause after
// a 429.
const windowLife = time.Minute

// window is what one merchant sent within the last second.
type window struct {
	turns
	taken    []taken
	last     time.Time // when the last slot was granted or due
	pace     pace
	lastUsed time.Time
}

// taken is a slot in use.
type taken struct {
	id    uint64
	until time.Time
}

// NewLocalArbiter makes an arbiter that grants so many requests a second. Below
// one, a slot is taken for longer.
func NewLocalArbiter(rate float64) *LocalArbiter {
	return &LocalArbiter{rate: rate, windows: map[string]*window{}}
}

// Grant is Arbiter's.
func (a *LocalArbiter) Grant(merchant string, waiting LaneSet) (Slot, bool, time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	w := a.window(merchant, now)
	if wait := w.pace.pause.Sub(now); wait > 0 {
		return Slot{}, false, wait
	}
	w.taken = slices.DeleteFunc(w.taken, func(t taken) bool { return !t.until.After(now) })
	most := w.pace.slots(a.rate, now)
	if len(w.taken) >= most {
		slices.SortFunc(w.taken, func(x, y taken) int { return x.until.Compare(y.until) })
		return Slot{}, false, w.taken[len(w.taken)-most].until.Sub(now)
	}
	s := Slot{Lane: w.next(waiting)}
	spacing := s.Lane.spacing(most)
	due := w.last.Add(spacing)
	unspaced := waiting & lanesUnspaced
	switch wait := due.Sub(now); {
	case wait <= 0 && wait > -spacing:
		w.last = due // timers fire a little late; that mustn't delay the next request
	case wait <= 0:
		w.last = now
	case unspaced != 0 && len(w.taken)+1 < most:
		// Lanes without spacing don't wait for it. The lane whose turn it is
		// keeps its slot and its time.
		s.Lane = w.next(unspaced)
	default:
		return Slot{}, false, wait
	}
	w.granted(s.Lane, waiting)
	a.slots++
	s.ID = a.slots
	life := SlotLife
	if a.rate < 1 {
		life = time.Duration(float64(SlotLife) / a.rate)
	}
	w.taken = append(w.taken, taken{s.ID, now.Add(life)})
	return s, true, 0
}

// Settle is Arbiter's.
func (a *LocalArbiter) Settle(merchant string, s Slot, after time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	w, ok := a.windows[merchant]
	if !ok || a.rate < 1 {
		return
	}
	if i := slices.IndexFunc(w.taken, func(t taken) bool { return t.id == s.ID }); i >= 0 {
		w.taken[i].until = time.Now().Add(after)
	}
}

// Slow is Arbiter's.
func (a *LocalArbiter) Slow(merchant string, pause time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	a.window(merchant, now).pace.limited(a.rate, now, pause)
}

// window returns a merchant's window, making it if needed. Now and then it
// removes windows that have been unused for windowLife.
func (a *LocalArbiter) window(merchant string, now time.Time) *window {
	w, ok := a.windows[merchant]
	if !ok {
		if len(a.windows) >= max(merchantsKept, a.sweepAt) {
			for name, old := range a.windows {
				if now.Sub(old.lastUsed) > windowLife {
					delete(a.windows, name)
				}
			}
			a.sweepAt = 2 * len(a.windows)
		}
		w = &window{}
		a.windows[merchant] = w
	}
	w.lastUsed = now
	return w
}

// Handover is what a replica tells the others about a merchant when it starts
// to share: the slots in use, and how long the merchant is paused.
type Handover struct {
	Merchant string
	Pause    time.Duration
	Slots    map[uint64]time.Duration // how long until each is free, by its id
}

// Begin sets the rate and frees all slots. What 429s have taught it stays.
func (a *LocalArbiter) Begin(rate float64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.rate = rate
	for _, w := range a.windows {
		w.taken = nil
	}
}

// HandOver returns the slots in use and how long merchants are paused, and
// frees the slots.
func (a *LocalArbiter) HandOver() []Handover {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	var all []Handover
	for merchant, w := range a.windows {
		h := Handover{merchant, max(0, w.pace.pause.Sub(now)), map[uint64]time.Duration{}}
		for _, t := range w.taken {
			if t.until.After(now) {
				h.Slots[t.id] = t.until.Sub(now)
			}
		}
		w.taken = nil
		if h.Pause > 0 || len(h.Slots) > 0 {
			all = append(all, h)
		}
	}
	return all
}
