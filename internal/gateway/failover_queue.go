package gateway

import (
	"context"
	"time"
)

func (s *shared) put(ctx context.Context, entries ...entry) error {
	if s.is() == sharing {
		if err := s.queue.put(ctx, entries...); s.fine(err) {
			return err
		}
	}
	return s.localQueue.put(ctx, entries...)
}

func (s *shared) claim(ctx context.Context, merchant string) (entry, bool, time.Duration, error) {
	switch s.is() {
	case sharing:
		e, ok, wait, err := s.queue.claim(ctx, merchant)
		if !s.fine(err) {
			return entry{}, false, askSoon, nil
		}
		return e, ok, wait, err
	case apart:
		return s.localQueue.claim(ctx, merchant)
	default:
		return entry{}, false, askSoon, nil
	}
}

func (s *shared) done(ctx context.Context, e entry) error {
	if s.is() == sharing {
		if err := s.queue.done(ctx, e); s.fine(err) {
			return err
		}
	}
	return s.localQueue.done(ctx, e)
}

func (s *shared) drop(ctx context.Context, e entry) error {
	if s.is() == sharing {
		if err := s.queue.drop(ctx, e); s.fine(err) {
			return err
		}
	}
	return s.localQueue.drop(ctx, e)
}

func (s *shared) nudge(ctx context.Context, ref string) ([]string, error) {
	if s.is() == sharing {
		if merchants, err := s.queue.nudge(ctx, ref); s.fine(err) {
			return merchants, err
		}
	}
	return s.localQueue.nudge(ctx, ref)
}
