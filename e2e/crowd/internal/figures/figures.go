package figures

import (
	"math"
	"slices"
	"sync"
	"time"
)

// Durations collects durations and computes percentiles.
type Durations struct {
	mu     sync.Mutex
	values []time.Duration
}

// Add adds one.
func (f *Durations) Add(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.values = append(f.values, d)
}

// Count is how many there are.
func (f *Durations) Count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.values)
}

// Percentile is the smallest value that p per cent of all values don't exceed
// (nearest rank): with few values the 99th is the greatest. Without values it
// is 0.
func (f *Durations) Percentile(p float64) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.values) == 0 {
		return 0
	}
	sorted := slices.Clone(f.values)
	slices.Sort(sorted)
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return sorted[max(rank, 1)-1]
}

// Max is the greatest.
func (f *Durations) Max() time.Duration { return f.Percentile(100) }

// Mean is 0 without values.
func (f *Durations) Mean() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.values) == 0 {
		return 0
	}
	var sum time.Duration
	for _, d := range f.values {
		sum += d
	}
	return sum / time.Duration(len(f.values))
}
