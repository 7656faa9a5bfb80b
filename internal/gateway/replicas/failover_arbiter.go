package replicas

import (
	"time"

	"payapp/internal/gateway/limiter"
)

// Grant is limiter.Arbiter's. While the store is silent nothing is granted.
func (s *Replica) Grant(merchant string, waiting limiter.LaneSet) (granted limiter.Slot, ok bool, wait time.Duration) {
	s.mu.Lock()
	switch s.condition {
	case sharing:
		s.mu.Unlock()
	case apart:
		defer s.mu.Unlock() // so that a slot granted now is handed over later
		return s.localArbiter.Grant(merchant, waiting)
	default:
		defer s.mu.Unlock()
		return limiter.Slot{}, false, askSoon
	}
	granted, ok, wait, err := s.arbiter.Grant(merchant, waiting)
	if s.failed(err) {
		return limiter.Slot{}, false, askSoon
	}
	return granted, ok, wait
}

// Settle is limiter.Arbiter's.
func (s *Replica) Settle(merchant string, taken limiter.Slot, after time.Duration) {
	switch {
	case s.is() == sharing: // also for a slot that was handed over
		s.failed(s.arbiter.Settle(merchant, taken, after)) // the slot frees itself later
	case taken.ID&slotShared == 0:
		s.localArbiter.Settle(merchant, taken, after)
	}
}

// Slow is limiter.Arbiter's.
func (s *Replica) Slow(merchant string, pause time.Duration) {
	s.localArbiter.Slow(merchant, pause) // remembered here too, in case the store goes
	if s.is() == sharing {
		s.failed(s.arbiter.Slow(merchant, pause))
	}
}
