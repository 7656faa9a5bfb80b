package limiter

import (
	"slices"
	"sync"
	"time"

	"payapp/internal/upstream/polls"
)

// Window has a merchant's slots: never more of its requests than its rate arrive
// at the gateway in any one second.
type Window interface {
	// Take takes a slot.
	Take(ask Ask) Grant
	// Free says how long from now a slot stays taken. Until then it is taken
	// for as long as a request may take.
	Free(s Slot, after time.Duration)
}

// Ask says who waits for a slot. Somebody does.
type Ask struct {
	// Rate is how many requests a second the merchant may send, those of all
	// replicas together.
	Rate float64
	// Urgent: a page waits. Spread: a request that is spread evenly waits. If
	// both do, the urgent one goes first unless SpreadFirst says otherwise, and
	// it never waits for the other's spacing.
	Urgent, Spread, SpreadFirst bool
	// More: further requests to spread wait behind this one.
	More bool
	// Poll is the payment that would be read, if that is what is spread.
	Poll *polls.Entry
}

// Grant is the answer to an Ask.
type Grant struct {
	Slot Slot
	OK   bool
	// Spread: the slot is for the request to spread.
	Spread bool
	// Wait is when to ask again if there is no slot, unless one is given back
	// here; with a slot, when to ask again for requests to spread.
	Wait time.Duration
	// Elsewhere: another replica has read Poll's payment, Ago before. No slot
	// was taken.
	Elsewhere bool
	Ago       time.Duration
}

// Slot is one request of a merchant's rate.
type Slot struct {
	ID   uint64 // the window's name of it
	Lane Lane
	Hold time.Duration // how long it stays taken after its answer has come
}

const (
	// slotMargin allows for the clocks on both sides.
	slotMargin = 3 * time.Millisecond
	// answerMost is longer than a request may take (apiclient.Timings.Attempt).
	answerMost = 10 * time.Second
)

// SlotsOf is a rate as slots: how many may be in use, how long each stays taken
// after its answer, and how long if nobody says when the answer came. Below one
// a second, a slot is taken for longer.
func SlotsOf(rate float64) (most int, hold, life time.Duration) {
	hold = time.Second
	if rate < 1 {
		hold = time.Duration(float64(time.Second) / rate)
	}
	hold += slotMargin
	return max(1, int(rate)), hold, answerMost + hold
}

// LocalWindow is a merchant's window at a replica that is alone. It uses the wall
// clock, not an injected one, because it counts in the gateway's time; tests move
// that clock with testing/synctest.
type LocalWindow struct {
	mu    sync.Mutex
	taken []taken
	last  time.Time // when the last slot was granted, or due
	slots uint64
}

// taken is a slot in use.
type taken struct {
	id    uint64
	until time.Time
}

// Take is Window's.
func (w *LocalWindow) Take(ask Ask) Grant {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	w.taken = slices.DeleteFunc(w.taken, func(t taken) bool { return !t.until.After(now) })
	most, hold, life := SlotsOf(ask.Rate)
	if len(w.taken) >= most {
		slices.SortFunc(w.taken, func(x, y taken) int { return x.until.Compare(y.until) })
		// If the answer to one of them came now, its slot would be free after hold.
		return Grant{Wait: min(w.taken[len(w.taken)-most].until.Sub(now), hold)}
	}
	spread, last := ask.Spread && (ask.SpreadFirst || !ask.Urgent), now
	if spread {
		spacing := hold / time.Duration(most)
		due := w.last.Add(spacing)
		switch late := now.Sub(due); {
		case late < 0 && (!ask.Urgent || len(w.taken)+1 >= most):
			return Grant{Wait: -late}
		case late < 0: // a page doesn't wait for it; its slot and its time are kept
			spread, last = false, w.last
		case late < spacing:
			last = due // timers fire a little late; that mustn't delay the next request
		}
	}
	w.last = last
	w.slots++
	w.taken = append(w.taken, taken{w.slots, now.Add(life)})
	return Grant{Slot: Slot{ID: w.slots, Hold: hold}, OK: true, Spread: spread}
}

// Free is Window's.
func (w *LocalWindow) Free(s Slot, after time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if i := slices.IndexFunc(w.taken, func(t taken) bool { return t.id == s.ID }); i >= 0 {
		w.taken[i].until = time.Now().Add(after)
	}
}
