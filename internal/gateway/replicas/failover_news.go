package replicas

import (
	"payapp/internal/gateway/payment"
)

// Load returns the last reading of any replica; ok is false if there is none.
func (s *Replica) Load(key payment.Key) (r payment.Reading, ok bool) {
	if s.is() == sharing {
		var err error
		r, ok, err = s.news.Load(key)
		s.failed(err)
	}
	return r, ok
}

// Save keeps a reading for the others and announces it; while the store is gone
// it waits here.
func (s *Replica) Save(key payment.Key, r payment.Reading) {
	if s.is() != sharing || s.failed(s.news.Save(key, r)) {
		s.unsaved.Put(key, r)
	}
}

// unsavedKept is how many readings, the newest, are kept until the store is
// back.
const unsavedKept = 4096

// saveRest tells the others what was read while the store was gone. What it
// can't save now waits until the store is back again.
func (s *Replica) saveRest() {
	for _, key := range s.unsaved.Keys() {
		if s.is() != sharing {
			return
		}
		if r, ok := s.unsaved.Get(key); ok {
			s.unsaved.Drop(key)
			s.Save(key, r)
		}
	}
}

// LoadOptions returns the last list of options of any replica by its key; ok is
// false if there is none.
func (s *Replica) LoadOptions(key string) (o payment.Options, ok bool) {
	if s.is() == sharing {
		var err error
		o, ok, err = s.news.LoadOptions(key)
		s.failed(err)
	}
	return o, ok
}

// SaveOptions keeps a list for the others, who otherwise ask for themselves.
func (s *Replica) SaveOptions(key string, o payment.Options) {
	if s.is() == sharing {
		s.failed(s.news.SaveOptions(key, o))
	}
}

// Blame tells the others that an address brought a refused token. Otherwise they
// find out for themselves.
func (s *Replica) Blame(address string) {
	if s.is() == sharing {
		s.failed(s.news.Blame(address))
	}
}
