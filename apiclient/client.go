package apiclient

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// Addresses that the interface leaves open; operators can change them.
const (
	DefaultRedirectProperty = "redirectUrl"
	DefaultQRProperty       = "qrCode"
	DefaultReferencePath    = "externalReference"
)

// Config is the gateway's address, and the names that the interface leaves
// open.
type Config struct {
	// BaseURL is {base_url}: absolute http or https, a path is allowed.
	BaseURL string
	// Transport sends the requests; nil means SharedTransport.
	Transport http.RoundTripper
	// RedirectProperty is the property of paymentMethodResponse with the bank's
	// address, with dots for nesting; "" means DefaultRedirectProperty.
	RedirectProperty string
	// QRProperty is likewise the one with a QR code's content; "" means
	// DefaultQRProperty.
	QRProperty string
	// StatusWords maps the gateway's own words for a payin's status, in
	// capitals, to the interface's.
	StatusWords map[string]string
	// ReferencePath follows /payins/{idPayin}/ when an external reference is
	// set; "" means DefaultReferencePath.
	ReferencePath string
	// TokenSeconds: token requests' timestamps are in seconds, not in milliseconds.
	TokenSeconds bool
	// Logger gets oddities in answers, and retries; nil is slog.Default().
	Logger *slog.Logger
	// Timings that are zero have their defaults.
	Timings Timings
	// Gate is asked before each request of calls whose context has no gate
	// (WithGate). NewLimiter makes one; nil allows everything.
	Gate Gate
	// Differs is told of answers that aren't as docs/assumptions.md has it, by the
	// assumption's name there; nil tells nobody.
	Differs func(assumption string)
	// Now is our clock, for Ahead; nil is time.Now.
	Now func() time.Time
}

// Timings limits attempts and waits.
type Timings struct {
	// Total limits a call whose context has no deadline. Default 30 s. The
	// pages' calls have one (internal/upstream), so it is for other programs.
	Total time.Duration
	// Attempt limits one request, with its whole answer: a gateway that answers
	// within it is slow, not away. Default 9 s.
	Attempt time.Duration
	// Attempts is how often a request is sent in total if it fails with 5xx or
	// without an answer. Default 3. Answers with 429 don't count.
	Attempts int
	// Backoff is the mean wait before the second attempt; it doubles each time.
	// Default 250 ms.
	Backoff time.Duration
	// Limited is the least wait after a 429 without Retry-After. Default 1 s.
	Limited time.Duration
	// RetryAfterCap is the longest Retry-After that is honoured. Default 30 s.
	RetryAfterCap time.Duration
}

func (t Timings) withDefaults() Timings {
	return Timings{
		Total:         cmp.Or(t.Total, 30*time.Second),
		Attempt:       cmp.Or(t.Attempt, 9*time.Second),
		Attempts:      cmp.Or(t.Attempts, 3),
		Backoff:       cmp.Or(t.Backoff, 250*time.Millisecond),
		Limited:       cmp.Or(t.Limited, time.Second),
		RetryAfterCap: cmp.Or(t.RetryAfterCap, 30*time.Second),
	}
}

// Client calls the gateway. It is safe for concurrent use. Each operation of the
// interface is a method.
type Client struct {
	base          string // without a trailing slash
	http          *http.Client
	named         properties
	referencePath string
	statusWords   map[string]string
	logger        *slog.Logger
	timings       Timings
	gate          Gate
	differs       func(string)
	seconds       bool
	now           func() time.Time
	ahead         atomic.Int64   // in ns
	versionTold   rate.Sometimes // logs that our version is refused
}

// New checks the configuration and makes no request.
func New(config Config) (*Client, error) {
	base, err := url.Parse(config.BaseURL)
	switch {
	case err != nil:
		return nil, fmt.Errorf("gateway base url: %w", err)
	case base.Scheme != "http" && base.Scheme != "https" || base.Host == "":
		return nil, errors.New("gateway base url: not an absolute http or https address")
	case base.User != nil || base.RawQuery != "" || base.ForceQuery || base.Fragment != "":
		return nil, errors.New("gateway base url: must have no user, query or fragment")
	}
	transport := config.Transport
	if transport == nil {
		transport = SharedTransport()
	}
	now := config.Now
	if now == nil {
		now = time.Now
	}
	return &Client{
		versionTold: rate.Sometimes{Interval: time.Minute},

		now:  now,
		base: strings.TrimRight(base.String(), "/"),
		http: &http.Client{
			Transport: transport,
			// A payment gateway's API has no redirects, and following one would
			// send the token elsewhere.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		named: properties{
			redirect: strings.Split(cmp.Or(config.RedirectProperty, DefaultRedirectProperty), "."),
			qr:       strings.Split(cmp.Or(config.QRProperty, DefaultQRProperty), "."),
		},
		referencePath: strings.Trim(cmp.Or(config.ReferencePath, DefaultReferencePath), "/"),
		statusWords:   config.StatusWords,
		logger:        cmp.Or(config.Logger, slog.Default()),
		timings:       config.Timings.withDefaults(),
		gate:          cmp.Or[Gate](config.Gate, openGate{}),
		differs:       config.Differs,
		seconds:       config.TokenSeconds,
	}, nil
}

// SharedTransport is a keep-alive transport that clients of the process share. It
// keeps enough idle connections to one host for the rate of several merchants;
// with net/http's default of two it would reconnect.
var SharedTransport = sync.OnceValue(func() http.RoundTripper {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	transport.IdleConnTimeout = 90 * time.Second
	transport.MaxResponseHeaderBytes = 64 << 10
	return transport
})
