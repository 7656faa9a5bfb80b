package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"payapp/e2e/crowd/internal/machine"
)

// gatewayRate is what the gateway allows in any one second.
const gatewayRate = 10

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
	t, err := openTown(ctx, s, 1)
	if err != nil {
		return nil, err
	}
	defer t.close()
	c, err := t.crowd(ctx, watchers)
	if err != nil {
		return nil, err
	}
	defer c.stop()
	rows := []row{told("watchers, streams held or between two", "%d, %d", watchers, c.open.Load())}
	payments := payingOne
	if watchers > payingAtMost {
		payments = 0
	}
	p := t.startPaying(ctx, c, payments, time.Second)
	in, err := t.arrive(ctx, 1, newcomersOne, arrival, c.join)
	p.stop()
	if err != nil {
		return rows, err
	}
	rows = append(rows, in.rows(0, time.Second)...)
	rows = append(rows, p.rows(ctx, 1.2)...)
	rows = append(rows, t.gatewayRows(c)...)
	c.stop()
	if watchers > payingAtMost {
		return rows, nil
	}
	return append(rows, c.endRows(ctx)...), nil
}

// crowd prepares n customers, begins the measurement and lets them watch.
func (t *town) crowd(ctx context.Context, n int) (*crowd, error) {
	customers, err := t.prepare(ctx, n)
	if err != nil {
		return nil, err
	}
	if err := t.measure(ctx); err != nil {
		return nil, err
	}
	return t.watch(ctx, customers)
}

// watch lets a crowd connect within seconds, and gives the application time to
// read everybody's payment: as long as a plain round robin needs, between half
// a minute and two.
func (t *town) watch(ctx context.Context, customers []*customer) (*crowd, error) {
	c := newCrowd(ctx)
	c.joinAll(customers)
	turn := time.Duration(len(customers)) * time.Second / gatewayRate
	if !machine.Pause(ctx, min(max(turn, 30*time.Second), 2*time.Minute)) {
		c.stop()
		return nil, ctx.Err()
	}
	return c, nil
}

// gatewayRows are the goals for calls in every scenario.
func (t *town) gatewayRows(c *crowd) []row {
	most := t.gateway.Busiest(time.Second)
	span, since, gaps := t.gateway.Closest(gatewayRate + 1)
	apart := make([]string, 0, len(gaps)) // those that were delayed come together, after a gap
	for _, gap := range gaps {
		apart = append(apart, fmt.Sprint(gap.Milliseconds()))
	}
	rows := []row{
		told("gateway calls", "%d: %s", t.gateway.Count(), counted(t.gateway.ByOperation())),
		wanted("most calls in any one second", fmt.Sprint(most), "<= 10", most <= gatewayRate),
		told(fmt.Sprintf("the closest %d calls", gatewayRate+1), "in %v, %v after the first; ms apart: %s",
			span.Round(10*time.Microsecond), round(since), strings.Join(apart, " ")),
		none("answers 429", t.gateway.WithStatus(429)),
		none("payments created twice", t.gateway.CreatedTwice()),
	}
	if c == nil {
		return rows
	}
	troubles, wrong := c.stories()
	total := 0
	for _, n := range wrong {
		total += n
	}
	return append(rows,
		told("streams asked for, beats, news, reloads", "%d, %d, %d, %d", c.asked.Load(), c.beats.Load(), c.news.Load(), c.reloads.Load()),
		told("reloaded pages said", "%s", counted(c.said())),
		told("what watchers met", "%s", counted(troubles)),
		wanted("pages that say what the gateway didn't", counted(wrong), "none", total == 0),
	)
}
