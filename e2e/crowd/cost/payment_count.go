package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"payapp/e2e/crowd/internal/town"
)

const paid = 100

// payments counts what whole ones cost the application.
func payments(ctx context.Context, out io.Writer, t *town.Town) {
	app := subject{t.Replicas[0].Process, t.Replicas[0].Admin, ""}
	cpu, allocations := app.spends(ctx, func() {
		for i := range paid {
			pay(ctx, t, must(t.Customer(ctx, 100+i)))
		}
	})
	table(out, "A whole payment, from its link to paid", "Processor", "Allocations")
	fmt.Fprintf(out, "| the mean of %d | %.1f ms | %.0f |\n",
		paid, cpu/paid/1000, allocations/paid)
}

func walkIn(ctx context.Context, _ *town.Town, c *town.Customer) {
	if w := c.WalkIn(ctx); !w.Untroubled() {
		check(fmt.Errorf("a customer didn't get in: %v", w.Problems))
	}
}

// pay is a whole payment: a customer comes, pays and sees it, without a browser's
// streams.
func pay(ctx context.Context, t *town.Town, c *town.Customer) {
	walkIn(ctx, t, c)
	check(errors.Join(t.Shop.Settle(ctx, c.Order.IDPayin), c.Get(ctx, c.Order.StatusURL)))
}
