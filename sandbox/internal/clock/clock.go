package clock

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"payapp/sandbox/internal/store"
)

// Clock is the real time, and how far people have moved it. A move makes
// everything that exists older, instead of putting the sandbox's clock ahead of
// its callers'. So a new payment's deadline means the same to the application,
// whose clock nobody moves.
type Clock struct {
	real  func() time.Time
	store *store.Store
	moved atomic.Int64 // nanoseconds, in total
}

// Load continues with the moves made so far.
func Load(ctx context.Context, real func() time.Time, db *store.Store) (*Clock, error) {
	c := &Clock{real: real, store: db}
	moved, err := db.Aged(ctx)
	c.moved.Store(int64(moved))
	return c, err
}

// Now is truncated to milliseconds, as in the store and the interface.
func (c *Clock) Now() time.Time { return c.real().Truncate(time.Millisecond) }

// MovedBy is how far the clock was moved in total. A token stores it, so that
// only later moves age the token.
func (c *Clock) MovedBy() time.Duration { return time.Duration(c.moved.Load()) }

// Move makes everything that exists older by d: payments, their plans,
// callbacks and tokens. A negative d is an error: what has happened can't be
// undone.
func (c *Clock) Move(ctx context.Context, d time.Duration) error {
	if d = d.Truncate(time.Millisecond); d < 0 {
		return fmt.Errorf("move clock by %v: time goes forward only", d)
	}
	moved, err := c.store.Age(ctx, d)
	if err != nil {
		return err
	}
	c.moved.Store(int64(moved))
	return nil
}
