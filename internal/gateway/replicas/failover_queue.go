package replicas

import (
	"context"
	"time"

	"payapp/internal/gateway/polls"
)

// Put is polls.Queue's.
func (s *Replica) Put(ctx context.Context, entries ...polls.Entry) error {
	if s.is() == sharing {
		if err := s.queue.Put(ctx, entries...); s.fine(err) {
			return err
		}
	}
	return s.localQueue.Put(ctx, entries...)
}

// Claim is polls.Queue's.
func (s *Replica) Claim(ctx context.Context, merchant string) (polls.Entry, bool, time.Duration, error) {
	switch s.is() {
	case sharing:
		e, ok, wait, err := s.queue.Claim(ctx, merchant)
		if !s.fine(err) {
			return polls.Entry{}, false, askSoon, nil
		}
		return e, ok, wait, err
	case apart:
		return s.localQueue.Claim(ctx, merchant)
	default:
		return polls.Entry{}, false, askSoon, nil
	}
}

// Done is polls.Queue's.
func (s *Replica) Done(ctx context.Context, e polls.Entry) error {
	if s.is() == sharing {
		if err := s.queue.Done(ctx, e); s.fine(err) {
			return err
		}
	}
	return s.localQueue.Done(ctx, e)
}

// Drop is polls.Queue's. A payment that other replicas may watch stays until its
// Until.
func (s *Replica) Drop(ctx context.Context, e polls.Entry) error {
	if s.is() == sharing {
		if err := s.queue.Drop(ctx, e); s.fine(err) {
			return err
		}
	}
	return s.localQueue.Drop(ctx, e)
}

// Nudge is polls.Queue's.
func (s *Replica) Nudge(ctx context.Context, ref string) ([]string, error) {
	if s.is() == sharing {
		if merchants, err := s.queue.Nudge(ctx, ref); s.fine(err) {
			return merchants, err
		}
	}
	return s.localQueue.Nudge(ctx, ref)
}
