package main

import (
	"context"
	"time"

	"payapp/e2e/crowd/internal/figures"
)

// runRush has 60 newcomers in one second. They need more than the gateway's
// rate, so they take turns; nobody is turned away.
func runRush(ctx context.Context, s *session, _ flags) ([]row, error) {
	t, err := s.openReady(ctx)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	const rush = 60
	in, err := t.arrive(ctx, 1, rush, time.Second/rush, nil)
	if err != nil {
		return nil, err
	}
	var first figures.Durations
	for _, w := range in.walks {
		first.Add(w.FirstPage)
	}
	rows := append(in.rows(0, 0), told("the last first page", "after %s", round(first.Max())))
	return append(rows, t.gatewayRows(nil)...), nil
}
