package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"payapp/e2e/crowd/internal/figures"
	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/town"
)

// orders are new customers of a merchant, numbered from first, each with an
// order and an address of their own.
func (t *scene) orders(ctx context.Context, merchant string, first, n int) ([]*town.Customer, error) {
	customers := make([]*town.Customer, n)
	for i := range n {
		c, err := t.CustomerOf(ctx, merchant, first+i)
		if err != nil {
			return nil, err
		}
		customers[i] = c
	}
	return customers, nil
}

// enterPatience is how long the last one waits for the first page.
const enterPatience = 40 * time.Second

// enter lets customers open their links, one an interval, and waits until each
// has a first page or leaves.
func (t *scene) enter(ctx context.Context, who string, customers []*town.Customer, interval time.Duration) []*town.Walk {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(len(customers))*interval+enterPatience)
	defer cancel()
	return t.come(ctx, who, customers, interval, func(c *town.Customer) *town.Walk { return c.Enter(ctx) })
}

// come lets customers begin their walks, one an interval, each independently, and
// waits for the last. It tells how far they are.
func (t *scene) come(
	ctx context.Context, who string, customers []*town.Customer, interval time.Duration, walk func(*town.Customer) *town.Walk,
) []*town.Walk {
	walks := make([]*town.Walk, len(customers))
	began := time.Now()
	var came, served atomic.Int64
	stop := t.often(ctx, func() {
		t.Say("%s: %d of %d came, %d are through", who, came.Load(), len(customers), served.Load())
	})
	defer stop()
	var running sync.WaitGroup
	for i, c := range customers {
		machine.Pause(ctx, time.Duration(i+1)*interval-time.Since(began))
		came.Add(1)
		running.Go(func() {
			walks[i] = walk(c)
			served.Add(1)
		})
	}
	running.Wait()
	return walks
}

// often calls something every five seconds, until it is stopped.
func (t *scene) often(ctx context.Context, tell func()) (stop func()) {
	_, stop = every(ctx, 5*time.Second, func() error { tell(); return nil })
	return stop
}

// entered says how many had a first page in time, as a goal if most must.
func entered(who string, walks []*town.Walk, within time.Duration) row {
	var first figures.Durations
	inTime, waits, problems := 0, 0, map[string]int{}
	for _, w := range walks {
		waits += w.Waits
		for _, problem := range w.Problems {
			problems[problem]++
		}
		if w.FirstPage > 0 {
			first.Add(w.FirstPage)
			if w.FirstPage <= within {
				inTime++
			}
		}
	}
	n := len(walks)
	text := fmt.Sprintf("%d of %d; p50 %s, slowest %s", inTime, n, round(first.Percentile(50)), round(first.Max()))
	if missing := n - first.Count(); missing > 0 {
		text += fmt.Sprintf("; %d got none", missing)
	}
	if waits > 0 {
		text += fmt.Sprintf("; in line %d times", waits)
	}
	if len(problems) > 0 {
		text += "; problems: " + strings.TrimSpace(counted(problems))
	}
	return wanted(who+": first page <= "+round(within), text, fmt.Sprintf("%d of %d", n, n), inTime == n)
}
