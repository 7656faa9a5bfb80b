package gateway

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/apiclient"
	"payapp/internal/gateway/aged"
	"payapp/internal/gateway/limiter"
	"payapp/internal/gateway/payment"
	"payapp/internal/gateway/polls"
	"payapp/internal/gateway/replicas"
	"payapp/internal/known"
)

// How long things are remembered, how many of them, and how many bytes.
const (
	failureLife   = 2 * time.Second // how soon a failed read may be repeated
	failureKept   = 2 * time.Minute // how long pages show that failure, unless a read succeeds
	proofLife     = 12 * time.Hour
	refusalLife   = 30 * time.Second
	readingsKept  = 1 << 17
	readingsBytes = 256 << 20
	answersKept   = 1024 // option lists, merchant names
	optionsBytes  = 64 << 20
	identityKept  = 1 << 15
)

// Caller is the customer on whose behalf the gateway is called.
type Caller = payment.Caller

// Config is the gateway's rate, what replicas share, and what tests replace.
type Config struct {
	// Rate is the gateway's limit in requests a second; 0 means 10.
	Rate float64
	// Global: the limit counts all merchants together, not each one separately.
	Global bool
	// Relayed: callbacks arrive through Nudge, so polls are only a fallback.
	Relayed bool
	// Store is the address of the store that replicas share, "" for a single
	// replica. Vault encrypts what is kept there.
	Store string
	Vault replicas.Vault
	// Patience is how long a caller waits, in line or for an answer; 0 means
	// what suits each call. NamePatience is the same for a merchant's name; 0
	// means 0.5 s. The call continues, and a later answer is there for the next
	// page.
	Patience, NamePatience time.Duration
	// Now dates what is remembered; nil is time.Now.
	Now func() time.Time
	// Logger gets what a person should look at; nil is slog.Default().
	Logger *slog.Logger
	// Metrics is where calls are counted; nil means they aren't.
	Metrics prometheus.Registerer
}

// Gateway is the gateway as the pages see it. It is safe for concurrent use.
type Gateway struct {
	client *apiclient.Client
	config Config // its defaults filled in

	life     context.Context // ends with Close
	end      func()
	others   *replicas.Replica // nil if there is no store
	limiters *limiter.Limiters
	queue    queue
	breakers *breakers
	tokens   *tokens
	metrics  *metrics
	news     news
	watchers watchers
	oddities *aged.Map[payment.Key, bool]

	readings *readings
	options  *aged.Map[string, apiclient.Options]
	names    *aged.Map[string, string]
	nameless *aged.Map[string, error]
	// Creations and references that were sent, for pages that wait in line.
	created  *aged.Map[payment.Key, *underway[known.Payment]]
	referred *aged.Map[payment.Key, *underway[struct{}]]

	reads       group[known.Payment]
	creates     group[known.Payment]
	references  group[struct{}]
	optionReads group[apiclient.Options]
	nameReads   group[string]
}

// Finish waits until creations and references that are under way or in line are
// done, or ctx ends.
func (g *Gateway) Finish(ctx context.Context) {
	g.creates.finish(ctx)
	g.references.finish(ctx)
}

// Close ends the background work. Calls under way end by themselves.
func (g *Gateway) Close() {
	g.end()
	if g.others != nil {
		g.others.Close()
	}
}

// New makes a Gateway over the client. It fails if the store's address is
// invalid, not if the store is unreachable.
func New(client *apiclient.Client, config Config) (*Gateway, error) {
	config.Rate = cmp.Or(config.Rate, 10)
	config.NamePatience = cmp.Or(config.NamePatience, namePatience)
	config.Logger = cmp.Or(config.Logger, slog.Default())
	if config.Now == nil {
		config.Now = time.Now
	}
	now := config.Now
	life, end := context.WithCancel(context.Background())
	g := &Gateway{
		client: client, config: config,

		tokens:   newTokens(config.Rate, now),
		metrics:  newMetrics(config.Metrics),
		watchers: watchers{watched: map[payment.Key]*watched{}},

		readings: newReadings(now),
		options:  aged.NewWeighed[string](answersKept, optionsBytes, payment.OptionsLife, now, weighOptions),
		names:    aged.New[string, string](answersKept, nameLife, now),
		nameless: aged.New[string, error](answersKept, namelessLife, now),
		created:  aged.New[payment.Key, *underway[known.Payment]](readingsKept, outcomeLife, now),
		referred: aged.New[payment.Key, *underway[struct{}]](readingsKept, outcomeLife, now),
		oddities: aged.New[payment.Key, bool](odditiesKept, oddityLife, now),
		life:     life,
		end:      end,
	}
	g.breakers = &breakers{rate: config.Rate, changed: g.circuitChanged}
	limits := limiter.Config{Rate: config.Rate, Poll: g.poll, Ready: g.readsReady, Now: now, Metrics: config.Metrics}
	g.queue, g.news = polls.NewQueue(now), localNews{}
	if config.Store != "" {
		others, err := replicas.New(replicas.Config{
			Address: config.Store, Vault: config.Vault, Rate: config.Rate, Logger: config.Logger, Now: now,
			Watched: g.watchers.count, Changed: func(bool) { g.renewInterest() },
			Told: g.hear, Blamed: func(address string) { g.limiters.Blame(address) },
		})
		if err != nil {
			end()
			return nil, err
		}
		limits.Arbiter, g.queue, g.news, g.others = others, others, others, others
	}
	limits.Queue = g.queue
	g.limiters = limiter.New(life, limits)
	g.metrics.gauges(config.Metrics, g)
	if g.others != nil {
		g.others.Start()
	}
	return g, nil
}

// hear takes what another replica knows.
func (g *Gateway) hear(key payment.Key, p known.Payment) {
	if _, _, changed := g.readings.learn(key, p); changed {
		g.tellHere(key)
	}
}

// readsReady is how long polls should wait: while reads fail, only a few are
// tried.
func (g *Gateway) readsReady() time.Duration {
	if g.breakers.open(opRead) {
		return time.Second
	}
	return 0
}

// idle reports whether nobody waits for a request of the caller's merchant.
func (g *Gateway) idle(caller Caller) bool {
	return g.limiters.Of(g.merchantKey(caller)).Idle()
}

func (g *Gateway) circuitChanged(op operation, open bool) {
	g.metrics.circuit(op, open)
	if open {
		g.config.Logger.Error("gateway calls fail: circuit opened", "operation", string(op))
	} else {
		g.config.Logger.Info("gateway calls succeed again: circuit closed", "operation", string(op))
	}
}

// How many payments with oddities are remembered, and for how long: each is
// logged once a day.
const (
	odditiesKept = 10_000
	oddityLife   = 24 * time.Hour
)

func (g *Gateway) once(key payment.Key, log func()) {
	if _, told := g.oddities.Get(key); !told {
		g.oddities.Put(key, true)
		log()
	}
}
