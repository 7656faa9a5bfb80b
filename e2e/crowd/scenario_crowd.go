package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"payapp/e2e/internal/harness"
)

// sizes of a crowd.
type sizes struct{ replicas, watchers, ended, newcomers, paying int }

const (
	arrival       = 2 * time.Second  // between two newcomers
	replicaDies   = 20 * time.Second // after the first newcomer
	replicaIsBack = 30 * time.Second
	costsWindow   = 20 * time.Second
)

// goals of a crowd: how many newcomers may see a problem, the first page's p99, and how
// many times a plain round robin's the time from paid to seen may be.
type goals struct {
	troubled  int
	firstPage time.Duration
	seen      float64
}

// goals are looser if a replica dies: whoever it was serving sees that.
func (z sizes) goals() goals {
	if z.replicas > 1 {
		return goals{troubled: 1, seen: 1.6}
	}
	return goals{firstPage: time.Second, seen: 1.2}
}

// crowd has replicas with a shared Redis, from which the first is far away, behind a
// balancer that sends each request to
// the next one. Many watch, newcomers come, now and then somebody has paid, and a
// replica is killed; with a single one nothing is.
func (s *session) crowd(ctx context.Context, z sizes) ([]row, error) {
	d, err := s.open(ctx, plan{replicas: z.replicas})
	if err != nil {
		return nil, err
	}
	defer d.close()
	customers, err := d.prepare(ctx, z.watchers, z.ended)
	if err != nil {
		return nil, err
	}
	store, err := harness.StartRedis(ctx, s.logs)
	if err != nil {
		return nil, err
	}
	defer store.Kill()
	empty, err := store.Memory(ctx)
	if err != nil {
		return nil, err
	}
	d.settings = append(d.settings, "PAYAPP_REDIS_URL=redis://"+store.Address+"/0")
	if z.replicas > 1 {
		far, err := startRelay(store.Address, farAway)
		if err != nil {
			return nil, err
		}
		defer func() { _ = far.Close() }()
		d.replicas[0].settings = []string{"PAYAPP_REDIS_URL=redis://" + far.Addr().String() + "/0"}
	}
	if err := d.measure(ctx); err != nil {
		return nil, err
	}
	c := newWatchers(ctx)
	defer c.stop()
	for _, who := range customers[:z.ended] {
		c.joinEnded(who)
	}
	if err := d.watch(ctx, c, customers[z.ended:]); err != nil {
		return nil, err
	}
	rows, err := d.costs(ctx, store, empty, z.watchers)
	if err != nil {
		return nil, err
	}
	p := d.startPaying(ctx, c, z.paying)
	accident := d.killOne(ctx)
	in, err := d.arrive(ctx, 1, z.newcomers, arrival, c.join)
	p.stop()
	if err := errors.Join(err, accident()); err != nil {
		return nil, err
	}
	goals := z.goals()
	rows = append(rows, in.rows(goals.troubled, goals.firstPage)...)
	rows = append(rows, p.rows(ctx, d.gateway.tally, goals.seen)...)
	rows = append(rows, told("calls in each five seconds, no reads", "%s", d.gateway.pace(p.began, 5*time.Second)))
	rows = append(rows, d.gatewayRows(c)...)
	rows = append(rows, none("instructions without a payment", d.lost(in)))
	c.stop()
	return append(rows, endRows(ctx, c, 0)...), nil
}

// watch lets a crowd connect within seconds, and gives the application time to read
// everybody's payment: as long as a plain round robin needs, between half a minute and
// two.
func (d *deployment) watch(ctx context.Context, c *watchers, customers []*customer) error {
	c.joinAll(customers)
	turn := min(max(time.Duration(len(customers))*time.Second/gatewayRate, 30*time.Second), 2*time.Minute)
	d.say("%d customers watch, for %s before anything is measured", len(customers), turn)
	harness.Pause(ctx, turn)
	return ctx.Err()
}

// costs measures what everything costs while nothing happens but polls. Before anybody
// watched, the store used so much memory.
func (d *deployment) costs(ctx context.Context, store *harness.Redis, empty int64, watchers int) ([]row, error) {
	used := func() (replicas, of harness.Usage, calls int, err error) {
		for _, r := range d.replicas {
			one, wrong := r.Usage()
			err = errors.Join(err, wrong)
			replicas.CPU += one.CPU
			replicas.Resident += one.Resident / int64(len(d.replicas))
		}
		of, wrong := store.Usage()
		return replicas, of, d.gateway.count(), errors.Join(err, wrong)
	}
	replicas, redis, calls, err := used()
	if err != nil {
		return nil, err
	}
	harness.Pause(ctx, costsWindow)
	replicasAfter, redisAfter, callsAfter, err := used()
	if err != nil {
		return nil, err
	}
	memory, err := store.Memory(ctx)
	polls := callsAfter - calls
	if err == nil && polls == 0 {
		err = fmt.Errorf("no polls in %s", costsWindow)
	}
	if err != nil {
		return nil, err
	}
	each := func(before, after harness.Usage) string {
		return round((after.CPU - before.CPU) / time.Duration(polls))
	}
	return []row{
		told("polls a second", "%.1f", float64(polls)/costsWindow.Seconds()),
		told("processor a poll: replicas, store", "%s, %s", each(replicas, replicasAfter), each(redis, redisAfter)),
		told("memory of a replica", "%d MB", replicasAfter.Resident>>20),
		told("the store's memory, a payment", "%.1f KB", float64(memory-empty)/1024/float64(watchers)),
	}, nil
}

// killOne kills a replica, and restarts it; the result waits for that.
func (d *deployment) killOne(ctx context.Context) (wait func() error) {
	if len(d.replicas) == 1 {
		return func() error { return nil }
	}
	var result error
	var running sync.WaitGroup
	running.Go(func() {
		if !harness.Pause(ctx, replicaDies) {
			return
		}
		d.say("a replica dies")
		d.replicas[1].Kill()
		if harness.Pause(ctx, replicaIsBack-replicaDies) {
			result = d.begin(ctx, 1, gatewayRate)
			d.say("it is back")
		}
	})
	return func() error { running.Wait(); return result }
}

// gatewayRows are what the gateway saw, and what the crowd met that watches.
func (d *deployment) gatewayRows(c *watchers) []row {
	most := d.gateway.busiest()
	troubles, wrong := c.stories()
	return []row{
		told("gateway calls", "%d: %s", d.gateway.count(), counted(d.gateway.byOperation())),
		wanted("most calls of a shop in any one second", fmt.Sprint(most), fmt.Sprintf("<= %d", gatewayRate), most <= gatewayRate),
		none("answers 429", d.gateway.withStatus(429)),
		none("payments created twice", d.gateway.createdTwice()),
		told("streams asked for, beats, news, reloads", "%d, %d, %d, %d", c.asked.Load(), c.beats.Load(), c.news.Load(), c.reloads.Load()),
		told("what watchers met", "%s", counted(troubles)),
		wanted("pages that say what the gateway didn't", counted(wrong), "none", len(wrong) == 0),
	}
}

// lost counts newcomers who were shown how to pay something that the gateway doesn't
// have.
func (d *deployment) lost(in *newcomers) int {
	n := 0
	for i, w := range in.walks {
		if w.instructions && !d.gateway.hasCreated(in.customers[i].order.IDPayin) {
			n++
		}
	}
	return n
}
