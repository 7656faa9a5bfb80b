package main

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"
)

// endRows check everybody's page once more, after the streams: exactly those
// who paid must be told so.
func (c *crowd) endRows(ctx context.Context) []row {
	var mu sync.Mutex
	right, wrong := 0, map[string]int{}
	var group errgroup.Group
	group.SetLimit(4)
	for _, w := range c.watchers {
		group.Go(func() error {
			want := "pending"
			if w.paid.Load() != nil {
				want = "success"
			}
			err := w.reload(ctx)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err != nil:
				wrong[want+" is no page: "+named(err)]++
			case w.page.Status != want:
				wrong[want+" is "+w.page.Kind+" "+w.page.Status+w.page.Problem]++
			default:
				right++
			}
			return nil
		})
	}
	_ = group.Wait() // none fails
	end := wanted("end on the right page", fmt.Sprintf("%d of %d", right, len(c.watchers)), "all", right == len(c.watchers))
	return []row{end, told("the others", "%s", counted(wrong))}
}
