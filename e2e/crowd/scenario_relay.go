package main

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"payapp/e2e/crowd/internal/machine"
)

// relayUsually and relayPayments are the scenario's sizes.
const (
	relayUsually  = 1_000
	relayPayments = 120
	relaySeen     = 2 * time.Second
)

// runRelay sends callbacks through the application, two a second.
func runRelay(ctx context.Context, s *session, f flags) ([]row, error) {
	watchers := cmp.Or(f.watchers, relayUsually)
	t, err := s.open(ctx, 1, "PAYAPP_CALLBACK_RELAY=true")
	if err != nil {
		return nil, err
	}
	defer t.Close()
	merchant, err := startMerchant(publicAddress)
	if err != nil {
		return nil, err
	}
	defer merchant.stop()
	t.Callback = merchant.url
	c, err := t.crowd(ctx, watchers)
	if err != nil {
		return nil, err
	}
	defer c.Stop()
	p := t.startPaying(ctx, c, relayPayments, time.Second/2)
	if !machine.Pause(ctx, (relayPayments+2)*time.Second/2) {
		return nil, ctx.Err()
	}
	p.stop()
	rows := append([]row{told("watchers", "%d", watchers)}, p.wait(ctx)...)
	rows = append(rows, atMost("paid to seen, p99", c.Seen.Percentile(99), c.Seen.Count(), relaySeen))
	heard, paid := merchant.toldOf(c), p.reference.Count()
	rows = append(rows, wanted("merchants who got their callback", fmt.Sprintf("%d of %d", heard, paid), "all", heard == paid))
	return append(rows, t.gatewayRows(c)...), nil
}
