package limiter

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/gateway/polls"
)

// Config is the rate, and what limiters work for.
type Config struct {
	// Rate is the gateway's limit in requests a second.
	Rate float64
	// Arbiter grants the slots; nil means a LocalArbiter.
	Arbiter Arbiter
	// Queue has the payments to poll. Poll reads one of them in the background,
	// with a slot of its limiter.
	Queue Queue
	Poll  func(l *Limiter, e polls.Entry, s Slot)
	// Ready is how long polls should wait for other reasons than the rate.
	Ready func() time.Duration
	// Now dates penalties.
	Now func() time.Time
	// Metrics is where requests are counted; nil means they aren't.
	Metrics prometheus.Registerer
}

// Queue is what the limiters need of a queue of polls: see polls.Queue.
type Queue interface {
	Claim(merchant string) (e polls.Entry, ok bool, wait time.Duration)
}

// Limiters are the limiters of all merchants, and what they share.
type Limiters struct {
	Config
	life      context.Context // ends with the process
	strangers *strangers
	penalties *penalties
	metrics   *metrics
	roundTrip roundTrip

	mu      sync.Mutex
	all     map[string]*Limiter
	sweepAt int // at so many limiters, look for unused ones
}

// New makes the limiters of all merchants. They end with life.
func New(life context.Context, config Config) *Limiters {
	if config.Arbiter == nil {
		config.Arbiter = NewLocalArbiter(config.Rate)
	}
	penalties := newPenalties(config.Now)
	return &Limiters{
		Config: config, life: life, strangers: newStrangers(config.Rate, penalties), penalties: penalties,
		metrics: newMetrics(config.Metrics), all: map[string]*Limiter{},
	}
}

// Blame books a refused token on the address that brought it, for ten minutes.
func (s *Limiters) Blame(address string) { s.penalties.blame(address) }

// LaneOfStranger is the lane for an unverified token. An address with a penalty
// may only try now and then; otherwise the error is ErrInLine.
func (s *Limiters) LaneOfStranger(address string) (Lane, error) {
	if !s.penalties.refuses(address) {
		return LaneNewcomer, nil
	}
	if !s.penalties.mayTry(address) {
		s.metrics.turnedAway(LaneSuspect)
		return LaneSuspect, ErrInLine
	}
	return LaneSuspect, nil
}

// Of returns the merchant's limiter.
func (s *Limiters) Of(merchant string) *Limiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, ok := s.all[merchant]
	if !ok {
		s.forget()
		l = &Limiter{shared: s, merchant: merchant, wake: make(chan struct{}, 1)}
		l.lines[LaneNewcomer].ends = max(1, int(s.Rate))
		s.all[merchant] = l
	}
	return l
}

// forget removes unused limiters when there are many: anybody can claim to be a
// merchant.
func (s *Limiters) forget() {
	if len(s.all) < max(merchantsKept, s.sweepAt) {
		return
	}
	for merchant, l := range s.all {
		l.mu.Lock()
		if !l.running {
			delete(s.all, merchant)
		}
		l.mu.Unlock()
	}
	s.sweepAt = 2 * len(s.all)
}

// merchantsKept is how many merchants are remembered before unused ones are
// forgotten.
const merchantsKept = 1024
