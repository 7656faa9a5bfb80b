package apiclient

import (
	"cmp"
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limiter is a Gate that keeps the calls of one process within the gateway's
// rate (interface.md, Limits: 10 requests a second). It is safe for concurrent
// use. Several processes of a merchant share the rate: give each a part of it.
// It is for other programs; this application's is internal/upstream/limiter.
type Limiter struct {
	rate *rate.Limiter

	mu    sync.Mutex
	quiet time.Time // nothing is sent before
}

// NewLimiter allows so many requests a second, evenly spread.
func NewLimiter(perSecond float64) *Limiter {
	return &Limiter{rate: rate.NewLimiter(rate.Limit(perSecond), 1)}
}

// Wait waits for its turn, and for any pause that the gateway asked for.
func (l *Limiter) Wait(ctx context.Context) error {
	l.mu.Lock()
	quiet := time.Until(l.quiet)
	l.mu.Unlock()
	if quiet > 0 && !sleep(ctx, quiet) {
		return cmp.Or(ctx.Err(), context.DeadlineExceeded)
	}
	return l.rate.Wait(ctx)
}

// Answered does nothing: every answer counts.
func (*Limiter) Answered(error) {}

// Limited holds back all calls for the given time.
func (l *Limiter) Limited(wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if until := time.Now().Add(wait); until.After(l.quiet) {
		l.quiet = until
	}
}
