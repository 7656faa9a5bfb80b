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
)

// What the interface leaves open about addresses; operators can change them.
const (
	DefaultRedirectProperty = "redirectUrl"
	DefaultReferencePath    = "externalReference"
)

// Config says where the gateway is and what its open points are called.
type Config struct {
	// BaseURL is {base_url}: absolute http or https, a path is allowed.
	BaseURL string
	// Transport sends the requests; nil is a keep-alive transport that all
	// clients of the process share.
	Transport http.RoundTripper
	// RedirectProperty is the property of paymentMethodResponse that holds the
	// bank's address, dots for nesting; "" is DefaultRedirectProperty.
	RedirectProperty string
	// StatusWords are the gateway's own words for a payin's status, in capitals,
	// with those that they stand for.
	StatusWords map[string]string
	// ReferencePath is what follows /payins/{idPayin}/ to set an external
	// reference; "" is DefaultReferencePath.
	ReferencePath string
	// Logger gets what was odd in answers and what was tried again; nil is
	// slog.Default().
	Logger *slog.Logger
	// Timings that are zero have their defaults.
	Timings Timings
	// Gate is asked before each request of calls whose context has none
	// (WithGate): NewLimiter makes one. nil lets all through.
	Gate Gate
	// Now is our clock, which Ahead compares; nil is time.Now.
	Now func() time.Time
}

// Timings bounds attempts and waits.
type Timings struct {
	// Total bounds a call whose context has no deadline. Default 20 s.
	Total time.Duration
	// Attempt bounds one request with its whole answer. Default 6 s.
	Attempt time.Duration
	// Attempts is how often a request that fails with 5xx or without an answer
	// is sent in all. Default 3. Answers of 429 don't count.
	Attempts int
	// Backoff is the mean wait before the second attempt; it doubles. Default
	// 250 ms.
	Backoff time.Duration
	// Limited is the least wait after a 429 without Retry-After. Default 1 s.
	Limited time.Duration
	// RetryAfterCap is the longest Retry-After that is believed. Default 30 s.
	RetryAfterCap time.Duration
}

func (t Timings) withDefaults() Timings {
	return Timings{
		Total:         cmp.Or(t.Total, 20*time.Second),
		Attempt:       cmp.Or(t.Attempt, 6*time.Second),
		Attempts:      cmp.Or(t.Attempts, 3),
		Backoff:       cmp.Or(t.Backoff, 250*time.Millisecond),
		Limited:       cmp.Or(t.Limited, time.Second),
		RetryAfterCap: cmp.Or(t.RetryAfterCap, 30*time.Second),
	}
}

// Client calls the gateway. It is safe for concurrent use.
type Client struct {
	base          string // without a slash at the end
	http          *http.Client
	redirect      []string
	referencePath string
	statusWords   map[string]string
	logger        *slog.Logger
	timings       Timings
	gate          Gate
	clock         clock
	versionTold   atomic.Int64 // when a refused version was logged last, in Unix seconds
}

// New checks the configuration; it makes no request.
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
		transport = sharedTransport()
	}
	now := config.Now
	if now == nil {
		now = time.Now
	}
	return &Client{
		clock: clock{now: now},
		base:  strings.TrimRight(base.String(), "/"),
		http: &http.Client{
			Transport: transport,
			// A payment gateway's API redirects nobody; following would carry
			// the token to wherever it says.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		redirect:      strings.Split(cmp.Or(config.RedirectProperty, DefaultRedirectProperty), "."),
		referencePath: strings.Trim(cmp.Or(config.ReferencePath, DefaultReferencePath), "/"),
		statusWords:   config.StatusWords,
		logger:        cmp.Or(config.Logger, slog.Default()),
		timings:       config.Timings.withDefaults(),
		gate:          gateOr(config.Gate),
	}, nil
}

// sharedTransport keeps enough idle connections to one host for the whole
// budget of several merchants; net/http's default of two would reconnect.
var sharedTransport = sync.OnceValue(func() http.RoundTripper {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	transport.IdleConnTimeout = 90 * time.Second
	transport.MaxResponseHeaderBytes = 64 << 10
	return transport
})
