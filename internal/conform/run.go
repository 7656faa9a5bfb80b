package conform

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

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
	Tell        func(string)      // says what the person is to do
	Done        <-chan struct{}   // the person has done it
	Poll        time.Duration     // until the payment is read again; 0 = 3 s
	Pace        float64           // requests a second, fewer than the gateway takes; 0 = 4
}

// withDefaults leaves room for others: a person takes minutes, and the gateway's rate is theirs too.
func (c Config) withDefaults() Config {
	c.Poll, c.Pace = cmp.Or(c.Poll, 3*time.Second), cmp.Or(c.Pace, 4)
	return c
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
	wire      *wire
	client    *apiclient.Client
	gate      *apiclient.Limiter
	seconds   bool            // the timestamp's unit
	tokenAt   string          // the property with the token
	id        string          // of a payment that is never made
	token     apiclient.Token // of it
	unborn    int             // how a read of it is answered
	returning int             // how long a returnUrl may be
	real      bool            // a payment wasn't marked as a test
	hasty     atomic.Bool     // a 429 had no Retry-After
	seen      map[string]seen
	file      file
}

// Run asks everything. With the findings comes a catalogue file that mends what a
// setting can, nil if there is none.
func Run(ctx context.Context, config Config) (findings.List, []byte, error) {
	config = config.withDefaults()
	gate := apiclient.NewLimiter(config.Pace)
	r := &run{Config: config, wire: &wire{next: apiclient.SharedTransport()}, gate: gate, id: newID("none"), returning: lengths[0], seen: map[string]seen{}}
	var err error
	r.client, err = apiclient.New(apiclient.Config{
		BaseURL: r.Gateway, Transport: r.wire, Gate: gate, Logger: slog.New(slog.DiscardHandler), Timings: apiclient.Timings{Attempts: 1},
		RedirectProperty: r.Catalogue.RedirectProperty, QRProperty: r.Catalogue.QRProperty, ReferencePath: r.Catalogue.ReferencePath, StatusWords: r.Catalogue.StatusWords,
	})
	if err != nil {
		return nil, nil, err
	}
	if r.begin(ctx); !r.token.IsZero() {
		r.ask(ctx, probes, nil)
		r.payments(ctx)
		r.rate(ctx)
	}
	content, err := r.file.yaml()
	return r.report(), content, err
}

// newID says what it is, and fits where a UUID does.
func newID(what string) string {
	what = idPrefix + strings.ToLower(strings.ReplaceAll(what, "_", ""))
	return what[:min(len(what), 25)] + "-" + strings.ToLower(rand.Text()[:10])
}

func path(id string) string { return "/payins/" + url.PathEscape(id) }

// send sends what the client can't; nil if no answer came.
func (r *run) send(ctx context.Context, by http.RoundTripper, method, path string, header http.Header, body string) *http.Response {
	request, err := http.NewRequestWithContext(ctx, method, strings.TrimRight(r.Gateway, "/")+path, strings.NewReader(body))
	if err != nil {
		return nil
	}
	request.Header = header
	for name, value := range map[string]string{"Accept": "application/json", "X-Api-Version": "2", "Content-Type": "application/json"} {
		request.Header.Set(name, value)
	}
	answer, err := (&http.Client{Transport: by, Timeout: 10 * time.Second}).Do(request)
	if err != nil {
		return nil
	}
	defer answer.Body.Close()
	return answer
}

// words are the last answer's own, short, without token and secret.
func (r *run) words() string {
	text := maybeToken.ReplaceAllStringFunc(strings.Join(strings.Fields(string(r.wire.body)), " "), func(s string) string {
		if strings.HasPrefix(s, idPrefix) || !strings.ContainsAny(s, "0123456789") {
			return s // an order's id; a code of an error
		}
		return "[token]"
	})
	if secret := r.Credentials.Secret; secret != "" {
		text = strings.ReplaceAll(text, secret, "[secret]")
	}
	return strings.TrimSpace(fmt.Sprintf("%d %.160s", r.wire.status, text))
}

// idPrefix says what a payment of this command's is for.
const idPrefix = "conform-"

// maybeToken is what a token can look like: "The shape of the token response: not shown".
var maybeToken = regexp.MustCompile(`[\w~+/=.-]{20,}`)
