package main

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"payapp/e2e/crowd/internal/figures"
	"payapp/e2e/crowd/internal/gateway"
	"payapp/e2e/crowd/internal/town"
	"payapp/e2e/crowd/internal/watchers"
)

// paying makes one watcher after the other pay.
type paying struct {
	crowd    *watchers.Crowd
	calls    *gateway.Tally
	failures *atomic.Int64
	stop     func()
	began    time.Time

	mu        sync.Mutex
	reference figures.RoundRobin
}

// startPaying makes n watchers pay, one an interval.
func (t *scene) startPaying(ctx context.Context, c *watchers.Crowd, n int, interval time.Duration) *paying {
	p := &paying{
		crowd: c, calls: t.Gateway.Tally, failures: &atomic.Int64{}, stop: func() {}, began: time.Now(),
		reference: figures.RoundRobin{Rate: town.GatewayRate},
	}
	if n > 0 {
		p.failures, p.stop = every(ctx, interval, func() error {
			if n--; n < 0 {
				return nil
			}
			pending, err := c.PayAny(ctx, t.Shop)
			if pending > 0 && err == nil {
				p.mu.Lock()
				p.reference.Paid(pending)
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
	missing := p.crowd.AllSeen(ctx, 6*p.reference.Mean()+30*time.Second)
	seen := &p.crowd.Seen
	return []row{
		told("paid, and refused by the console", "%d, %d", p.reference.Count(), p.failures.Load()),
		none("paid, and never seen", missing),
		told("paid to seen, p50, max", "%s, %s", round(seen.Percentile(50)), round(seen.Max())),
		told("paid to seen, the slowest", "%s", p.crowd.Slowest(8, p.began, p.calls)),
		told("paid to seen, plain round robin mean, p99", "%s, %s", round(p.reference.Mean()), round(p.reference.Percentile(99))),
	}
}

// rows compare with a plain round robin at the whole rate. One that makes newcomers'
// calls, too, is shown beside it: it can't be faster.
func (p *paying) rows(ctx context.Context, factor float64) []row {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reference.Count() == 0 {
		return nil
	}
	left := p.reference
	left.Rate -= p.calls.OthersSince(p.began)
	rows := append(p.wait(ctx), told("paid to seen, round robin with newcomers' calls, mean, p99", "%.1f reads/s, %s, %s",
		left.Rate, round(left.Mean()), round(left.Percentile(99))))
	seen := &p.crowd.Seen
	limit := func(d time.Duration) time.Duration { return time.Duration(factor * float64(d)) }
	return append(rows,
		atMost("paid to seen, mean", seen.Mean(), seen.Count(), limit(p.reference.Mean())),
		atMost("paid to seen, p99", seen.Percentile(99), seen.Count(), limit(p.reference.Percentile(99))),
	)
}
