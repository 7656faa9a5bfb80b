package sandbox

import (
	"context"
	"crypto/rsa"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"

	"payapp/sandbox/internal/process"
)

// Config says how a sandbox runs. The zero value works: in memory, with a key
// of its own, on the wall clock.
type Config struct {
	// DB is the SQLite file, made when it isn't there. Empty or ":memory:"
	// keeps everything in memory.
	DB string
	// Key is the demo merchants' private key. Without one, KeyPath is read or,
	// when there is no such file, written. Without either, a DB file has its
	// demo-key.pem beside it, and an in-memory sandbox makes a key.
	Key     *rsa.PrivateKey
	KeyPath string
	// Rate is the limit of requests a second and merchant; 10 when zero.
	Rate int
	// Calm turns off the faults that the sandbox makes of its own accord.
	Calm bool
	// Strict leaves out what the interface doesn't show and somebody assumed:
	// no operation beside the three of PAYIN_CREATE, and no assumed property
	// that a payment can be paid without.
	Strict bool
	// Own are methods that the interface doesn't name, beside those that it does.
	Own []OwnMethod
	// RedirectProperty and ReferencePath say where the gateway that the sandbox
	// stands for keeps what the interface leaves open: the property of
	// paymentMethodResponse, in dots where it is deeper, and what follows
	// /payins/{idPayin}/. Empty: redirectUrl and externalReference.
	RedirectProperty, ReferencePath string
	// PaymentAppURL is where the shop's RedirectURLs lead, without a trailing
	// slash; http://localhost:8080 when empty.
	PaymentAppURL string
	// Processing is how long the stand-in bank takes to validate a payment that
	// a person has made; 2 s when zero, so that nobody waits. A real one takes
	// "a few minutes".
	Processing time.Duration
	// BaseURL is the sandbox's own outside address. When empty, each request's
	// Host counts.
	BaseURL string
	Logger  *slog.Logger
	// Now is the clock.
	Now func() time.Time
	// Sleep waits where the sandbox delays an answer. It returns early when
	// the context ends.
	Sleep func(context.Context, time.Duration)
	// Random is the chance behind faults, in [0, 1).
	Random func() float64
	// Manual turns off the background delivery of callbacks: nothing is sent
	// until Deliver is called.
	Manual bool
	// Callbacks sends the callbacks; a client with a timeout when nil.
	Callbacks *http.Client
}

const (
	defaultRate          = 10
	defaultProcessing    = 2 * time.Second
	defaultPaymentAppURL = "http://localhost:8080"
)

func (c Config) withDefaults() Config {
	if c.DB == "" {
		c.DB = ":memory:"
	}
	if c.Rate == 0 {
		c.Rate = defaultRate
	}
	if c.Processing == 0 {
		c.Processing = defaultProcessing
	}
	if c.PaymentAppURL == "" {
		c.PaymentAppURL = defaultPaymentAppURL
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Sleep == nil {
		c.Sleep = sleep
	}
	if c.Random == nil {
		c.Random = rand.Float64
	}
	if c.Callbacks == nil {
		c.Callbacks = &http.Client{
			Timeout:   process.CallbackTimeout,
			Transport: http.DefaultTransport.(*http.Transport).Clone(),
			// A listener's redirect is no 2xx; following it could turn the
			// POST into a GET.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	return c
}

func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
