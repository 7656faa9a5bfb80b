package figures

import (
	"math"
	"slices"
	"time"
)

// RoundRobin is what the simplest fair schedule would achieve with the same
// payments: read all that are pending in turn. A payment that is paid while n are
// pending is then read after a time evenly distributed between 0 and n/rate.
type RoundRobin struct {
	Rate    float64 // reads a second
	pending []int   // n of each paid payment
}

// Paid notes a payment, and how many were pending when it was paid.
func (r *RoundRobin) Paid(pending int) {
	r.pending = append(r.pending, pending)
}

// Count is how many were paid.
func (r *RoundRobin) Count() int { return len(r.pending) }

// Mean is over all payments.
func (r *RoundRobin) Mean() time.Duration {
	if len(r.pending) == 0 {
		return 0
	}
	var sum float64
	for _, n := range r.pending {
		sum += r.turn(n) / 2
	}
	return seconds(sum / float64(len(r.pending)))
}

// turn is how many seconds it takes to read n payments.
func (r *RoundRobin) turn(n int) float64 { return float64(n) / r.Rate }

// Percentile is the percentile over all payments' distributions together.
func (r *RoundRobin) Percentile(p float64) time.Duration {
	if len(r.pending) == 0 {
		return 0
	}
	low, high := 0.0, r.turn(slices.Max(r.pending))
	for range 60 {
		if middle := (low + high) / 2; r.within(middle) < p/100 {
			low = middle
		} else {
			high = middle
		}
	}
	return seconds(high)
}

// within is the share of payments that are read in so many seconds.
func (r *RoundRobin) within(wait float64) float64 {
	var sum float64
	for _, n := range r.pending {
		if n <= 0 {
			sum++
			continue
		}
		sum += math.Min(1, wait/r.turn(n))
	}
	return sum / float64(len(r.pending))
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
