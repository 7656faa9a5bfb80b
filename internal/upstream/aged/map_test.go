package aged

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestAgedWeighsBytes(t *testing.T) {
	a := NewWeighed[int, string](1000, 1000, time.Hour, time.Now, func(s string) int { return len(s) })
	a.Put(0, strings.Repeat("x", 126)) // an eighth of the limit is too much for one value
	if _, ok := a.Get(0); ok {
		t.Error("a value is kept that pushes out all others")
	}
	for n := range 100 {
		a.Put(n, strings.Repeat("x", 100))
		if a.Size() > 1000 {
			t.Fatalf("%d bytes after %d values", a.Size(), n+1)
		}
	}
	if _, ok := a.Get(99); !ok || a.Size() != 1000 || a.cache.Len() != 10 {
		t.Errorf("%d values of %d bytes; want the last 10", a.cache.Len(), a.Size())
	}
	for range 10 {
		a.Put(99, strings.Repeat("y", 50)) // replaced, not added
	}
	a.Drop(98)
	if a.Size() != 850 {
		t.Errorf("%d bytes; want 850", a.Size())
	}
	a.Put(99, strings.Repeat("x", 200))
	if _, ok := a.Get(99); ok || a.Size() != 800 {
		t.Errorf("%d bytes after a value grew too large; want 800 and that it is gone", a.Size())
	}
}

// Simultaneous puts under one key are counted once.
func TestAgedConcurrently(t *testing.T) {
	a := NewWeighed[int, string](100, 1_000_000, time.Hour, time.Now, func(s string) int { return len(s) })
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for i := range 5000 {
				a.Put(i%3, strings.Repeat("x", 10+n))
				a.Get(i % 3)
				if i%7 == 0 {
					a.Drop(i % 3)
				}
			}
		})
	}
	all.Wait()
	for key := range 3 {
		a.Drop(key)
	}
	if a.Size() != 0 {
		t.Errorf("an empty cache has %d bytes", a.Size())
	}
}

// A value that is only replaced is never missed.
func TestAgedReplacesInOneStep(t *testing.T) {
	a := New[int, int](10, time.Hour, time.Now)
	a.Put(1, 0)
	ctx, end := context.WithCancel(t.Context())
	var all sync.WaitGroup
	var missed atomic.Int64
	for range 4 {
		all.Go(func() {
			for ctx.Err() == nil {
				if _, ok := a.Get(1); !ok {
					missed.Add(1)
				}
			}
		})
	}
	for n := range 300_000 {
		a.Put(1, n)
	}
	end()
	all.Wait()
	if n := missed.Load(); n > 0 {
		t.Errorf("missed %d times", n)
	}
}

func TestAgedForgets(t *testing.T) {
	now := time.Now()
	a := New[string, int](10, time.Minute, func() time.Time { return now })
	a.Put("a", 1)
	now = now.Add(30 * time.Second)
	if _, ok := a.Within("a", 30*time.Second); ok {
		t.Error("got what is too old for the question")
	}
	if got, ok := a.Get("a"); !ok || got != 1 {
		t.Error("got nothing of 30 s ago")
	}
	now = now.Add(30 * time.Second)
	if _, ok := a.Get("a"); ok {
		t.Error("got what is over age")
	}
}

// What is newer stays, unless its date is of before the clock was set back.
func TestAgedKeepsTheNewer(t *testing.T) {
	now := time.Now().Round(0)
	a := New[string, int](10, time.Hour, func() time.Time { return now })
	a.Put("a", 1)
	a.PutSince("a", 2, now.Add(-time.Second))
	if got, _ := a.Get("a"); got != 1 {
		t.Errorf("got %d; want the newer", got)
	}
	now = now.Add(-time.Minute)
	a.Put("a", 3)
	if got, _ := a.Get("a"); got != 3 {
		t.Errorf("got %d; want what was put last", got)
	}
}
