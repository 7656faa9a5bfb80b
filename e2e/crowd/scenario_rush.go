package main

import (
	"context"
	"time"
)

// runRush has 60 newcomers in one second. They need more than the gateway's
// rate, so they take turns; nobody is turned away.
func runRush(ctx context.Context, s *session, _ flags) ([]row, error) {
	t, err := openTown(ctx, s, 1)
	if err != nil {
		return nil, err
	}
	defer t.close()
	if err := t.measure(ctx); err != nil {
		return nil, err
	}
	const rush = 60
	in, err := t.arrive(ctx, 1, rush, time.Second/rush, nil)
	if err != nil {
		return nil, err
	}
	var first figures
	for _, w := range in.walks {
		first.add(w.firstPage)
	}
	rows := append(in.rows(0, 0), told("the last first page", "after %s", round(first.max())))
	return append(rows, t.gatewayRows(nil)...), nil
}
