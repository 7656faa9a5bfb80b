package gateway

import (
	"sync"
	"time"
)

// roundTrip knows how long answers usually take. A request that took longer may
// have reached the gateway so much later, and holds its slot so much longer:
// ten requests sent evenly could arrive as eleven within a second otherwise.
// The usual time is the quickest of the last answers, and less where they
// differ: the next one may be as much quicker than that as the mean is slower.
type roundTrip struct {
	mu           sync.Mutex
	last, before sample
}

// sample is some answers.
type sample struct {
	answers    int
	least, sum time.Duration
}

// sampleAnswers is how many make a sample. Before the first one is whole,
// nothing is usual: first connections take long.
const sampleAnswers = 100

// slotMargin is what clocks and schedulers on both sides are allowed.
const slotMargin = 3 * time.Millisecond

// holds is how long a slot stays taken after its answer has come, took after
// it was sent.
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
	s.sum += min(took, s.least+slotSlack) // beyond that it holds no slot
}

func (r *roundTrip) usual() time.Duration {
	if r.before.answers == 0 {
		return 0
	}
	least := min(r.last.least, r.before.least)
	mean := (r.last.sum + r.before.sum) / time.Duration(r.last.answers+r.before.answers)
	return max(0, least-(mean-least))
}
