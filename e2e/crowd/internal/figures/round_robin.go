package figures

import (
	"math"
	"slices"
	"time"
)

// RoundRobin is what the simplest fair schedule would achieve with the same
// payments: read all that are pending in turn, at the whole rate. A payment
// that is paid while n are pending is then read after a time evenly distributed
// between 0 and n/rate.
type RoundRobin struct {
	Rate  float64   // reads a second
	turns []float64 // n/rate in seconds, of each paid payment
}

// Paid notes a payment, and how many were pending when it was paid.
func (r *RoundRobin) Paid(pending int) {
	r.turns = append(r.turns, float64(pending)/r.Rate)
}

// Count is how many were paid.
func (r *RoundRobin) Count() int { return len(r.turns) }

// Mean is over all payments.
func (r *RoundRobin) Mean() time.Duration {
	if len(r.turns) == 0 {
		return 0
	}
	var sum float64
	for _, turn := range r.turns {
		sum += turn / 2
	}
	return seconds(sum / float64(len(r.turns)))
}

// Percentile is the percentile over all payments' distributions together.
func (r *RoundRobin) Percentile(p float64) time.Duration {
	if len(r.turns) == 0 {
		return 0
	}
	low, high := 0.0, slices.Max(r.turns)
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
	for _, turn := range r.turns {
		if turn <= 0 {
			sum++
			continue
		}
		sum += math.Min(1, wait/turn)
	}
	return sum / float64(len(r.turns))
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
