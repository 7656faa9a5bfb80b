package main

import (
	"context"
	"sync/atomic"
	"time"
)

// paying makes one watcher after the other pay.
type paying struct {
	crowd    *watchers
	failures *atomic.Int64
	stop     func()
	began    time.Time
	pending  []int // when each paid; read it once this is stopped
}

// startPaying makes n watchers pay, one a second.
func (d *deployment) startPaying(ctx context.Context, c *watchers, n int) *paying {
	p := &paying{crowd: c, began: time.Now()}
	p.failures, p.stop = every(ctx, time.Second, func() error {
		if len(p.pending) >= n {
			return nil
		}
		pending, err := c.payAny(ctx, d.shop)
		if pending > 0 && err == nil {
			p.pending = append(p.pending, pending)
		}
		return err
	})
	return p
}

// rows wait until all have seen it, three rounds and half a minute at most, and compare
// with a plain round robin at the whole rate. One that makes the newcomers' calls, too, is
// shown beside it: it can't be faster.
func (p *paying) rows(ctx context.Context, calls *tally, factor float64) []row {
	if len(p.pending) == 0 {
		return nil
	}
	whole := roundRobin(p.pending, gatewayRate)
	rest := gatewayRate - calls.othersSince(p.began)
	left := roundRobin(p.pending, rest)
	missing := p.crowd.allSeen(ctx, 6*whole.mean()+30*time.Second)
	seen := &p.crowd.seen
	limit := func(d time.Duration) time.Duration { return time.Duration(factor * float64(d)) }
	return []row{
		told("paid, and refused by the console", "%d, %d", len(p.pending), p.failures.Load()),
		none("paid, and never seen", missing),
		told("paid to seen, p50, max", "%s, %s", round(seen.percentile(50)), round(seen.percentile(100))),
		told("a plain round robin, mean, p99", "%s, %s", round(whole.mean()), round(whole.percentile(99))),
		told("the same beside newcomers' calls", "%.1f reads/s, %s, %s", rest, round(left.mean()), round(left.percentile(99))),
		atMost("paid to seen, mean", seen.mean(), seen.count(), limit(whole.mean())),
		atMost("paid to seen, p99", seen.percentile(99), seen.count(), limit(whole.percentile(99))),
	}
}
