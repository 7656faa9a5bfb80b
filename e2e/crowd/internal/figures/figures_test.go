package figures

import (
	"testing"
	"time"
)

func TestPercentile(t *testing.T) {
	var f Durations
	if f.Percentile(99) != 0 || f.Mean() != 0 {
		t.Error("without values there is a figure")
	}
	for i := 100; i > 0; i-- { // not sorted
		f.Add(time.Duration(i) * time.Second)
	}
	for p, want := range map[float64]int{0: 1, 1: 1, 50: 50, 50.5: 51, 99: 99, 99.1: 100, 100: 100} {
		if got := f.Percentile(p); got != time.Duration(want)*time.Second {
			t.Errorf("p%v: got %v, want %v s", p, got, want)
		}
	}
	if got, want := f.Mean(), 50500*time.Millisecond; got != want {
		t.Errorf("mean: got %v, want %v", got, want)
	}
	few := Durations{values: []time.Duration{3, 1, 2}}
	if got := few.Percentile(99); got != 3 {
		t.Errorf("of three values p99 is %d, want the greatest", got)
	}
}

// When payments are read in turn, one waits between nothing and a whole round.
func TestRoundRobin(t *testing.T) {
	alike := RoundRobin{Rate: 10}
	if alike.Mean() != 0 || alike.Percentile(99) != 0 {
		t.Error("without payments there is a wait")
	}
	for range 7 {
		alike.Paid(200)
	}
	near(t, "mean of 200", alike.Mean(), 10*time.Second)
	near(t, "p99 of 200", alike.Percentile(99), 19800*time.Millisecond)

	// One of two waits up to 10 s, the other up to 20 s: 15 s are enough for
	// all of the first and three in four of the second.
	mixed := RoundRobin{Rate: 10}
	mixed.Paid(100)
	mixed.Paid(200)
	near(t, "mean", mixed.Mean(), 7500*time.Millisecond)
	near(t, "p87.5", mixed.Percentile(87.5), 15*time.Second)

	alone := RoundRobin{Rate: 10}
	alone.Paid(0)
	near(t, "nobody else", alone.Percentile(99), 0)
}

func near(t *testing.T, what string, got, want time.Duration) {
	t.Helper()
	if d := got - want; d < -time.Microsecond || d > time.Microsecond {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
