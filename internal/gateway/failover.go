package gateway

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"
	"sync"
	"time"
)

// shared is arbiter, queue and news over the store, and over memory while the
// store is gone. Whatever happens, all replicas together send no more than the
// rate:
//
//	entering ──▶ sharing ──any error──▶ silent ──after silence──▶ apart
//	               ▲ ▲                    │                         │
//	               │ └──store as it was───┘                         │
//	               └───────────store good for a while, join─────────┘
//
// While it shares, a replica sends what the shared windows allow. When the
// store is gone it is silent: it can't know what others sent, or still send. If
// the store comes back soon and as it was, it goes on. Else it is apart, and
// sends by itself its share of the rate, which it had agreed on before. All
// shares together are never more than the rate, and the shared windows have
// what isn't the share of somebody who may be apart. Coming back, it brings its
// taken slots along.
type shared struct {
	arbiter *sharedArbiter
	queue   *sharedQueue
	news    *sharedNews

	localArbiter *localArbiter
	localQueue   *localQueue
	unsaved      *aged[paymentKey, Reading] // read while the store was gone

	logger  *slog.Logger
	changed func(shared bool)
	tell    chan bool     // for changed, the newest alone
	wake    chan struct{} // the state has changed
	end     context.CancelFunc
	ended   sync.WaitGroup

	mu        sync.Mutex
	condition condition
	since     time.Time // when it came into this condition
	// mayResume: what it was before may go on, if the store is as it was.
	mayResume bool
	wasShared bool          // it has shared with others before
	announced bool          // apart: the store knows
	good      time.Time     // since then the store has known it, as far as it was looked
	patience  time.Duration // for which the store must be good before it is trusted again
	returned  time.Time     // when it came back last
	lapses    lapses        // which it has waited for
	probes    int
	share     float64 // what it may send by itself, as agreed; 0 = nothing was
	others    []member
	counts    []count
}

// condition is what a replica does just now.
type condition int32

const (
	entering condition = iota // new: it waits for those who may be apart
	sharing
	silent
	apart
	joining
)

func (c condition) String() string {
	return [...]string{"entering", "sharing", "silent", "apart", "joining"}[c]
}

// count is how many replicas there were.
type count struct {
	at time.Time
	n  int
}

// When is what safe? A replica that shares was at the store within memberFresh
// (members.lua: fresh), or others leave its share unused from then on. What
// they sent before is over a slotLife later. A script that was given up may
// still be run for lateAfter, and as much again. So whoever is silent for all
// of that can send its share.
const (
	memberFresh = 450 * time.Millisecond
	memberGone  = 3 * time.Second // taken for dead, its share is the others'
	silence     = memberFresh + slotLife + 2*lateAfter
	// A new replica that finds nobody waits for those who may be apart: they
	// come within probeEvery and storePatience. One that finds others with
	// windows by other names waits until those leave it its share.
	enterPatience = slotLife + 3*storePatience
)

const (
	beatEvery  = memberFresh / 3
	probeEvery = 250 * time.Millisecond
	firstProbe = 25 * time.Millisecond // a store that was late once is back at once
	// How long the store must be good before it is trusted again; longer each
	// time that it didn't last.
	goodLeast = time.Second
	goodMost  = 30 * time.Second
	lasted    = time.Minute
	// The number of replicas is the most of the last minute: too small a share
	// is safe, too large a one isn't.
	countsKept = time.Minute
	// aloneShare is the part of the rate that a replica takes that has never
	// seen the store, and so doesn't know how many others there are: rarely are
	// there more than five.
	aloneShare = 5
	// askSoon is when to ask again while nothing can be said: the store may be
	// back at once.
	askSoon = 20 * time.Millisecond
)

// sharedConfig is what replicas that share must have in common, and more.
type sharedConfig struct {
	Address string // of the store, as newRedisClient takes it
	Vault   Vault
	Rate    float64
	Logger  *slog.Logger     // nil is slog.Default()
	Now     func() time.Time // nil is time.Now
	// Watched is how many payments are watched here; nil is none.
	Watched func() int
	// Changed is told whenever entries must be put again: others have them
	// (shared), or nobody else has any longer. nil is nobody.
	Changed func(shared bool)
}

// newShared begins to share. close must be called in the end; what is asked
// afterwards is as if the store were gone.
func newShared(config sharedConfig) (*shared, error) {
	store, err := newStore(config.Address, config.Vault, storePatience)
	if err != nil {
		return nil, err
	}
	s := newSharedOver(store, config)
	ctx, end := context.WithCancel(context.Background())
	s.end = end
	s.ended.Go(func() { s.tend(ctx) })
	s.ended.Go(func() { s.announce(ctx) })
	return s, nil
}

func newSharedOver(store *store, config sharedConfig) *shared {
	now := config.Now
	if now == nil {
		now = time.Now
	}
	id := make([]byte, 8)
	_, _ = rand.Read(id) // never fails
	replica := hex.EncodeToString(id)
	s := &shared{
		arbiter:      &sharedArbiter{members: &members{store: store, replica: replica, rate: config.Rate, watched: config.Watched}},
		queue:        &sharedQueue{store, replica, now},
		localArbiter: newLocalArbiter(config.Rate / aloneShare),
		localQueue:   newLocalQueue(now),
		unsaved:      newAged[paymentKey, Reading](unsavedKept, readingLife, now),
		logger:       cmp.Or(config.Logger, slog.Default()),
		changed:      config.Changed,
		tell:         make(chan bool, 1),
		wake:         make(chan struct{}, 1),
		since:        time.Now(),
		patience:     goodLeast,
	}
	s.news = &sharedNews{store: store, replica: replica, back: func() { s.say(s.is() == sharing) }}
	return s
}

// close ends sharing, and tells the others.
func (s *shared) close() {
	s.end()
	s.ended.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), storePatience)
	defer cancel()
	if s.is() == sharing {
		_, _ = s.arbiter.beat(ctx, beatLeave, 0, nil) // they notice without it, later
	}
	s.mu.Lock()
	s.become(silent)
	s.mayResume = false
	s.mu.Unlock()
	_ = s.arbiter.client.Close()
}

// is tells what the replica does just now.
func (s *shared) is() condition {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.condition
}

// become changes the condition; mu is held.
func (s *shared) become(c condition) {
	s.condition, s.since = c, time.Now()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// failed takes an error of the store: it is gone. Other errors are the
// caller's.
func (s *shared) failed(err error) {
	if !errors.Is(err, errStore) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	switch s.condition {
	case entering, sharing:
		s.mayResume = s.lapses.bearable(now)
	case joining:
		s.mayResume = false
	default:
		return
	}
	if now.Sub(s.returned) >= lasted {
		s.patience = goodLeast
	}
	s.probes, s.announced = 0, false
	s.become(silent)
	s.logger.Warn("store is gone, nothing is sent for a moment", "error", err)
}

// fine tells whether err is the caller's to see; the store's own errors are
// dealt with here.
func (s *shared) fine(err error) bool {
	s.failed(err)
	return !errors.Is(err, errStore)
}

// say has changed told, soon and the newest alone.
func (s *shared) say(shared bool) {
	select {
	case <-s.tell:
	default:
	}
	select {
	case s.tell <- shared:
	default:
	}
}

func (s *shared) announce(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case shared := <-s.tell:
			if s.changed != nil {
				s.changed(shared)
			}
			if shared {
				s.saveRest(ctx)
			}
		}
	}
}
