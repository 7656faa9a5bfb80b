package stream

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/netip"
	"sync"
	"time"
)

// Config is a hub's limits; a zero value means the default given here.
type Config struct {
	PerPayment int // streams of one payment; 4
	PerNetwork int // streams of one client: an IPv4 address, a /64 of IPv6; 64
	InAll      int // streams of this process; 20,000

	// Beat is the time between two beats; 20 s.
	Beat time.Duration
	// Life is how long a stream lasts, plus or minus a fifth; 5 min.
	Life time.Duration
	// Patience is how long a client may take to receive an event; 5 s.
	Patience time.Duration

	// Logger gets what a person should look at; nil is slog.Default().
	Logger *slog.Logger
	// Refused is told which limit has refused a stream, one of Limits; it must
	// not block. nil is nobody.
	Refused func(limit string)
}

// Limits are those that Config.Refused may name.
func Limits() []string { return []string{byPayment, byNetwork, byProcess, byDraining} }

const (
	byPayment  = "payment"
	byNetwork  = "network"
	byProcess  = "process"
	byDraining = "draining"
)

func (c Config) withDefaults() Config {
	c.PerPayment = cmp.Or(c.PerPayment, 4)
	c.PerNetwork = cmp.Or(c.PerNetwork, 64)
	c.InAll = cmp.Or(c.InAll, 20_000)
	c.Beat = cmp.Or(c.Beat, 20*time.Second)
	c.Life = cmp.Or(c.Life, 5*time.Minute)
	c.Patience = cmp.Or(c.Patience, 5*time.Second)
	c.Logger = cmp.Or(c.Logger, slog.Default())
	if c.Refused == nil {
		c.Refused = func(string) {}
	}
	return c
}

// Hub holds the streams of a process. Without streams it has no goroutine and
// no timer.
type Hub struct {
	config Config
	beat   []byte // the same for all

	mu       sync.Mutex
	payments map[string][]*Stream
	networks map[netip.Prefix][]*Stream
	places   int // taken, including reserved ones

	queue   []*Stream // streams with something to do
	workers int

	held     int // streams that have a connection
	draining bool
	empty    chan struct{} // closed once draining is done
}

// New makes a hub. Drain ends it.
func New(config Config) *Hub {
	config = config.withDefaults()
	return &Hub{
		config:   config,
		beat:     fmt.Appendf(nil, "event: beat\ndata: %d\n\n", config.Beat.Milliseconds()),
		payments: map[string][]*Stream{},
		networks: map[netip.Prefix][]*Stream{},
		empty:    make(chan struct{}),
	}
}

// Open is how many streams are held.
func (h *Hub) Open() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.held
}
