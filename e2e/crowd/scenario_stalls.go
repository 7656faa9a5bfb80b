package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/shop"
	"payapp/e2e/crowd/internal/town"
)

// runStalls lets the network stand still: requests that were sent meanwhile
// arrive together.
func runStalls(ctx context.Context, s *session, _ flags) ([]row, error) {
	t, err := s.open(ctx, 1)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	c, err := t.crowd(ctx, watchersUsually)
	if err != nil {
		return nil, err
	}
	defer c.Stop()
	const pause = 10 * time.Second
	stalls := []time.Duration{200 * time.Millisecond, 550 * time.Millisecond, time.Second, 3 * time.Second, 8 * time.Second}
	var running sync.WaitGroup
	var in *newcomers
	running.Go(func() { in, err = t.arrive(ctx, 1, 42, arrival, nil) }) // also during the longest
	var rows []row
	for _, stall := range stalls {
		if !machine.Pause(ctx, pause) {
			break
		}
		began := time.Now()
		release := t.Gateway.Hold(shop.Demo)
		machine.Pause(ctx, stall)
		released := time.Now()
		release()
		machine.Pause(ctx, 5*time.Second)
		most, _ := t.Gateway.Rush(shop.Demo, began.Add(-time.Second), released.Add(5*time.Second), town.GatewayRate)
		after := t.Gateway.Merchants(released)[shop.Demo]
		row := wanted(fmt.Sprintf("most calls in a second around a stall of %v", stall), fmt.Sprint(most), "<= 10", most <= town.GatewayRate)
		row.measured += fmt.Sprintf(", and %d in five seconds afterwards", after)
		t.Say("%s: %s", row.what, row.measured)
		rows = append(rows, row)
	}
	running.Wait()
	if err != nil {
		return rows, err
	}
	rows = append(rows, in.rows(0, 0)...)
	return append(rows, t.gatewayRows(c)...), nil
}
