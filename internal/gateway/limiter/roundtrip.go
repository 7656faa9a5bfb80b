package limiter

import (
	"sync"
	"time"
)

// roundTrip estimates how long answers usually take. A request that took longer
// may have reached the gateway later by the difference, so it holds its slot
// longer by that: otherwise ten requests sent evenly could arrive as eleven
// within a second. The usual time is the quickest of the last answers, minus
// how far the mean is above it: the next one may be that much quicker.
type roundTrip struct {
	mu           sync.Mutex
	last, before sample
}

// sample is a number of answers.
type sample struct {
	answers    int
	least, sum time.Duration
}

// sampleAnswers is the size of a sample. There is no usual time until the first
// is full: first connections are slow.
const sampleAnswers = 100

// slotMargin allows for clocks and schedulers on both sides.
const slotMargin = 3 * time.Millisecond

// holds is how long a slot stays taken after its answer has come. took is the
// time from request to answer.
func (r *roundTrip) holds(took time.Duration) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last.answers == sampleAnswers {
		r.before, r.last = r.last, sample{}
	}
	r.last.add(took)
	later := min(took-r.usual(), slotSlack)
	return time.Second + slotMargin + later - took
}

func (s *sample) add(took time.Duration) {
	if s.answers == 0 || took < s.least {
		s.least = took
	}
	s.answers++
	s.sum += min(took, s.least+slotSlack) // more doesn't hold a slot longer
}

func (r *roundTrip) usual() time.Duration {
	if r.before.answers == 0 {
		return 0
	}
	least := min(r.last.least, r.before.least)
	mean := (r.last.sum + r.before.sum) / time.Duration(r.last.answers+r.before.answers)
	return max(0, least-(mean-least))
}
