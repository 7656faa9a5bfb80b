package replicas

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"sync"
	"time"

	"payapp/internal/gateway/aged"
	"payapp/internal/gateway/limiter"
	"payapp/internal/gateway/payment"
	"payapp/internal/gateway/polls"
	"payapp/internal/known"
)

// Replica is arbiter, queue and news: in the store, or in memory while the store
// is gone. In every state, all replicas together send no more than the rate:
//
//	entering ──▶ sharing ──any error──▶ silent ──after silence──▶ apart
//	               ▲ ▲                    │                         │
//	               │ └──store as it was───┘                         │
//	               └───────────store good for a while, join─────────┘
//
// While it shares, a replica sends what the shared windows allow. When the store
// goes it falls silent: it can't know what the others have sent or still send.
// If the store soon comes back with its data, it resumes. Otherwise it is apart
// and sends the share of the rate that was agreed on before. All shares together
// are never more than the rate, and the shared windows leave out the share of
// anybody who may be apart. When it rejoins it brings its slots in use along.
type Replica struct {
	config  Config
	arbiter *sharedArbiter
	queue   *sharedQueue
	news    *sharedNews

	localArbiter *limiter.LocalArbiter
	localQueue   *polls.Queue
	unsaved      *aged.Map[payment.Key, known.Payment] // read while the store was gone

	tell  chan bool       // for Config.Changed: only the newest value
	wake  chan struct{}   // the state has changed
	life  context.Context // ends with Close
	end   context.CancelFunc
	ended sync.WaitGroup

	mu        sync.Mutex
	condition condition
	since     time.Time // when this condition began
	// mayResume: the earlier condition may be resumed if the store comes back
	// with its data.
	mayResume bool
	wasShared bool          // it has shared with others before
	announced bool          // apart, and the store knows
	good      time.Time     // since when the store has known this replica at every look
	patience  time.Duration // how long the store must be good before it is trusted again
	returned  time.Time     // when the store came back last
	lapses    lapses        // short outages that it has waited out
	probes    int
	share     float64 // requests a second that it may send alone, as agreed; 0 = none agreed
	others    []member
	counts    []count
}

// condition is what a replica is doing now.
type condition int

const (
	entering condition = iota // new: it waits for replicas that may be apart
	sharing
	silent
	apart
	joining
)

// count is how many replicas there were at a time.
type count struct {
	at time.Time
	n  int
}

// What is safe when: a replica that shares has reached the store within
// memberFresh (lua/members.lua: fresh); after that the others leave its share
// unused. A slotLife later, whatever they sent before is over. A script that
// this replica gave up on may still run for lateAfter, and as long again. After
// a silence of all three together a replica can safely send its share.
const (
	memberFresh = 450 * time.Millisecond
	memberGone  = 3 * time.Second // then it is presumed dead, and the others get its share
	silence     = memberFresh + limiter.SlotLife + 2*lateAfter
	// A new replica that finds nobody waits for those that may be apart: they
	// reach the store within probeEvery and storePatience. If it finds others
	// whose windows have other names, it waits until they leave it its share.
	enterPatience = limiter.SlotLife + 3*storePatience
)

const (
	beatEvery  = memberFresh / 3
	probeEvery = 250 * time.Millisecond
	firstProbe = 25 * time.Millisecond // a store that was late once is usually back at once
	// How long the store must be good before it is trusted again. It grows each
	// time that the store fails again soon.
	goodLeast = time.Second
	goodMost  = 30 * time.Second
	lasted    = time.Minute
	// The number of replicas is the highest of the last minute: too small a
	// share is safe, too large a one isn't.
	countsKept = time.Minute
	// aloneShare divides the rate for a replica that has never seen the store
	// and can't know how many others there are; more than five are rare.
	aloneShare = 5
	// askSoon is when to ask again while nothing is known: the store may be
	// back at once.
	askSoon = 20 * time.Millisecond
)

// Config is the configuration of a replica that shares. Everything but Told and
// Blamed is mandatory.
type Config struct {
	// Address is the store's: redis://, rediss:// or unix://, with +cluster or
	// +sentinel behind redis or rediss, and what go-redis reads of its query.
	Address string
	Vault   Vault
	Rate    float64 // requests a second of all replicas together
	Logger  *slog.Logger
	Now     func() time.Time
	// Watched is how many payments this replica watches.
	Watched func() int
	// Changed is called when entries must be put into the queue again: shared
	// is true if other replicas have entries now, false if this one is on its
	// own.
	Changed func(shared bool)
	// Told is called for each reading of another replica, Blamed for each
	// address that brought a refused token there. Without them nothing is heard.
	Told   func(key payment.Key, r known.Payment)
	Blamed func(address string)
}

// New makes a replica that shares once Start is called, and until Close is.
// Before and after it behaves as if the store were gone. It fails if the address
// is invalid, not if the store is unreachable; errors never contain the address.
func New(config Config) (*Replica, error) {
	store, err := newStore(config.Address, config.Vault, storePatience)
	if err != nil {
		return nil, err
	}
	replica := rand.Text()
	life, end := context.WithCancel(context.Background())
	s := &Replica{
		config:       config,
		arbiter:      &sharedArbiter{members: &members{store: store, replica: replica, rate: config.Rate, watched: config.Watched}},
		queue:        &sharedQueue{store, replica, config.Now},
		localArbiter: limiter.NewLocalArbiter(config.Rate / aloneShare),
		localQueue:   polls.NewQueue(config.Now),
		unsaved:      aged.New[payment.Key, known.Payment](unsavedKept, payment.ReadingLife, config.Now),
		life:         life,
		end:          end,
		tell:         make(chan bool, 1),
		wake:         make(chan struct{}, 1),
		since:        time.Now(),
		patience:     goodLeast,
	}
	s.news = &sharedNews{store: store, replica: replica, back: func() { s.say(s.is() == sharing) }}
	return s, nil
}

// Start begins to share. The caller must call Close.
func (s *Replica) Start() {
	s.ended.Go(s.tend)
	s.ended.Go(s.announce)
	if s.config.Told != nil {
		s.ended.Go(func() { s.news.hear(s.life, s.config.Told, s.config.Blamed) })
	}
}

// Close stops sharing and tells the others.
func (s *Replica) Close() {
	s.end()
	s.ended.Wait()
	if s.is() == sharing {
		_, _ = s.arbiter.beat(beatLeave, 0, nil) // best effort: they notice by themselves, later
	}
	s.mu.Lock()
	s.become(silent)
	s.mayResume = false
	s.mu.Unlock()
	_ = s.arbiter.client.Close()
}

// is returns the replica's condition.
func (s *Replica) is() condition {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.condition
}

// Sharing reports whether the replica shares with others now: not while it is
// alone or the store is gone.
func (s *Replica) Sharing() bool { return s.is() == sharing }

// become changes the condition. mu is held.
func (s *Replica) become(c condition) {
	s.condition, s.since = c, time.Now()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// failed handles an error of the store, which then counts as gone, and reports
// whether err is one. Something else, such as a value that has no JSON, is no
// reason to do without it.
func (s *Replica) failed(err error) bool {
	if !errors.Is(err, errStore) {
		return false
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
		return true
	}
	if now.Sub(s.returned) >= lasted {
		s.patience = goodLeast
	}
	s.probes, s.announced = 0, false
	s.become(silent)
	s.config.Logger.Warn("store is gone, pausing all requests for a moment", "error", err)
	return true
}

// say has Config.Changed called soon, with the newest value only.
func (s *Replica) say(shared bool) {
	select {
	case <-s.tell:
	default:
	}
	select {
	case s.tell <- shared:
	default:
	}
}

func (s *Replica) announce() {
	for {
		select {
		case <-s.life.Done():
			return
		case shared := <-s.tell:
			s.config.Changed(shared)
			if shared {
				s.saveRest()
			}
		}
	}
}
