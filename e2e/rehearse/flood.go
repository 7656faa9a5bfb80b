package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"payapp/e2e/internal/harness"
)

// flood opens forged links from six addresses until ctx ends, and then tells how
// many. They stay below the proxy's limit, since that isn't what is tried.
func (s *stage) flood(ctx context.Context) <-chan int64 {
	var opened atomic.Int64
	var strangers sync.WaitGroup
	for n := range 6 {
		strangers.Go(func() {
			b := newBrowser(s, 60_000+n)
			defer b.close()
			for i := 0; ctx.Err() == nil; i++ {
				_ = b.Get(ctx, harness.Forged(s.public, harness.Demo, fmt.Sprintf("forged-%d-%d", n, i)).RedirectURL) // refused, as it should be
				opened.Add(1)
				harness.Pause(ctx, 100*time.Millisecond)
			}
		})
	}
	done := make(chan int64, 1)
	go func() {
		strangers.Wait()
		done <- opened.Load()
	}()
	return done
}
