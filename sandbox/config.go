package sandbox

import (
	"cmp"
	"context"
	"crypto/rsa"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"

	"payapp/sandbox/internal/process"
)

// Config says how a sandbox runs. The zero value works: in memory, with a key
// of its own, on the wall clock. It has a field for each thing that the program
// and tests set differently.
type Config struct {
	// DB is the SQLite file, created if missing. Empty or ":memory:" keeps
	// everything in memory.
	DB string
	// Key is the demo merchants' private key. Without it the key is read from
	// KeyPath, or made and written there. Without KeyPath either, it lies in
	// demo-key.pem beside DB; an in-memory sandbox makes one.
	Key     *rsa.PrivateKey
	KeyPath string
	// Rate is the limit of requests a second and merchant; 0 means 10.
	Rate int
	// Calm turns off the faults that the sandbox produces by default.
	Calm bool
	// Strict leaves out what the interface doesn't show: no operation besides
	// the three of PAYIN_CREATE, and no assumed property unless a payment can't
	// be paid without it.
	Strict bool
	// Own are additional methods that the interface doesn't name.
	Own []OwnMethod
	// RedirectProperty, QRProperty and ReferencePath are names that the interface
	// leaves open: the properties of paymentMethodResponse with the bank's address
	// and with a code, with dots for nesting, and the path after
	// /payins/{idPayin}/. Empty means redirectUrl, qrCode and externalReference.
	RedirectProperty, QRProperty, ReferencePath string
	// PaymentAppURL is where the shop's RedirectURLs lead, without a trailing
	// slash; empty means http://localhost:8080.
	PaymentAppURL string
	// Processing is how long the stand-in bank takes to validate a payment that
	// a person has made; 0 means 2 s. A real one takes "a few minutes".
	Processing time.Duration
	// BaseURL is the sandbox's own public address. If empty, it is taken from
	// each request's Host.
	BaseURL string
	Logger  *slog.Logger
	// Now is the clock.
	Now func() time.Time
	// Sleep delays an answer. It returns early when the context ends.
	Sleep func(context.Context, time.Duration)
	// Random decides about faults; a number in [0, 1).
	Random func() float64
	// Manual turns off the background delivery of callbacks: they are sent only
	// by Deliver.
	Manual bool
	// Callbacks sends the callbacks; nil means a client with a timeout.
	Callbacks *http.Client
}

func (c Config) withDefaults() Config {
	c.DB = cmp.Or(c.DB, ":memory:")
	c.Rate = cmp.Or(c.Rate, 10)
	c.Processing = cmp.Or(c.Processing, 2*time.Second)
	c.PaymentAppURL = cmp.Or(c.PaymentAppURL, "http://localhost:8080")
	c.Logger = cmp.Or(c.Logger, slog.New(slog.DiscardHandler))
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
			// A redirect isn't a 2xx, and following it could turn the POST into
			// a GET.
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
