package sandbox

import (
	"context"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"payapp/sandbox/internal/store"
)

// clock is the sandbox's time: the real one, moved ahead as far as the
// console asked for. States, expiry and tokens follow it; the tolerance of a
// request's timestamp follows the real one, because callers can't know ours.
type clock struct {
	real  func() time.Time
	ahead atomic.Int64 // nanoseconds
}

const clockSetting = "clock-ahead"

func loadClock(ctx context.Context, real func() time.Time, db *store.Store) (*clock, error) {
	c := &clock{real: real}
	value, err := db.Setting(ctx, clockSetting)
	if err != nil || value == nil {
		return c, err
	}
	ahead, err := strconv.ParseInt(string(value), 10, 64)
	if err != nil {
		return nil, fmt.Errorf("setting %s: %w", clockSetting, err)
	}
	c.ahead.Store(ahead)
	return c, nil
}

// now is cut to milliseconds, as the store and the interface are.
func (c *clock) now() time.Time {
	return c.real().Add(time.Duration(c.ahead.Load())).Truncate(time.Millisecond)
}

// MoveClock moves the sandbox's time forward by d, on top of earlier moves.
// It can't go back: what has happened has happened.
func (s *Sandbox) MoveClock(ctx context.Context, d time.Duration) error {
	if d < 0 {
		return fmt.Errorf("move clock by %v: time goes forward only", d)
	}
	ahead := s.clock.ahead.Add(int64(d))
	if err := s.store.SetSetting(ctx, clockSetting, strconv.AppendInt(nil, ahead, 10)); err != nil {
		return err
	}
	s.poke()
	return nil
}
