package limiter

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/upstream/polls"
)

// Config is the rate, and what limiters work for.
type Config struct {
	// Rate is the gateway's limit in requests a second.
	Rate float64
	// Store is where replicas share a merchant's slots; nil if this one is alone.
	Store func(merchant string) Store
	// Queue has the payments to poll. Poll reads one of them in the background,
	// with a slot of its limiter. Elsewhere says that another replica has read
	// it, so long ago.
	Queue     *polls.Queue
	Poll      func(l *Limiter, e polls.Entry, s Slot)
	Elsewhere func(e polls.Entry, ago time.Duration)
	// Ready is how long a merchant's polls should wait for other reasons than
	// the rate.
	Ready func(merchant string) time.Duration
	// Now dates what is remembered of networks.
	Now func() time.Time
	// Metrics is where requests are counted; nil means they aren't.
	Metrics prometheus.Registerer
}

// Limiters are the limiters of all merchants, and what they share.
type Limiters struct {
	Config
	// Unverified limits tokens of merchants that nobody knows, all of them together.
	Unverified *Limiter

	*networks
	life    context.Context // ends with the process
	metrics *metrics

	mu      sync.Mutex
	all     map[string]*Limiter
	sweepAt int // at so many limiters, look for unused ones
}

// New makes the limiters of all merchants. They end with life.
func New(life context.Context, config Config) *Limiters {
	s := &Limiters{Config: config, life: life, networks: newNetworks(config.Now), all: map[string]*Limiter{}}
	s.metrics = newMetrics(config.Metrics)
	// It polls nothing: in the queue, "" are the tokens that claim no merchant.
	s.Unverified = s.limiter("", config.Rate*unverifiedShare, nil, polls.NewQueue(config.Now))
	return s
}

// LaneOfUnverified is the lane for an unverified token. looks: its customer didn't
// come to pay; expired: by its own claim the token's time is over.
func (s *Limiters) LaneOfUnverified(address string, looks, expired bool) Lane {
	switch {
	case expired, s.suspect(address):
		return LaneSuspect
	case looks:
		return LaneGlance
	default:
		return LaneNewcomer
	}
}

// Of returns the merchant's limiter.
func (s *Limiters) Of(merchant string) *Limiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, ok := s.all[merchant]
	if !ok {
		s.forget()
		l = s.limiter(merchant, s.Rate, s.Store(merchant), s.Queue)
		s.all[merchant] = l
	}
	l.used = time.Now()
	return l
}

func (s *Limiters) limiter(merchant string, rate float64, store Store, queue *polls.Queue) *Limiter {
	l := &Limiter{shared: s, merchant: merchant, rate: rate, queue: queue, wake: make(chan struct{}, 1)}
	l.Window = NewWindow(store, l.freed)
	l.lines[LaneNewcomer].ends, l.lines[LaneGlance].ends = true, true
	l.lines[LaneSuspect].stack = true
	return l
}

// forget removes unused limiters when there are many.
func (s *Limiters) forget() {
	if len(s.all) < max(merchantsKept, s.sweepAt) {
		return
	}
	now := time.Now()
	for merchant, l := range s.all {
		l.mu.Lock()
		if !l.running && now.Sub(l.used) > limiterLife && l.pace.rate(s.Rate, now) == s.Rate {
			delete(s.all, merchant)
		}
		l.mu.Unlock()
	}
	s.sweepAt = 2 * len(s.all)
}

// When so many merchants are remembered, those that have been unused for longer
// than any call takes are forgotten.
const (
	merchantsKept = 1024
	limiterLife   = 2 * time.Minute
)

// unverifiedShare is how many merchants' rates those of whom no token was accepted
// within a day have together: it bounds what strangers can send by inventing merchants.
const unverifiedShare = 20
