package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"payapp/e2e/crowd/internal/figures"
	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/shop"
	"payapp/e2e/crowd/internal/town"
)

// runStatusLinks has status links of many payments opened at once, while new
// customers of the same shop come to pay.
func runStatusLinks(ctx context.Context, s *session, _ flags) ([]row, error) {
	t, err := s.openReady(ctx)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	rows, err := t.statusLinks(ctx, 0, 300, 10*time.Second, 10)
	if err != nil {
		return rows, err
	}
	machine.Pause(ctx, 5*time.Second)
	more, err := t.statusLinks(ctx, 1000, 1000, 20*time.Second, 30)
	return append(append(rows, more...), t.rateRows()...), err
}

// statusLinks has links opened over a time, and newcomers, one a second.
func (t *scene) statusLinks(ctx context.Context, first, links int, over time.Duration, newcomers int) ([]row, error) {
	const within = 2 * time.Second
	t.Say("the shop has %d payments", links)
	lookers, err := t.orders(ctx, shop.Demo, first, links)
	if err != nil {
		return nil, err
	}
	for _, c := range lookers {
		if err := t.Shop.Create(ctx, c.Order); err != nil {
			return nil, err
		}
		c.Link = c.Order.StatusURL
	}
	payers, err := t.orders(ctx, shop.Demo, first+links, newcomers)
	if err != nil {
		return nil, err
	}
	who := fmt.Sprintf("%d status links in %s", links, over)
	var running sync.WaitGroup
	var looked []*town.Walk
	running.Go(func() { looked = t.enter(ctx, who, lookers, over/time.Duration(links)) })
	machine.Pause(ctx, time.Second/2)
	paid := t.enter(ctx, "newcomers", payers, time.Second)
	running.Wait()
	var pages, answers figures.Durations
	lost := map[string]int{}
	for _, w := range looked {
		if w.FirstPage > 0 {
			pages.Add(w.FirstPage)
		}
		answers.Add(w.Answered)
		for _, problem := range w.Problems {
			lost[problem]++
		}
	}
	return []row{
		entered(who+", who comes to pay", paid, within),
		told(who+": their pages", "%d of %d so far; p50 %s, p99 %s; any answer p99 %s",
			pages.Count(), links, round(pages.Percentile(50)), round(pages.Percentile(99)), round(answers.Percentile(99))),
		wanted(who+": their problem pages", counted(lost), "none", len(lost) == 0),
	}, nil
}
