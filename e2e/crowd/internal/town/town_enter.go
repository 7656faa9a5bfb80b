package town

import (
	"context"
	"fmt"
	"strings"

	"golang.org/x/sync/errgroup"
)

// firstWatcher is the first number of a crowd: the lower ones are for
// newcomers, so that nobody shares an address.
const firstWatcher = 5000

// comeIn lets n customers pay up to the instructions, as fast as possible.
func (t *Town) comeIn(ctx context.Context, n int) ([]*Customer, error) {
	customers := make([]*Customer, n)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(12)
	for i := range n {
		group.Go(func() error {
			c, err := t.Customer(ctx, firstWatcher+i)
			if err != nil {
				return err
			}
			if w := c.WalkIn(ctx); !w.Untroubled() {
				return fmt.Errorf("customer %d of the crowd didn't get in: %s", i, strings.Join(w.Problems, ", "))
			}
			customers[i] = c
			return nil
		})
	}
	return customers, group.Wait()
}
