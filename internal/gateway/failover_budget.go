package gateway

import (
	"context"
	"time"
)

func (s *shared) grant(ctx context.Context, merchant string, waiting laneSet) (slot, bool, time.Duration, error) {
	s.mu.Lock()
	switch s.condition {
	case sharing:
		s.mu.Unlock()
	case apart:
		defer s.mu.Unlock() // so that a slot granted now is handed over later
		return s.localArbiter.grant(ctx, merchant, waiting)
	default:
		defer s.mu.Unlock()
		return slot{}, false, askSoon, nil
	}
	granted, ok, wait, err := s.arbiter.grant(ctx, merchant, waiting)
	if !s.fine(err) {
		return slot{}, false, askSoon, nil
	}
	return granted, ok, wait, err
}

func (s *shared) settle(ctx context.Context, merchant string, taken slot, after time.Duration) error {
	condition := s.is()
	var err error
	switch {
	case condition == sharing: // also for a slot that was handed over
		err = s.arbiter.settle(ctx, merchant, taken, after)
	case taken.id&slotShared == 0:
		err = s.localArbiter.settle(ctx, merchant, taken, after)
	}
	if !s.fine(err) {
		return nil
	}
	return err
}

func (s *shared) slow(ctx context.Context, merchant string, pause time.Duration) error {
	// Remembered here too, in case the store goes.
	err := s.localArbiter.slow(ctx, merchant, pause)
	if s.is() == sharing {
		err = s.arbiter.slow(ctx, merchant, pause)
	}
	if !s.fine(err) {
		return nil
	}
	return err
}
