package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"payapp/e2e/internal/harness"
)

// endRows check everybody's page once more, after the streams: exactly those
// who paid must be told so, and those who were refused, within a time in which they look again and again.
func endRows(ctx context.Context, c *watchers, within time.Duration) []row {
	patience := time.Now().Add(within)
	var mu sync.Mutex
	right, wrong := 0, map[string]int{}
	var group errgroup.Group
	group.SetLimit(4)
	for _, w := range c.all {
		group.Go(func() error {
			want := "pending"
			switch {
			case w.hasPaid():
				want = "success"
			case w.ended:
				want = "failed"
			}
			err := w.Reload(ctx)
			for (err != nil || w.Page.Status != want) && time.Now().Before(patience) && harness.Pause(ctx, time.Second) {
				err = w.Reload(ctx)
			}
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err != nil:
				wrong[want+" is no page: "+named(err)]++
			case w.Page.Status != want:
				wrong[want+" is "+w.Page.Kind+" "+w.Page.Status+w.Page.Problem]++
			default:
				right++
			}
			return nil
		})
	}
	_ = group.Wait() // none fails
	end := wanted("end on the right page", fmt.Sprintf("%d of %d", right, len(c.all)), "all", right == len(c.all))
	return []row{end, told("the others", "%s", counted(wrong))}
}
