package replicas

import (
	"time"
)

// tend keeps the replica's membership alive and watches the store while it is
// gone, so that no request has to.
func (s *Replica) tend() {
	for s.life.Err() == nil {
		timer := time.NewTimer(s.step())
		select {
		case <-s.life.Done():
		case <-timer.C:
		case <-s.wake:
		}
		timer.Stop()
	}
}

// step does what is due and returns when to do the next.
func (s *Replica) step() time.Duration {
	switch s.is() {
	case entering:
		return s.enter()
	case sharing:
		return s.beat()
	case silent:
		return s.probe()
	default:
		return s.rejoin()
	}
}

// enter joins the other replicas.
func (s *Replica) enter() time.Duration {
	s.mu.Lock()
	want := beatEnter
	if !s.good.IsZero() && time.Since(s.good) >= enterPatience {
		want = beatWaited
	}
	share := s.wanted()
	s.mu.Unlock()
	p, err := s.arbiter.beat(want, share, nil)
	if err != nil {
		s.failed(err)
		return firstProbe
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.met(p)
	s.share = p.share
	if s.condition != entering {
		return 0
	}
	if p.sharing {
		s.wasShared = true
		s.become(sharing)
		s.say(true)
		s.localQueue.Clear()
	}
	return beatEvery
}

// beat renews the membership. A smaller share takes effect at once, a larger
// one when the store has agreed.
func (s *Replica) beat() time.Duration {
	s.mu.Lock()
	share := s.wanted()
	s.share = min(s.share, share)
	s.mu.Unlock()
	p, err := s.arbiter.beat(beatShare, share, nil)
	if err != nil {
		s.failed(err)
		return firstProbe
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.met(p)
	s.share = p.share
	return beatEvery
}

// probe looks for the store to come back with its data, until the silence is
// over.
func (s *Replica) probe() time.Duration {
	s.mu.Lock()
	over := time.Since(s.since) >= silence
	if over {
		s.good = time.Time{}
		s.localArbiter.Begin(s.own())
		s.become(apart)
		s.config.Logger.Warn("store is gone, replica sends its own share", "rate", s.own(), "agreed", s.share > 0)
		s.say(false)
	}
	again, was, tried := s.mayResume, s.wasShared, s.probes
	s.probes++
	s.mu.Unlock()
	if over {
		return 0
	}
	switch {
	case !again:
		s.declare()
	case was:
		same, err := s.arbiter.probe()
		if err == nil && same {
			s.resume(sharing)
			return 0
		}
		if err == nil {
			s.mu.Lock()
			s.mayResume = false
			s.mu.Unlock()
			return 0
		}
	default:
		if p, err := s.arbiter.beat(beatEnter, 0, nil); err == nil {
			s.mu.Lock()
			s.met(p)
			s.mu.Unlock()
			s.resume(entering)
			return 0
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return max(0, min(firstProbe<<min(tried, 4), probeEvery, silence-time.Since(s.since)))
}

// resume returns to the earlier condition, unless the silence is over.
func (s *Replica) resume(as condition) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.condition != silent || time.Since(s.since) >= silence {
		return
	}
	now := time.Now()
	s.lapses.end(now, now.Sub(s.since))
	s.become(as)
	if s.localQueue.Clear()+s.unsaved.Len() > 0 {
		s.say(true)
	}
	s.config.Logger.Info("store is back with its data")
}

// declare tells the store what this replica may send alone, and reports whether
// the store answered.
func (s *Replica) declare() bool {
	s.mu.Lock()
	own, known := s.own(), s.others
	if s.announced {
		known = nil
	}
	s.mu.Unlock()
	p, err := s.arbiter.beat(beatApart, own, known)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.announced = err == nil
	if err != nil {
		return false
	}
	s.met(p)
	return true
}

// rejoin returns to a store that has been good for a while.
func (s *Replica) rejoin() time.Duration {
	if !s.declare() {
		s.mu.Lock()
		s.good = time.Time{}
		s.mu.Unlock()
		return probeEvery
	}
	s.mu.Lock()
	if time.Since(s.good) < s.patience {
		s.mu.Unlock()
		return probeEvery
	}
	s.become(joining)
	own, taken := s.own(), s.localArbiter.HandOver()
	s.mu.Unlock()
	if err := s.arbiter.join(own, taken); err != nil {
		// The join may have happened all the same.
		s.failed(err)
		return firstProbe
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.share, s.wasShared = own, true
	s.returned, s.patience = time.Now(), min(2*s.patience, goodMost)
	s.become(sharing)
	s.localQueue.Clear()
	s.say(true)
	s.config.Logger.Info("store is back, replicas share again")
	return 0
}

// met remembers the other replicas, and since when the store has known this
// one. mu is held.
func (s *Replica) met(p presence) {
	now := time.Now()
	if !p.known || s.good.IsZero() {
		s.good = now
	}
	s.others = p.others
	kept := s.counts[:0]
	for _, c := range s.counts {
		if now.Sub(c.at) < countsKept {
			kept = append(kept, c)
		}
	}
	s.counts = append(kept, count{now, 1 + len(p.others)})
}
