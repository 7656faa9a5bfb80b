package main

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/town"
)

// When each accident happens, after the first newcomer starts.
const (
	replicaDies   = 20 * time.Second
	replicaIsBack = 30 * time.Second
	storeDies     = 40 * time.Second
	storeIsBack   = 55 * time.Second
)

// runReplicas has three replicas behind a balancer that sends each request to
// the next, with a shared Redis; one replica and the store are killed.
func runReplicas(ctx context.Context, s *session, f flags) ([]row, error) {
	watchers := cmp.Or(f.watchers, watchersUsually)
	t, err := s.open(ctx, 3)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	customers, err := t.Prepare(ctx, watchers) // without the store, which begins empty
	if err != nil {
		return nil, err
	}
	store, err := machine.StartRedis(ctx, s.logs)
	if err != nil {
		return nil, err
	}
	defer func() { store.Kill() }()
	t.Extra = append(t.Extra, "PAYAPP_REDIS_URL=redis://"+store.Address+"/0")
	if err := t.Measure(ctx); err != nil {
		return nil, err
	}
	c, err := t.watch(ctx, customers)
	if err != nil {
		return nil, err
	}
	defer c.Stop()
	p := t.startPaying(ctx, c, payingOne, time.Second)
	accident := t.accidents(ctx, store)
	in, err := t.arrive(ctx, 1, newcomersOne, arrival, c.Join)
	p.stop()
	if err := errors.Join(err, accident()); err != nil {
		return nil, err
	}
	rows := append([]row{told("watchers", "%d", watchers)}, in.rows(1, 0)...)
	rows = append(rows, p.rows(ctx, 1.6)...)
	rows = append(rows, told("calls in each five seconds, no reads", "%s", t.Gateway.Pace(p.began, 5*time.Second)))
	rows = append(rows, t.gatewayRows(c)...)
	c.Stop()
	rows = append(rows, none("instructions without a payment", t.lost(in)))
	return append(rows, endRows(ctx, c, 0)...), nil
}

// accidents kills a replica and later the store, and restarts each; the result
// waits for the last restart.
func (t *scene) accidents(ctx context.Context, store *machine.Redis) func() error {
	var result error
	var running sync.WaitGroup
	running.Go(func() {
		began := time.Now()
		at := func(when time.Duration) bool { return machine.Pause(ctx, when-time.Since(began)) }
		if at(replicaDies) {
			t.Replicas[1].Kill()
		}
		if at(replicaIsBack) {
			result = t.Begin(ctx, 1, town.GatewayRate)
		}
		if at(storeDies) {
			store.Kill()
		}
		if at(storeIsBack) {
			result = errors.Join(result, store.Begin(ctx))
		}
	})
	return func() error { running.Wait(); return result }
}

// lost counts newcomers who were shown how to pay something that the gateway
// doesn't have.
func (t *scene) lost(in *newcomers) int {
	n := 0
	for i, w := range in.walks {
		if w.Instructions && !t.Gateway.Created(in.customers[i].Order.IDPayin) {
			n++
		}
	}
	return n
}
