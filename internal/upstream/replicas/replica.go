package replicas

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"

	"payapp/internal/upstream/aged"
	"payapp/internal/upstream/limiter"
)

// Replica is this process among those that share a store; without one it is alone. It
// makes the windows of merchants, and shares what the gateway says.
type Replica struct {
	*store
	config   Config
	name     string
	deposits *aged.Map[string, []byte] // without a store

	life  context.Context // ends with Close
	end   context.CancelFunc
	ended sync.WaitGroup

	mu           sync.Mutex
	beaten       time.Time // when the store last answered a beat
	missed       bool      // it didn't answer the last one
	missedBy     error     // why
	back         time.Time // when it last answered one after that
	answered     time.Time // when it last granted anything or said that nothing is free
	parted       time.Time // when this replica's part of a rate was last used
	lastLogged   string    // what was last logged of the store
	lastLoggedAt time.Time
	members      members
	clock        storeClock
	started      time.Time
	admission    Admission
}

// Config is the configuration of a replica that shares. Everything but Address, Dial
// and Listener is mandatory.
type Config struct {
	// Address is the store's: redis://, rediss:// or unix://, with +cluster or
	// +sentinel behind redis or rediss, and what go-redis reads of its query; ""
	// if there is no store.
	Address string
	// Dial connects to the store; nil is as the address says.
	Dial   Dial
	Vault  Vault
	Rate   float64 // requests a second for each merchant, those of all replicas together
	Logger *slog.Logger
	Now    func() time.Time
	// Listener is told what other replicas say; without it nobody is.
	Listener *Listener
	// AnyKey: a session key that no other replica has is meant to be a new one.
	AnyKey bool
}

const (
	beatEvery = 300 * time.Millisecond
	goneAfter = 2 * time.Second  // a replica that doesn't beat is still counted, and a silent store there
	partedFor = 15 * time.Second // a request without the store is told of: metrics are read so often
	tellEvery = time.Minute      // it is logged that the store is gone or back
)

// New makes a replica that shares once Start is called, and until Close is. It
// fails if the address is invalid, not if the store is unreachable; errors never
// contain the address.
func New(config Config) (r *Replica, err error) {
	r = &Replica{config: config, name: rand.Text(), members: members{most: aloneAmong},
		deposits: aged.New[string, []byte](1<<11, DepositLife, config.Now)}
	if config.Address != "" {
		if r.store, err = newStore(config.Address, config.Dial, config.Vault, usual); err != nil {
			return nil, err
		}
	}
	r.life, r.end = context.WithCancel(context.Background())
	return r, nil
}

// Start begins to share. The caller must call Close.
func (r *Replica) Start() {
	if r.store == nil {
		return
	}
	r.started = time.Now()
	r.ended.Go(r.beatOn)
	if r.config.Listener != nil {
		r.ended.Go(func() { r.listen(r.life, *r.config.Listener) })
	}
}

// Close stops sharing and tells the others.
func (r *Replica) Close() {
	r.end()
	r.ended.Wait()
	if r.store != nil {
		_, _ = soon(r.patience.page, func(ctx context.Context) (any, error) {
			return r.scripts.beat.Run(ctx, r.client, []string{membersKey}, r.name, "", 0).Result()
		}) // best effort: they notice by themselves, later
		_ = r.client.Close()
	}
}

// Sharing reports whether the store answers, and no merchant's rate was lately
// used without it: one node of a Cluster may be gone.
func (r *Replica) Sharing() bool {
	if !r.reachable() {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return time.Since(r.parted) >= partedFor
}

// reachable reports whether the store answers: beats, or any window, since the node of a
// Cluster that beats go to may be gone alone.
func (r *Replica) reachable() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.beaten.IsZero() && (time.Since(r.beaten) < goneAfter || time.Since(r.answered) < goneAfter)
}

// Store is where a merchant's slots are shared; nil if this replica is alone.
func (r *Replica) Store(merchant string) limiter.Store {
	if r.store == nil {
		return nil
	}
	return &window{Replica: r, merchant: merchant}
}
