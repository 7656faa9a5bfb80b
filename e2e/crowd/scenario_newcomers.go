package main

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/town"
	"payapp/e2e/crowd/internal/watchers"
)

// Sizes of the scenario.
const (
	watchersUsually = 200
	// payingAtMost is the largest crowd in which some pay: in a larger one a
	// plain round robin takes longer than a payment lives.
	payingAtMost = 2000
	payingOne    = 60
	newcomersOne = 30
	arrival      = 2 * time.Second
)

// runNewcomers measures a crowd of watchers with newcomers and payments.
func runNewcomers(ctx context.Context, s *session, f flags) ([]row, error) {
	watchers := cmp.Or(f.watchers, watchersUsually)
	t, err := s.open(ctx, 1)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	c, err := t.crowd(ctx, watchers)
	if err != nil {
		return nil, err
	}
	defer c.Stop()
	rows := []row{told("watchers, streams held or between two", "%d, %d", watchers, c.Open.Load())}
	payments := payingOne
	if watchers > payingAtMost {
		payments = 0
	}
	p := t.startPaying(ctx, c, payments, time.Second)
	in, err := t.arrive(ctx, 1, newcomersOne, arrival, c.Join)
	p.stop()
	if err != nil {
		return rows, err
	}
	rows = append(rows, in.rows(0, time.Second)...)
	rows = append(rows, p.rows(ctx, 1.2)...)
	rows = append(rows, t.gatewayRows(c)...)
	c.Stop()
	if watchers > payingAtMost {
		return rows, nil
	}
	return append(rows, endRows(ctx, c, 0)...), nil
}

// crowd prepares n customers, begins the measurement and lets them watch.
func (t *scene) crowd(ctx context.Context, n int) (*watchers.Crowd, error) {
	customers, err := t.Prepare(ctx, n)
	if err != nil {
		return nil, err
	}
	if err := t.Measure(ctx); err != nil {
		return nil, err
	}
	return t.watch(ctx, customers)
}

// watch lets a crowd connect within seconds, and gives the application time to
// read everybody's payment: as long as a plain round robin needs, between half
// a minute and two.
func (t *scene) watch(ctx context.Context, customers []*town.Customer) (*watchers.Crowd, error) {
	c := watchers.New(ctx)
	c.JoinAll(customers)
	turn := min(max(time.Duration(len(customers))*time.Second/town.GatewayRate, 30*time.Second), 2*time.Minute)
	t.Say("%d customers watch, for %s before anything is measured", len(customers), turn)
	if !machine.Pause(ctx, turn) {
		c.Stop()
		return nil, ctx.Err()
	}
	return c, nil
}

// rateRows are the goals for calls in every scenario.
func (t *scene) rateRows() []row {
	most := t.Gateway.Busiest()
	return []row{
		told("gateway calls", "%d: %s", t.Gateway.Count(), counted(t.Gateway.ByOperation())),
		wanted("most calls of a shop in any one second", fmt.Sprint(most), "<= 10", most <= town.GatewayRate),
		none("answers 429", t.Gateway.WithStatus(429)),
	}
}

// gatewayRows are those of one shop, and of the crowd that watches.
func (t *scene) gatewayRows(c *watchers.Crowd) []row {
	troubles, wrong := c.Stories()
	total := 0
	for _, n := range wrong {
		total += n
	}
	return append(t.rateRows(),
		none("payments created twice", t.Gateway.CreatedTwice()),
		told("streams asked for, beats, news, reloads", "%d, %d, %d, %d", c.Asked.Load(), c.Beats.Load(), c.News.Load(), c.Reloads.Load()),
		told("what watchers met", "%s", counted(troubles)),
		wanted("pages that say what the gateway didn't", counted(wrong), "none", total == 0),
	)
}
