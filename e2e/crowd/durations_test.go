package main

import (
	"testing"
	"time"
)

func TestPercentile(t *testing.T) {
	var f durations
	if f.percentile(99) != 0 || f.mean() != 0 {
		t.Error("without values there is a figure")
	}
	for i := 100; i > 0; i-- { // not sorted
		f.add(time.Duration(i) * time.Second)
	}
	for p, want := range map[float64]int{0: 1, 1: 1, 50: 50, 50.5: 51, 99: 99, 99.1: 100, 100: 100} {
		if got := f.percentile(p); got != time.Duration(want)*time.Second {
			t.Errorf("p%v: got %v, want %v s", p, got, want)
		}
	}
	if got, want := f.mean(), 50500*time.Millisecond; got != want {
		t.Errorf("mean: got %v, want %v", got, want)
	}
}

// When payments are read in turn, one waits between nothing and a whole round.
func TestRoundRobin(t *testing.T) {
	if none := roundRobin(nil, 10); none.count() != 0 {
		t.Error("without payments there is a wait")
	}
	alike := roundRobin([]int{200, 200, 200}, 10)
	if mean, slow := alike.mean().Round(time.Millisecond), alike.percentile(99); mean != 10*time.Second || slow != 19700*time.Millisecond {
		t.Errorf("of 200: mean %v, p99 %v", mean, slow)
	}
	// One of two waits up to 10 s, the other up to 20 s.
	if mean := roundRobin([]int{100, 200}, 10).mean().Round(time.Millisecond); mean != 7500*time.Millisecond {
		t.Errorf("of 100 and 200: mean %v", mean)
	}
}
