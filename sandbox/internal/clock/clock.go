package clock

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"payapp/sandbox/internal/store"
)

// Clock is the real time, for everything that happens, and how far people have
// moved it. A move makes what exists older instead of putting the sandbox
// ahead of its callers: so a new payment's deadline means the same to the
// application, whose clock nobody moves.
type Clock struct {
	real  func() time.Time
	store *store.Store
	moved atomic.Int64 // nanoseconds, in all
}

// Load continues where people have moved the clock to.
func Load(ctx context.Context, real func() time.Time, db *store.Store) (*Clock, error) {
	c := &Clock{real: real, store: db}
	moved, err := db.Aged(ctx)
	c.moved.Store(int64(moved))
	return c, err
}

// Now is cut to milliseconds, as the store and the interface are.
func (c *Clock) Now() time.Time { return c.real().Truncate(time.Millisecond) }

// MovedBy is how far the clock was moved in all. A token remembers it, so that
// it ages by the moves that come after it.
func (c *Clock) MovedBy() time.Duration { return time.Duration(c.moved.Load()) }

// Move lets d pass for everything that exists: payments, what is planned for
// them, callbacks and tokens. It can't go back: what has happened has happened.
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
