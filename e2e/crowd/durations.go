package main

import (
	"math"
	"slices"
	"sync"
	"time"
)

// durations collects durations and computes percentiles.
type durations struct {
	mu     sync.Mutex
	values []time.Duration
}

func (f *durations) add(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.values = append(f.values, d)
}

func (f *durations) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.values)
}

// percentile is the smallest value that p per cent of all values don't exceed
// (nearest rank): with few values the 99th is the greatest. Without values it is 0.
func (f *durations) percentile(p float64) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(f.values))
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return sorted[max(rank, 1)-1]
}

// mean is 0 without values.
func (f *durations) mean() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	var sum time.Duration
	for _, d := range f.values {
		sum += d
	}
	return sum / time.Duration(max(len(f.values), 1))
}

// roundRobin is what the simplest fair schedule would achieve with the same payments:
// it reads all that are pending in turn. A payment that is paid while n are pending is
// then read after a time evenly distributed between 0 and n/rate, of which this has a
// hundred values.
func roundRobin(pending []int, rate float64) *durations {
	const each = 100
	waits := &durations{}
	for _, n := range pending {
		for i := range each {
			share := (float64(i) + 0.5) / each
			waits.add(time.Duration(share * float64(n) / rate * float64(time.Second)))
		}
	}
	return waits
}
