package replicas

import (
	"context"

	"payapp/internal/gateway/payment"
)

// Load returns the last reading of any replica; ok is false if there is none.
func (s *Replica) Load(ctx context.Context, key payment.Key) (payment.Reading, bool, error) {
	if s.is() != sharing {
		return payment.Reading{}, false, nil
	}
	r, ok, err := s.news.Load(ctx, key)
	if !s.fine(err) {
		return payment.Reading{}, false, nil
	}
	return r, ok, err
}

// Save keeps a reading for the others and announces it; while the store is gone
// it waits here.
func (s *Replica) Save(ctx context.Context, key payment.Key, r payment.Reading) error {
	if s.is() == sharing {
		if err := s.news.Save(ctx, key, r); s.fine(err) {
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
func (s *Replica) saveRest(ctx context.Context) {
	for _, key := range s.unsaved.Keys() {
		if s.is() != sharing {
			return
		}
		if r, ok := s.unsaved.Get(key); ok {
			s.unsaved.Drop(key)
			_ = s.Save(ctx, key, r)
		}
	}
}

// LoadOptions returns the last list of options of any replica by its key; ok is
// false if there is none.
func (s *Replica) LoadOptions(ctx context.Context, key string) (payment.Options, bool, error) {
	if s.is() != sharing {
		return payment.Options{}, false, nil
	}
	o, ok, err := s.news.LoadOptions(ctx, key)
	if !s.fine(err) {
		return payment.Options{}, false, nil
	}
	return o, ok, err
}

// SaveOptions keeps a list for the others.
func (s *Replica) SaveOptions(ctx context.Context, key string, o payment.Options) error {
	if s.is() != sharing {
		return nil
	}
	if err := s.news.SaveOptions(ctx, key, o); s.fine(err) {
		return err
	}
	return nil
}

// Blame tells the others that an address brought a refused token.
func (s *Replica) Blame(ctx context.Context, address string) error {
	if s.is() != sharing {
		return nil
	}
	if err := s.news.Blame(ctx, address); s.fine(err) {
		return err
	}
	return nil
}
