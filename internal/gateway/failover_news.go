package gateway

import (
	"context"

	"payapp/internal/gateway/payment"
)

func (s *shared) load(ctx context.Context, key payment.Key) (payment.Reading, bool, error) {
	if s.is() != sharing {
		return payment.Reading{}, false, nil
	}
	r, ok, err := s.news.load(ctx, key)
	if !s.fine(err) {
		return payment.Reading{}, false, nil
	}
	return r, ok, err
}

func (s *shared) save(ctx context.Context, key payment.Key, r payment.Reading) error {
	if s.is() == sharing {
		if err := s.news.save(ctx, key, r); s.fine(err) {
			return err
		}
	}
	s.unsaved.Put(key, r)
	return nil
}

// unsavedKept is how many readings, the newest, are kept until the store is
// back.
const unsavedKept = 4096

// saveRest tells the others what was read while the store was gone. What it
// can't save now waits until the store is back again.
func (s *shared) saveRest(ctx context.Context) {
	for _, key := range s.unsaved.Keys() {
		if s.is() != sharing {
			return
		}
		if r, ok := s.unsaved.Get(key); ok {
			s.unsaved.Drop(key)
			_ = s.save(ctx, key, r)
		}
	}
}

func (s *shared) loadOptions(ctx context.Context, key string) (payment.Options, bool, error) {
	if s.is() != sharing {
		return payment.Options{}, false, nil
	}
	o, ok, err := s.news.loadOptions(ctx, key)
	if !s.fine(err) {
		return payment.Options{}, false, nil
	}
	return o, ok, err
}

func (s *shared) saveOptions(ctx context.Context, key string, o payment.Options) error {
	if s.is() != sharing {
		return nil
	}
	if err := s.news.saveOptions(ctx, key, o); s.fine(err) {
		return err
	}
	return nil
}

func (s *shared) blame(ctx context.Context, address string) error {
	if s.is() != sharing {
		return nil
	}
	if err := s.news.blame(ctx, address); s.fine(err) {
		return err
	}
	return nil
}
