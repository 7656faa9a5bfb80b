package main

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"payapp/e2e/crowd/internal/figures"
	"payapp/e2e/crowd/internal/shop"
	"payapp/e2e/crowd/internal/town"
)

// newcomers are customers who come one after the other during a measurement.
type newcomers struct {
	walks     []*town.Walk
	customers []*town.Customer
}

// arrive lets n customers come at an interval, each independently; done is
// called with each who reached the instructions. Their orders are made before.
func (t *scene) arrive(ctx context.Context, first, n int, interval time.Duration, done func(*town.Customer)) (*newcomers, error) {
	customers, err := t.orders(ctx, shop.Demo, first, n)
	if err != nil {
		return nil, err
	}
	walks := t.come(ctx, "newcomers", customers, interval, func(c *town.Customer) *town.Walk {
		w := c.WalkIn(ctx)
		if w.Instructions && done != nil {
			done(c)
		}
		return w
	})
	return &newcomers{walks, customers}, ctx.Err()
}

// rows say how the newcomers fared. troubledAtMost of them may have seen a
// problem; limit is for the first page's p99, 0 for none.
func (in *newcomers) rows(troubledAtMost int, limit time.Duration) []row {
	n, untroubled, waits, unknown := len(in.walks), 0, 0, 0
	var first, created figures.Durations
	met := map[string]int{}
	for _, w := range in.walks {
		if w.Untroubled() {
			untroubled++
		}
		if w.FirstPage > 0 {
			first.Add(w.FirstPage)
		}
		if w.Instructions {
			created.Add(w.Created)
		}
		for _, problem := range w.Problems {
			met[problem]++
		}
		waits += w.Waits
		unknown += w.Unknown
	}
	goal := fmt.Sprintf("%d of %d", n, n)
	if troubledAtMost > 0 {
		goal = fmt.Sprintf(">= %d of %d", n-troubledAtMost, n)
	}
	firstPage := told("first page, p99", "%s", round(first.Percentile(99)))
	if limit > 0 {
		firstPage = atMost("first page, p99", first.Percentile(99), first.Count(), limit)
		firstPage.missed = firstPage.missed || first.Count() < n-troubledAtMost
	}
	return []row{
		wanted("newcomers without a problem", fmt.Sprintf("%d of %d", untroubled, n), goal, n-untroubled <= troubledAtMost),
		told("problems they met", "%s", counted(met)),
		told("first pages", "%d of %d, in line %d times, status not known yet %d times", first.Count(), n, waits, unknown),
		told("first page, p50", "%s", round(first.Percentile(50))),
		firstPage,
		told("from Pay to instructions, p50, p99", "%s, %s", round(created.Percentile(50)), round(created.Percentile(99))),
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
