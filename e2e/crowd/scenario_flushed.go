package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/shop"
	"payapp/e2e/crowd/internal/town"
)

// What a change of the store may do to the rate.
const (
	changeMost = 2 * town.GatewayRate
	changeLast = 2 * time.Second
)

// runFlushed empties and restarts the store, also while one of two replicas
// can't reach it.
func runFlushed(ctx context.Context, s *session, _ flags) ([]row, error) {
	t, err := s.open(ctx, 2)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	customers, err := t.Prepare(ctx, watchersUsually)
	if err != nil {
		return nil, err
	}
	store, err := machine.StartRedis(ctx, s.logs)
	if err != nil {
		return nil, err
	}
	defer func() { store.Kill() }()
	wire, err := machine.Forward(store.Address)
	if err != nil {
		return nil, err
	}
	defer wire.Close()
	t.Replicas[0].Extra = []string{"PAYAPP_REDIS_URL=redis://" + store.Address + "/0"}
	t.Replicas[1].Extra = []string{"PAYAPP_REDIS_URL=redis://" + wire.Address + "/0"}
	if err := t.Measure(ctx); err != nil {
		return nil, err
	}
	c, err := t.watch(ctx, customers)
	if err != nil {
		return nil, err
	}
	defer c.Stop()
	cut := func() error { wire.Cut(); return nil }
	mend := func() error { wire.Mend(); return nil }
	flush := func() error { _, err := store.Do(ctx, "FLUSHALL"); return err }
	restart := func() error { store.Kill(); return store.Begin(ctx) }
	changes := []struct {
		what  string
		do    func() error
		then  time.Duration
		apart bool // the replica without the store sends its part on top for as long
	}{
		{"one replica can't reach the store", cut, 6 * time.Second, true},
		{"the store loses its data meanwhile", flush, 4 * time.Second, true},
		{"the replica is back", mend, 8 * time.Second, false},
		{"one replica can't reach the store again", cut, 4 * time.Second, true},
		{"the store restarts, empty, meanwhile", restart, 4 * time.Second, true},
		{"the replica is back again", mend, 8 * time.Second, false},
		{"the store loses its data", flush, 6 * time.Second, false},
		{"the store restarts, empty", restart, 8 * time.Second, false},
	}
	var running sync.WaitGroup
	var in *newcomers
	var came error
	running.Go(func() { in, came = t.arrive(ctx, 1, 27, arrival, nil) })
	machine.Pause(ctx, 4*time.Second)
	var rows []row
	for _, change := range changes {
		at := time.Now()
		if err := change.do(); err != nil {
			return rows, err
		}
		machine.Pause(ctx, change.then)
		most, beyond := t.Gateway.Rush(shop.Demo, at, time.Now(), town.GatewayRate)
		row := wanted(change.what+": most calls in a second, more than ten for", fmt.Sprintf("%d, %s", most, round(beyond)),
			fmt.Sprintf("<= %d, <= %s", changeMost, round(changeLast)), most <= changeMost && (beyond <= changeLast || change.apart))
		if change.apart {
			row.goal = fmt.Sprintf("<= %d", changeMost)
		}
		t.Say("%s: %s", row.what, row.measured)
		rows = append(rows, row)
	}
	running.Wait()
	if err := errors.Join(came, ctx.Err()); err != nil {
		return rows, err
	}
	rows = append(rows, in.rows(0, 0)...)
	rows = append(rows, told("gateway calls", "%d: %s", t.Gateway.Count(), counted(t.Gateway.ByOperation())))
	return append(rows, told("answers 429", "%d", t.Gateway.WithStatus(429)), told("log lines", "%s", counted(t.complaints()))), nil
}
