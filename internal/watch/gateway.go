package watch

import (
	"cmp"
	"crypto/sha256"
	"log/slog"
	"time"

	"payapp/apiclient"
)

// How long things are remembered, and how many of them.
const (
	readingLife   = 2 * time.Hour // last known statuses
	optionsLife   = time.Minute
	nameLife      = 10 * time.Minute
	failureLife   = 2 * time.Second // a failed read isn't repeated sooner
	proofLife     = 12 * time.Hour
	refusalLife   = 30 * time.Second
	readingsKept  = 8192
	answersKept   = 1024 // option lists, merchant names
	identityKept  = 16384
	merchantsKept = 1024
	addressesKept = 4096
)

// How long a call may take in all, whoever waits for it.
const (
	readLimit   = 8 * time.Second
	createLimit = 20 * time.Second
)

// Caller is on whose behalf the gateway is called.
type Caller struct {
	Token apiclient.Token
	// Merchant is the token's own merchant claim, "" where it has none; never
	// anything that a customer can edit. It counts only once the gateway has
	// accepted the token.
	Merchant string
	// Address is the customer's network address, to bound what unproven
	// tokens can spend.
	Address string
	// Proven says that the gateway accepted this token before, as the sealed
	// session remembers it; this process may not have seen that itself.
	Proven bool
}

// identity stands for a token in memory.
type identity [sha256.Size]byte

func (c Caller) identity() identity { return sha256.Sum256([]byte(c.Token.Reveal())) }

// Config is the gateway's limit and what tests replace.
type Config struct {
	// Rate is the gateway's limit in requests a second; 0 is 10.
	Rate float64
	// Global: the limit counts all merchants' requests together, not each
	// one's.
	Global bool
	// NamePatience is how long anybody waits for a merchant's name; 0 is 2 s.
	// The call goes on, and what comes later is there for the next page.
	NamePatience time.Duration
	// Now dates what is remembered; nil is time.Now.
	Now func() time.Time
	// Logger is told what a person should look at; nil is slog.Default().
	Logger *slog.Logger
}

const namePatience = 2 * time.Second

// Gateway is the gateway as the pages see it. It is safe for concurrent use.
type Gateway struct {
	client *apiclient.Client
	now    func() time.Time
	logger *slog.Logger

	namePatience time.Duration

	trust    *trust
	budgets  *budgets
	readings *readings
	options  *aged[string, apiclient.Options]
	names    *aged[string, string]

	payinFlights     flights[Reading]
	createFlights    flights[apiclient.Payin]
	referenceFlights flights[struct{}]
	optionFlights    flights[apiclient.Options]
	nameFlights      flights[string]
}

// Now is the time by the gateway's clock, as far as it can be told: its
// deadlines and ours may be minutes apart.
func (g *Gateway) Now() time.Time { return g.now().Add(g.client.Ahead()) }

// New makes a Gateway over the client. Nothing needs to be closed.
func New(client *apiclient.Client, config Config) *Gateway {
	now := config.Now
	if now == nil {
		now = time.Now
	}
	return &Gateway{
		client: client,
		now:    now,
		logger: cmp.Or(config.Logger, slog.Default()),

		namePatience: cmp.Or(config.NamePatience, namePatience),

		trust:    newTrust(now),
		budgets:  newBudgets(cmp.Or(config.Rate, 10), config.Global, now),
		readings: newReadings(now),
		options:  newAged[string, apiclient.Options](answersKept, optionsLife, now),
		names:    newAged[string, string](answersKept, nameLife, now),
	}
}
