package upstream

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/once"
	"payapp/internal/upstream/aged"
	"payapp/internal/upstream/limiter"
	"payapp/internal/upstream/payment"
	"payapp/internal/upstream/polls"
	"payapp/internal/upstream/replicas"
)

// How long things are remembered, how many of them, and how many bytes.
const (
	failureLife   = 2 * time.Second // how soon a failed read may be repeated
	failureKept   = 2 * time.Minute // how long pages show that failure, if nothing is known
	proofLife     = 12 * time.Hour
	merchantLife  = 24 * time.Hour
	refusalLife   = 30 * time.Second
	readingsKept  = 1 << 17
	readingsBytes = 256 << 20 // at most; cacheBounds
	answersKept   = 1024      // option lists, merchant names
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
	// replica. Dial connects to it, if not nil. Vault encrypts what is kept there.
	Store string
	Dial  replicas.Dial
	Vault replicas.Vault
	// AnyKey: a session key that no other replica has is meant to be a new one.
	AnyKey bool
	// Patience is how long a caller waits, in line or for an answer, NamePatience
	// for a merchant's name; 0 means what suits each call, and 0.5 s. The call goes on.
	Patience, NamePatience time.Duration
	// Memory is what the process may use, in bytes, to which caches are fitted; 0
	// means that nobody has said.
	Memory int64
	// Now dates what is remembered; nil is time.Now.
	Now func() time.Time
	// Logger gets what a person should look at; nil is slog.Default().
	Logger *slog.Logger
	// Metrics is where calls are counted; nil means they aren't.
	Metrics prometheus.Registerer
}

// Client is the gateway as the pages see it, with a method for each thing that they ask.
// It is safe for concurrent use.
type Client struct {
	client *apiclient.Client
	config Config // its defaults filled in

	life      context.Context // ends with Close
	end       func()
	others    *replicas.Replica
	limiters  *limiter.Limiters
	queue     *polls.Queue
	breakers  *breakers
	strangers *breakers // of a shop's calls from one address, with tokens that aren't accepted yet
	tokens    *tokens
	metrics   *metrics
	alarms    *once.Alarms
	// takesVersion: an answer has shown that, since our version was last refused.
	takesVersion atomic.Bool
	clock        behind

	readings     *readings
	options      *aged.Map[string, apiclient.Options]
	names        *aged.Map[string, string]
	nameFailures *aged.Map[string, error]
	tookNumber   *aged.Map[string, struct{}] // merchants whose gateway has taken a number

	reads       group[known.Payment]
	creates     group[known.Payment]
	references  group[struct{}]
	optionReads group[apiclient.Options]
	nameReads   group[string]
}

// OnePage makes a page's context: all that the page needs of the store that replicas
// share takes 50 ms. What isn't there by then is asked of the gateway.
func OnePage(ctx context.Context) context.Context { return replicas.Page(ctx) }

// Finish waits until creations and references that are under way or in line are
// done, or ctx ends.
func (c *Client) Finish(ctx context.Context) {
	c.creates.finish(ctx)
	c.references.finish(ctx)
}

// Close ends the background work. Calls under way end by themselves.
func (c *Client) Close() {
	c.end()
	c.others.Close()
}

// New makes a Client of the interface's. It fails if the store's address is
// invalid, not if the store is unreachable.
func New(client *apiclient.Client, config Config) (*Client, error) {
	config.Rate = cmp.Or(config.Rate, 10)
	config.NamePatience = cmp.Or(config.NamePatience, namePatience)
	config.Logger = cmp.Or(config.Logger, slog.Default())
	if config.Now == nil {
		config.Now = time.Now
	}
	now := config.Now
	readingBytes, optionBytes := cacheBounds(config.Memory)
	life, end := context.WithCancel(context.Background())
	c := &Client{
		client: client, config: config,

		tokens:  newTokens(config.Rate, now),
		metrics: newMetrics(config.Metrics),

		readings:     newReadings(readingBytes, now),
		options:      aged.NewWeighed[string](answersKept, optionBytes, payment.OptionsLife, now, weighOptions),
		names:        aged.New[string, string](answersKept, nameLife, now),
		nameFailures: aged.New[string, error](answersKept, nameFailureLife, now),
		tookNumber:   aged.New[string, struct{}](answersKept, merchantLife, now),
		creates:      group[known.Payment]{left: aged.New[submission, *underway[known.Payment]](readingsKept, outcomeLife, now)},
		references:   group[struct{}]{left: aged.New[submission, *underway[struct{}]](readingsKept, outcomeLife, now)},
		alarms:       once.NewAlarms(now),
		life:         life,
		end:          end,
	}
	c.breakers = newBreakers(config.Rate, now, c.circuitChanged)
	c.strangers = newBreakers(config.Rate, now, func(circuit, bool) {})
	c.queue = polls.NewQueue(now)
	var err error
	c.others, err = replicas.New(replicas.Config{
		Address: config.Store, Dial: config.Dial, Vault: config.Vault, Rate: config.Rate, Logger: config.Logger, Now: now,
		AnyKey: config.AnyKey,
		Listener: &replicas.Listener{
			Changed: c.listen,
			Limited: func(merchant string, pause time.Duration) { c.limiters.Of(merchant).LimitedElsewhere(pause) },
			Nudged:  c.nudge,
		},
	})
	if err != nil {
		end()
		return nil, err
	}
	c.limiters = limiter.New(life, limiter.Config{
		Rate: config.Rate, Store: c.others.Store, Queue: c.queue, Poll: c.poll, Elsewhere: c.readElsewhere, Ready: c.readsReady, Now: now,
		Metrics: config.Metrics,
	})
	c.metrics.gauges(config.Metrics, c)
	c.others.Start()
	return c, nil
}

// Deposit is replicas.Replica's, as the next two are: from one browser to another, once.
func (c *Client) Deposit(name, secret string, value []byte) (ok bool) {
	return c.others.Deposit(name, secret, value)
}

// Collect is replicas.Replica's.
func (c *Client) Collect(name, secret string) (value []byte, ok bool) {
	return c.others.Collect(name, secret)
}

// Withdraw is replicas.Replica's.
func (c *Client) Withdraw(name string) (was bool) { return c.others.Withdraw(name) }

// Sharing reports whether this replica shares with others now.
func (c *Client) Sharing() bool { return c.others.Sharing() }

// Waits says why this replica mustn't have customers yet; it is "" if it may.
func (c *Client) Waits() string {
	switch c.others.Admission() {
	case replicas.Asking:
		return "waiting for the store, which knows the other replicas"
	case replicas.Held:
		return "this replica and one that runs can't open each other's sessions: customers would lose them. " +
			"Compare PAYAPP_SESSION_KEYS"
	default:
		return ""
	}
}

// ReplicaDifferences says, on a line, how many other replicas are set up differently;
// it is "" if none is.
func (c *Client) ReplicaDifferences() string {
	differences := c.others.Differences()
	if differences == (replicas.Differences{}) {
		return ""
	}
	return fmt.Sprintf("\nother replicas are set up differently: %d have another session key, %d another clock, %d another rate",
		differences.Keys, differences.Clocks, differences.Rates)
}

// listen takes what another replica knows, if anybody here wants to know it.
func (c *Client) listen(key payment.Key, p known.Payment) {
	if len(c.queue.Watchers(key)) == 0 && c.readings.get(key).AskedAt().IsZero() {
		return
	}
	if _, _, changed := c.readings.merge(key, p); changed {
		c.tellHere(key)
	}
}

// readsReady is how long a merchant's polls should wait: while its reads fail,
// only a few are tried.
func (c *Client) readsReady(merchant string) time.Duration {
	if c.breakers.open(circuit{merchant, opRead}) {
		return time.Second
	}
	return 0
}

func (c *Client) circuitChanged(at circuit, open bool) {
	merchant := at.merchant
	if !c.tokens.knows(merchant) {
		merchant = "" // anybody can claim to be one
	}
	if open {
		c.config.Logger.Error("gateway calls fail: circuit opened", "operation", string(at.op), "merchant", merchant)
	} else {
		c.config.Logger.Info("gateway calls succeed again: circuit closed", "operation", string(at.op), "merchant", merchant)
	}
}
