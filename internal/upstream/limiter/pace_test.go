package limiter

import (
	"testing"
	"time"
)

// Requests that were under way together are refused together: that is one 429 with
// many answers, and takes once what one takes.
func TestRefusalsAtOnceSlowOnce(t *testing.T) {
	const rate = 30
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	var p pace
	refused := func(times int) float64 {
		for range times {
			p.limited(rate, now, now, 0)
		}
		return p.rate(rate, now)
	}
	if got := refused(10); got != 29 {
		t.Errorf("ten at once leave %v of 30; want 29: the first takes one slot, and no other counts", got)
	}
	now = now.Add(time.Second)
	want := 29 * (1 - paceShare)
	if got := refused(10); got-want > 0.001 || want-got > 0.001 {
		t.Errorf("ten more a second later leave %v; want %v: a third, once", got, want)
	}
	now = now.Add(3 * paceInterval)
	if got := p.rate(rate, now); got-want-3 > 0.001 || want+3-got > 0.001 {
		t.Errorf("after three quiet intervals %v; want %v", got, want+3)
	}
}

// Nor does one count whose request was on its way already when the last one was
// answered, however late its own answer comes.
func TestRefusalsOfEarlierRequestsSayNothing(t *testing.T) {
	sent := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	var p pace
	for n := range 4 {
		if news := p.limited(30, sent, sent.Add(time.Duration(1+2*n)*time.Second), 0); news != (n == 0) {
			t.Errorf("answer %d is news: %v", n, news)
		}
	}
	if got := p.rate(30, sent.Add(4*time.Second)); got != 29 {
		t.Errorf("%v of 30 are left; want 29", got)
	}
}

// However often the gateway refuses, a request a second is left, and nothing is sent
// before the longest pause that it asked for.
func TestPaceHasAnEnd(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	until := now.Add(time.Minute)
	var p pace
	p.limited(30, now, now, time.Minute)
	for range 100 {
		now = now.Add(time.Second)
		p.limited(30, now, now, 0)
	}
	if got := p.rate(30, now); got != 1 {
		t.Errorf("%v a second are left; want 1", got)
	}
	if p.pause.Before(until) {
		t.Errorf("the pause ends at %v; want %v", p.pause, until)
	}
}

// A shorter pause, asked for by an answer that was late, ends no longer one.
func TestAShorterPauseEndsNoLongerOne(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	var p pace
	p.limited(30, now, now, time.Minute)
	p.limited(30, now, now.Add(time.Second), 2*time.Second)
	if want := now.Add(time.Minute); !p.pause.Equal(want) {
		t.Errorf("the pause ends at %v; want %v", p.pause, want)
	}
}
