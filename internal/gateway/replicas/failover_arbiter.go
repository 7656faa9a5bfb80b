package replicas

import (
	"context"
	"time"

	"payapp/internal/gateway/limiter"
)

// Grant is limiter.Arbiter's. While the store is silent nothing is granted.
func (s *Replica) Grant(ctx context.Context, merchant string, waiting limiter.LaneSet) (limiter.Slot, bool, time.Duration, error) {
	s.mu.Lock()
	switch s.condition {
	case sharing:
		s.mu.Unlock()
	case apart:
		defer s.mu.Unlock() // so that a slot granted now is handed over later
		return s.localArbiter.Grant(ctx, merchant, waiting)
	default:
		defer s.mu.Unlock()
		return limiter.Slot{}, false, askSoon, nil
	}
	granted, ok, wait, err := s.arbiter.Grant(ctx, merchant, waiting)
	if !s.fine(err) {
		return limiter.Slot{}, false, askSoon, nil
	}
	return granted, ok, wait, err
}

// Settle is limiter.Arbiter's.
func (s *Replica) Settle(ctx context.Context, merchant string, taken limiter.Slot, after time.Duration) error {
	condition := s.is()
	var err error
	switch {
	case condition == sharing: // also for a slot that was handed over
		err = s.arbiter.Settle(ctx, merchant, taken, after)
	case taken.ID&slotShared == 0:
		err = s.localArbiter.Settle(ctx, merchant, taken, after)
	}
	if !s.fine(err) {
		return nil
	}
	return err
}

// Slow is limiter.Arbiter's.
func (s *Replica) Slow(ctx context.Context, merchant string, pause time.Duration) error {
	// Remembered here too, in case the store goes.
	err := s.localArbiter.Slow(ctx, merchant, pause)
	if s.is() == sharing {
		err = s.arbiter.Slow(ctx, merchant, pause)
	}
	if !s.fine(err) {
		return nil
	}
	return err
}
