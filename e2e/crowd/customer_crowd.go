package main

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"payapp/e2e/crowd/internal/machine"
)

// comeIn lets n customers pay up to the instructions, as fast as possible.
func (t *town) comeIn(ctx context.Context, n int) ([]*customer, error) {
	customers := make([]*customer, n)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(12)
	for i := range n {
		group.Go(func() error {
			c, err := t.customer(ctx, firstWatcher+i)
			if err != nil {
				return err
			}
			if w := c.walkIn(ctx); !w.untroubled() {
				return fmt.Errorf("customer %d of the crowd didn't get in: %s", i, strings.Join(w.problems, ", "))
			}
			customers[i] = c
			return nil
		})
	}
	return customers, group.Wait()
}

// The lower numbers are for newcomers, so that nobody shares an address.
const firstWatcher = 5000

// newcomers are customers who come one after the other during a measurement.
type newcomers struct {
	walks     []*walk
	customers []*customer
}

// arrive lets n customers come at an interval, each independently; done is
// called with each who reached the instructions. Their orders are made before.
func (t *town) arrive(ctx context.Context, first, n int, every time.Duration, done func(*customer)) (*newcomers, error) {
	in := &newcomers{walks: make([]*walk, n), customers: make([]*customer, n)}
	for i := range n {
		c, err := t.customer(ctx, first+i)
		if err != nil {
			return nil, err
		}
		in.customers[i] = c
	}
	var group errgroup.Group
	for i, c := range in.customers {
		if !machine.Pause(ctx, every) {
			break
		}
		group.Go(func() error {
			in.walks[i] = c.walkIn(ctx)
			if in.walks[i].instructions && done != nil {
				done(c)
			}
			return nil
		})
	}
	_ = group.Wait() // none fails; walkIn ends by itself
	return in, ctx.Err()
}

// rows say how the newcomers fared. troubledAtMost of them may have seen a
// problem; limit is for the first page's p99, 0 for none.
func (in *newcomers) rows(troubledAtMost int, limit time.Duration) []row {
	n, untroubled, waits, unknown := len(in.walks), 0, 0, 0
	var first, created figures
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
		unknown += w.unknown
	}
	goal := fmt.Sprintf("%d of %d", n, n)
	if troubledAtMost > 0 {
		goal = fmt.Sprintf(">= %d of %d", n-troubledAtMost, n)
	}
	firstPage := told("first page, p99", "%s", round(first.percentile(99)))
	if limit > 0 {
		firstPage = atMost("first page, p99", first.percentile(99), first.count(), limit)
		firstPage.missed = firstPage.missed || first.count() < n-troubledAtMost
	}
	return []row{
		wanted("newcomers without a problem", fmt.Sprintf("%d of %d", untroubled, n), goal, n-untroubled <= troubledAtMost),
		told("problems they met", "%s", counted(met)),
		told("first pages", "%d of %d, in line %d times, status not known yet %d times", first.count(), n, waits, unknown),
		told("first page, p50", "%s", round(first.percentile(50))),
		firstPage,
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
