package main

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"payapp/e2e/crowd/internal/gateway"
)

// paying makes one watcher after the other pay.
type paying struct {
	crowd    *crowd
	calls    *gateway.Tally
	failures *atomic.Int64
	stop     func()
	began    time.Time

	mu        sync.Mutex
	reference roundRobin
}

// startPaying makes n watchers pay, one an interval.
func (t *town) startPaying(ctx context.Context, c *crowd, n int, interval time.Duration) *paying {
	p := &paying{
		crowd: c, calls: t.gateway.Tally, failures: &atomic.Int64{}, stop: func() {}, began: time.Now(),
		reference: roundRobin{rate: gatewayRate},
	}
	if n > 0 {
		p.failures, p.stop = every(ctx, interval, func() error {
			if n--; n < 0 {
				return nil
			}
			pending, err := c.payAny(ctx, t.shop)
			if pending > 0 && err == nil {
				p.mu.Lock()
				p.reference.paid(pending)
				p.mu.Unlock()
			}
			return err
		})
	}
	return p
}

// wait gives those who paid time to see it, at most three rounds and half a
// minute, and returns the results.
func (p *paying) wait(ctx context.Context) []row {
	missing := p.crowd.allSeen(ctx, 6*p.reference.mean()+30*time.Second)
	seen := &p.crowd.seen
	return []row{
		told("paid, and refused by the console", "%d, %d", len(p.reference.turns), p.failures.Load()),
		none("paid, and never seen", missing),
		told("paid to seen, p50, max", "%s, %s", round(seen.percentile(50)), round(seen.max())),
		told("paid to seen, the slowest", "%s", p.crowd.slowest(8, p.began, p.calls)),
		told("paid to seen, plain round robin mean, p99", "%s, %s", round(p.reference.mean()), round(p.reference.percentile(99))),
	}
}

// rows compare with a plain round robin.
func (p *paying) rows(ctx context.Context, factor float64) []row {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.reference.turns) == 0 {
		return nil
	}
	rows := p.wait(ctx)
	seen := &p.crowd.seen
	limit := func(d time.Duration) time.Duration { return time.Duration(factor * float64(d)) }
	return append(rows,
		atMost("paid to seen, mean", seen.mean(), seen.count(), limit(p.reference.mean())),
		atMost("paid to seen, p99", seen.percentile(99), seen.count(), limit(p.reference.percentile(99))),
	)
}
