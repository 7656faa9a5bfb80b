package main

import (
	"math"
	"slices"
	"sync"
	"time"
)

// figures collects durations and computes percentiles.
type figures struct {
	mu     sync.Mutex
	values []time.Duration
}

func (f *figures) add(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.values = append(f.values, d)
}

func (f *figures) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.values)
}

// percentile is the smallest value that p per cent of all values don't exceed
// (nearest rank): with few values the 99th is the greatest. Without values it
// is 0.
func (f *figures) percentile(p float64) time.Duration {
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

func (f *figures) max() time.Duration { return f.percentile(100) }

func (f *figures) mean() time.Duration {
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
