package sandbox

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"payapp/sandbox/internal/store"
)

// clock is the real time, for everything that happens, and how far people have
// moved it. A move makes what exists older instead of putting the sandbox
// ahead of its callers: so a new payment's deadline means the same to the
// application, whose clock nobody moves.
type clock struct {
	real  func() time.Time
	moved atomic.Int64 // nanoseconds, in all
}

func loadClock(ctx context.Context, real func() time.Time, db *store.Store) (*clock, error) {
	c := &clock{real: real}
	moved, err := db.Aged(ctx)
	c.moved.Store(int64(moved))
	return c, err
}

// now is cut to milliseconds, as the store and the interface are.
func (c *clock) now() time.Time { return c.real().Truncate(time.Millisecond) }

// movedBy is how far the clock was moved in all. A token remembers it, so that
// it ages by the moves that come after it.
func (c *clock) movedBy() time.Duration { return time.Duration(c.moved.Load()) }

// MoveClock lets d pass for everything that exists: payments, what is planned
// for them, callbacks and tokens. It can't go back: what has happened has
// happened.
func (s *Sandbox) MoveClock(ctx context.Context, d time.Duration) error {
	if d = d.Truncate(time.Millisecond); d < 0 {
		return fmt.Errorf("move clock by %v: time goes forward only", d)
	}
	moved, err := s.store.Age(ctx, d)
	if err != nil {
		return err
	}
	s.clock.moved.Store(int64(moved))
	s.poke()
	return nil
}
