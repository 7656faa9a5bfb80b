package replicas

import (
	"time"

	"payapp/internal/gateway/polls"
)

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
