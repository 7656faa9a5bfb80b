package replicas

import (
	"time"

	"payapp/internal/gateway/limiter"
	"payapp/internal/gateway/payment"
	"payapp/internal/gateway/polls"
	"payapp/internal/known"
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

// Put is polls.Queue's.
func (s *Replica) Put(entries ...polls.Entry) {
	if s.is() != sharing || s.failed(s.queue.Put(entries...)) {
		s.localQueue.Put(entries...)
	}
}

// Claim is polls.Queue's.
func (s *Replica) Claim(merchant string) (e polls.Entry, ok bool, wait time.Duration) {
	switch s.is() {
	case sharing:
		e, ok, wait, err := s.queue.Claim(merchant)
		if s.failed(err) {
			return polls.Entry{}, false, askSoon
		}
		return e, ok, wait
	case apart:
		return s.localQueue.Claim(merchant)
	default:
		return polls.Entry{}, false, askSoon
	}
}

// Done is polls.Queue's.
func (s *Replica) Done(e polls.Entry) {
	if s.is() != sharing || s.failed(s.queue.Done(e)) {
		s.localQueue.Done(e)
	}
}

// Drop is polls.Queue's. A payment that other replicas may watch stays until its
// Until.
func (s *Replica) Drop(e polls.Entry) {
	if s.is() != sharing || s.failed(s.queue.Drop(e)) {
		s.localQueue.Drop(e)
	}
}

// Nudge is polls.Queue's.
func (s *Replica) Nudge(ref string) (merchants []string) {
	if s.is() == sharing {
		if merchants, err := s.queue.Nudge(ref); !s.failed(err) {
			return merchants
		}
	}
	return s.localQueue.Nudge(ref)
}

// Load returns what all replicas know together; ok is false if that is nothing.
func (s *Replica) Load(key payment.Key) (p known.Payment, ok bool) {
	if s.is() == sharing {
		var err error
		p, ok, err = s.news.Load(key)
		s.failed(err)
	}
	return p, ok
}

// Save shares what is known with the others, and is told in turn what they knew
// besides. While the store is gone it waits here.
func (s *Replica) Save(key payment.Key, p known.Payment) {
	if s.is() != sharing {
		s.unsaved.Put(key, p)
		return
	}
	all, err := s.news.Save(key, p)
	if s.failed(err) {
		s.unsaved.Put(key, p)
	}
	if !all.Same(p) && s.config.Told != nil {
		s.config.Told(key, all)
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
