package replicas

import (
	"slices"
	"time"
)

// way is how long the store's answers take, there and back, of the last few.
type way struct {
	took [8]time.Duration
	next int
}

// wayLeast is what an answer takes anyhow: who comes too early asks twice.
const wayLeast = 2 * time.Millisecond

func (w *way) note(took time.Duration) {
	w.took[w.next] = took
	w.next = (w.next + 1) % len(w.took)
}

// sooner is a span that began when the store answered, less what the next question
// takes at least.
func (w *way) sooner(span time.Duration) time.Duration {
	return max(0, span-max(0, slices.Min(w.took[:])-wayLeast))
}
