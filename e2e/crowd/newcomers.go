package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"payapp/e2e/internal/harness"
)

// newcomers are customers who come one after the other during a measurement.
type newcomers struct {
	customers []*customer
	walks     []*walk
}

// arrive lets n customers come at an interval, each independently, and waits for the
// last; join is called with each who reached the instructions. Their orders are made
// before. It tells how far they are.
func (d *deployment) arrive(ctx context.Context, first, n int, interval time.Duration, join func(*customer)) (*newcomers, error) {
	customers, err := d.orders(ctx, first, n)
	if err != nil {
		return nil, err
	}
	walks := make([]*walk, n)
	var came, through atomic.Int64
	_, stop := every(ctx, 5*time.Second, func() error {
		d.say("newcomers: %d of %d came, %d are through", came.Load(), n, through.Load())
		return nil
	})
	defer stop()
	began := time.Now()
	var running sync.WaitGroup
	for i, c := range customers {
		harness.Pause(ctx, time.Duration(i+1)*interval-time.Since(began))
		came.Add(1)
		running.Go(func() {
			walks[i] = c.walk(ctx)
			through.Add(1)
			if walks[i].instructions {
				join(c)
			}
		})
	}
	running.Wait()
	return &newcomers{customers, walks}, ctx.Err()
}

// rows say how the newcomers fared. troubledAtMost of them may have seen a problem; limit
// is for the first page's p99, 0 for none.
func (in *newcomers) rows(troubledAtMost int, limit time.Duration) []row {
	n, untroubled, waits := len(in.walks), 0, 0
	var first, created durations
	met := map[string]int{}
	for _, w := range in.walks {
		if w.untroubled() {
			untroubled++
		}
		if w.firstPage > 0 {
			first.add(w.firstPage)
		}
		if w.instructions {
			created.add(w.created)
		}
		for _, problem := range w.problems {
			met[problem]++
		}
		waits += w.waits
	}
	slowest := told("first page, p99", "%s", round(first.percentile(99)))
	if limit > 0 {
		slowest = atMost("first page, p99", first.percentile(99), first.count(), limit)
		slowest.missed = slowest.missed || first.count() < n
	}
	return []row{
		wanted("newcomers without a problem", fmt.Sprintf("%d of %d", untroubled, n), fmt.Sprintf(">= %d", n-troubledAtMost),
			n-untroubled <= troubledAtMost),
		told("problems they met", "%s", counted(met)),
		told("first pages", "%d, in line %d times", first.count(), waits),
		told("first page, p50", "%s", round(first.percentile(50))),
		slowest,
		told("from Pay to instructions, p50, p99", "%s, %s", round(created.percentile(50)), round(created.percentile(99))),
	}
}

// every calls act once an interval until it is stopped, and counts failures.
func every(ctx context.Context, interval time.Duration, act func() error) (failures *atomic.Int64, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	failures = &atomic.Int64{}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
			if err := act(); err != nil && ctx.Err() == nil {
				failures.Add(1)
			}
		}
	}()
	return failures, func() { cancel(); <-ended }
}
