package qr

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

func TestCacheDrawsOnce(t *testing.T) {
	var drawn atomic.Int64
	begun, release := make(chan struct{}), make(chan struct{})
	c := newCache(2, func(string) (*drawing, error) {
		if drawn.Add(1) == 1 {
			close(begun)
			<-release
		}
		return &drawing{}, nil
	})
	var all sync.WaitGroup
	all.Go(func() { _, _ = c.get("a") })
	<-begun
	for range 10 {
		all.Go(func() { _, _ = c.get("a") })
	}
	close(release)
	all.Wait()
	if _, err := c.get("a"); err != nil || drawn.Load() != 1 {
		t.Errorf("drawn %d times, %v", drawn.Load(), err)
	}
	for _, p := range []string{"b", "c", "a"} { // a was evicted
		_, _ = c.get(p)
	}
	if drawn.Load() != 4 || c.kept.Len() != 2 {
		t.Errorf("drawn %d times, %d kept", drawn.Load(), c.kept.Len())
	}
}

func TestErrorsAreNotKept(t *testing.T) {
	fail := true
	c := newCache(2, func(string) (*drawing, error) {
		if fail {
			return nil, ErrTooLong
		}
		return &drawing{}, nil
	})
	if _, err := c.get("a"); !errors.Is(err, ErrTooLong) {
		t.Errorf("got %v", err)
	}
	fail = false
	if d, err := c.get("a"); d == nil || err != nil {
		t.Errorf("got %v", err)
	}
}
