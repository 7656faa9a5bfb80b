package conform

import (
	"cmp"
	"context"
	"crypto/rand"
	"log/slog"
	"regexp"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"payapp/apiclient"
	"payapp/internal/findings"
	"payapp/methods"
	"payapp/money"
)

// Config is whom to ask, and what may be paid for.
type Config struct {
	Gateway     string // {base_url}
	Merchant    string
	Credentials apiclient.Credentials
	Catalogue   *methods.Catalogue
	Payments    []Payment         // to make, one each
	Data        map[string]string // customer data, instead of samples
	Pay         []string          // ends that a person brings about, by a payment each
	Live        bool              // real money may move
	AllowHTTP   bool              // links may be http
	Tell        func(string)      // says what the person is to do
	Done        <-chan struct{}   // the person has done it
	Poll        time.Duration     // until the payment is read again; 0 = 3 s
	Pace        float64           // requests a second, fewer than the gateway takes; 0 = 4
}

// Payment is one to make. Without a method it stands for all that the gateway offers in
// the currency and the catalogue knows.
type Payment struct {
	Method string
	Money  money.Money
}

// run is one walk through the gateway.
type run struct {
	Config
	wire    *wire
	asks    apiclient.Config
	client  *apiclient.Client
	valid   time.Duration   // of tokens
	id      string          // of a payment that is never made
	token   apiclient.Token // for PAYIN_CREATE of it
	full    apiclient.Token // for all its operations
	unborn  int             // how a read of it is answered
	fitting int             // which of lengths are taken
	real    bool            // the last payment isn't marked as a test
	seen    map[string]seen
	file    methods.Changes
}

// Run asks everything. With the findings comes a catalogue file that mends what a
// setting can, nil if there is none.
func Run(ctx context.Context, config Config) (findings.List, []byte, error) {
	config.Poll, config.Pace = cmp.Or(config.Poll, 3*time.Second), cmp.Or(config.Pace, 4)
	r := &run{Config: config, wire: &wire{next: apiclient.SharedTransport()}, id: newID("none", 36), seen: map[string]seen{}}
	r.file.StatusWords = map[string]string{}
	r.asks = apiclient.Config{
		BaseURL: r.Gateway, Transport: r.wire, Gate: apiclient.NewLimiter(r.Pace), Timings: apiclient.Timings{Attempts: 1},
		RedirectProperty: r.Catalogue.RedirectProperty, QRProperty: r.Catalogue.QRProperty, ReferencePath: r.Catalogue.ReferencePath,
		StatusWords: r.Catalogue.StatusWords, Logger: slog.New(slog.DiscardHandler),
		Differs: func(name string) { r.wire.told = append(r.wire.told, name) },
	}
	if err := r.begin(ctx); err != nil {
		return nil, nil, err
	}
	if !r.token.IsZero() {
		(&subject{run: r}).try(ctx, first)
		r.payments(ctx)
		r.rate(ctx)
	}
	content, err := r.catalogue()
	return r.report(), content, err
}

// catalogue is the file; nil if it says nothing.
func (r *run) catalogue() ([]byte, error) {
	if r.seen["not-found-yet"].grade == beside {
		r.file.Hide = nil // no method at all could be paid, so that it isn't theirs
	}
	content, err := yaml.Marshal(r.file)
	if err != nil || string(content) == "{}\n" {
		return nil, err
	}
	return append([]byte("# By payapp conform. PAYAPP_CATALOGUE names this file; docs/catalogue-example.yaml explains it.\n"), content...), nil
}

// idPrefix says what a payment of this command's is for.
const idPrefix = "conform-"

// newID says what it is for, in so many characters.
func newID(what string, length int) string {
	what = idPrefix + strings.ToLower(strings.ReplaceAll(what, "_", "")) + "-"
	what = what[:max(len(idPrefix), min(len(what), length-10))]
	for len(what) < length {
		what += strings.ToLower(rand.Text())
	}
	return what[:length]
}

// maybeToken is what a token can look like: "The shape of the token response: not shown".
var maybeToken = regexp.MustCompile(`[\w~+/=.-]{20,}`)
