package limiter

import (
	"time"
)

// Arbiter grants the requests that merchants may send: never more than the rate
// in any one second, to the lane whose turn it is.
type Arbiter interface {
	// Grant gives a slot to the lane of waiting whose turn it is. If there is
	// no slot, or another replica's lane goes first, ok is false and wait is
	// when to ask again. waiting is never empty.
	Grant(merchant string, waiting LaneSet) (s Slot, ok bool, wait time.Duration)
	// Settle says how long from now the slot stays taken. Without it, the slot
	// is taken for SlotLife.
	Settle(merchant string, s Slot, after time.Duration)
	// Slow handles a 429: no slot for the pause, and fewer slots until the
	// gateway has been quiet for a while.
	Slow(merchant string, pause time.Duration)
}

// Slot is one request of a merchant's rate.
type Slot struct {
	ID       uint64 // the arbiter's name of it
	Lane     Lane
	stranger uint64    // its place among unverified callers, 0 = none
	at       time.Time // when it was granted; zero = just now
}

// Late reports whether the slot may be free again before a request sent now
// arrives.
func (s Slot) Late() bool { return !s.at.IsZero() && time.Since(s.at) > slotSlack/2 }

// SlotLife is how long a slot stays taken if nobody settles it: a second, and
// how much longer than usual a request may be under way.
const SlotLife = time.Second + slotSlack

// slotSlack is how much longer than usual that may be.
const slotSlack = 250 * time.Millisecond
