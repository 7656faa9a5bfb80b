package main

import (
	"context"
	"time"

	"payapp/e2e/crowd/internal/machine"
)

// run has strangers and, five seconds later, 14 newcomers among them. Each must
// have a first page in two seconds.
func (j junk) run(ctx context.Context, s *session, _ flags) ([]row, error) {
	t, err := s.openReady(ctx)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	strangers := j.start(ctx, t)
	defer strangers.stop()
	if !machine.Pause(ctx, 5*time.Second) {
		return nil, ctx.Err()
	}
	const honest, within = 14, 2 * time.Second
	in, err := t.arrive(ctx, 1, honest, arrival, nil)
	if err != nil {
		return nil, err
	}
	strangers.stop()
	inTime := 0
	for _, w := range in.walks {
		if w.FirstPage > 0 && w.FirstPage <= within {
			inTime++
		}
	}
	rows := []row{
		told("strangers: came, were refused, met else", "%d, %d, %d",
			strangers.entered.Load(), strangers.refused.Load(), strangers.other.Load()),
		wanted("newcomers with a first page in 2 s", told("", "%d of %d", inTime, honest).measured, "14 of 14", inTime == honest),
	}
	rows = append(rows, in.rows(0, within)...)
	return append(rows, t.gatewayRows(nil)...), nil
}
