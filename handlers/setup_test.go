package handlers_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"flag"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/application"
	"payapp/internal/site"
	"payapp/internal/testing/browser"
	"payapp/internal/testing/journal"
	"payapp/internal/testing/leaks"
	"payapp/methods"
	"payapp/money"
	"payapp/sandbox"
)

// world is the application and the real sandbox, each on a port of its own,
// with one clock that tests move.
type world struct {
	t       testing.TB
	box     *sandbox.Sandbox
	gateway *httptest.Server
	app     *httptest.Server
	clock   *clock
	log     *journal.Journal
	ending  slog.Handler // its last lines are part of a failure
	calls   *callLog
	keys    [][]byte
	replica *atomic.Pointer[http.Handler]
	header  *atomic.Int64 // bytes of the longest answer's headers
}

// of is the same world for a row of a table, whose failures are the row's. Rows take
// turns: the world has one clock.
func (w *world) of(t testing.TB) *world {
	row := *w
	row.t = t
	return &row
}

// restart puts a replica that knows nothing in the application's place.
func (w *world) restart(logger *slog.Logger, change ...func(*application.Config)) {
	w.t.Helper()
	h := w.handler(logger, change...)
	w.replica.Store(&h)
}

type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// run lets the time go on by itself, ten times as fast as it does, until stop.
func (c *clock) run() (stop func()) {
	ended := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		beat := time.NewTicker(10 * time.Millisecond)
		defer beat.Stop()
		for {
			select {
			case <-ended:
				return
			case <-beat.C:
				c.advance(100 * time.Millisecond)
			}
		}
	})
	return func() { close(ended); running.Wait() }
}

// callLog notes every call that reaches the gateway.
type callLog struct {
	now      func() time.Time
	mu       sync.Mutex
	list     []string          // every call
	accepted []string          // paths of POSTs that were answered 2xx
	bodies   map[string][]byte // of the last POST, by path
	next     http.Handler
}

func (c *callLog) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	c.list = append(c.list, r.Method+" "+r.URL.Path)
	next := c.next
	if r.Method == http.MethodPost {
		body, _ := io.ReadAll(r.Body) // a torn one fails to decode where it is looked at
		r.Body = io.NopCloser(bytes.NewReader(body))
		if c.bodies == nil {
			c.bodies = map[string][]byte{}
		}
		c.bodies[r.URL.Path] = body
	}
	c.mu.Unlock()
	answer := &statusRecorder{ResponseWriter: w}
	answer.Header().Set("Date", c.now().UTC().Format(http.TimeFormat)) // of whoever answers in the sandbox's place
	next.ServeHTTP(answer, r)
	if r.Method == http.MethodPost && answer.status < 300 {
		c.mu.Lock()
		c.accepted = append(c.accepted, r.URL.Path)
		c.mu.Unlock()
	}
}

// replace puts another gateway in the place of the one that answers, also while
// calls are under way.
func (c *callLog) replace(next http.Handler) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next = next
}

// statusRecorder remembers an answer's status.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

func (s *statusRecorder) WriteHeader(status int) {
	s.status = status
	s.ResponseWriter.WriteHeader(status)
}

// Unwrap lets the sandbox cut connections.
func (s *statusRecorder) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// creation is the body with which a payment was created, as the gateway got it.
func (c *callLog) creation(t testing.TB, idPayin string) (body map[string]any) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	decoder := json.NewDecoder(bytes.NewReader(c.bodies["/payins/"+idPayin]))
	decoder.UseNumber()
	if err := decoder.Decode(&body); err != nil {
		t.Fatalf("creation of %s: %v", idPayin, err)
	}
	return body
}

func (c *callLog) count(prefix string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for _, call := range c.list {
		if strings.HasPrefix(call, prefix) {
			n++
		}
	}
	return n
}

func (c *callLog) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = nil
}

// setup is a world for a test, which then runs beside others: each has its own.
func setup(t testing.TB, change ...func(*application.Config)) *world {
	t.Helper()
	return setupBeside(t, false, change...)
}

// setupBeside is setup with a sandbox that may be strict: one that grants and
// answers only what the interface shows.
func setupBeside(t testing.TB, strict bool, change ...func(*application.Config)) *world {
	t.Helper()
	runBeside(t)
	return setupAlone(t, strict, change...)
}

// running are the tests that run beside others already.
var running sync.Map

// runBeside lets a test run beside others. Parts of one stay in their order, which
// their test may rely on.
func runBeside(t testing.TB) {
	if t, ok := t.(*testing.T); ok && !strings.Contains(t.Name(), "/") {
		if _, already := running.LoadOrStore(t, true); !already {
			t.Parallel()
		}
	}
}

// setupAlone is a world for a test that measures this process, and so has to be
// alone in it.
func setupAlone(t testing.TB, strict bool, change ...func(*application.Config)) *world {
	t.Helper()
	w := &world{t: t, clock: &clock{at: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}, log: &journal.Journal{}, ending: logEnd(t)}
	w.replica, w.header = new(atomic.Pointer[http.Handler]), new(atomic.Int64)
	logger := slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	box, err := sandbox.New(t.Context(), sandbox.Config{
		Calm: true, Manual: true, Rate: 1000, Strict: strict, Now: w.clock.now, Logger: slog.New(slog.DiscardHandler), Key: shortKey(),
		Sleep: func(context.Context, time.Duration) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.box = box
	w.calls = &callLog{next: box.Handler(), now: w.clock.now}
	w.gateway = httptest.NewServer(w.calls)
	w.keys = [][]byte{randomKey()}
	w.restart(logger, change...)
	w.app = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		(*w.replica.Load()).ServeHTTP(rw, r)
		var header bytes.Buffer
		_ = rw.Header().Write(&header) // a buffer takes everything
		w.header.Store(max(w.header.Load(), int64(header.Len())))
	}))
	t.Cleanup(func() {
		w.app.Close()
		w.gateway.Close()
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// logEnd keeps the last lines that are logged, and prints them if the test fails:
// what was wanted, what came and the page's words are in its own message
// (browser.Page: Words).
func logEnd(t testing.TB) slog.Handler {
	t.Helper()
	tail := &journal.Tail{}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the log ends:\n%s", tail)
		}
	})
	return slog.NewTextHandler(tail, nil)
}

// shortKey signs for the merchants: thousands of tokens, each in a quarter of the
// time that the sandbox's own key takes.
var shortKey = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		panic(err)
	}
	return key
})

func randomKey() []byte {
	key := make([]byte, 32)
	_, _ = rand.Read(key)
	return key
}

// handler is one replica of the application, as main wires it.
func (w *world) handler(logger *slog.Logger, change ...func(*application.Config)) http.Handler {
	w.t.Helper()
	cfg := application.Config{
		GatewayURL: w.gateway.URL, Keys: w.keys, Catalogue: methods.Default(), Now: w.clock.now,
		Logger:   slog.New(slog.NewMultiHandler(logger.Handler(), w.ending)),
		Rate:     1000,
		Timings:  apiclient.Timings{Backoff: time.Millisecond, Limited: time.Millisecond, RetryAfterCap: time.Millisecond},
		Settings: site.Settings{AllowHTTP: true, Sandbox: true}, Patience: time.Hour, NamePatience: time.Hour, // pages don't depend on how busy the machine is
	}
	for _, c := range change {
		c(&cfg)
	}
	h, err := application.New(cfg)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(h.Drain) // lets go of what a test still held
	return h
}

// browser is a customer who was never here before.
func (w *world) browser() *browser.Browser { return browser.New(w.t, w.app.URL) }

// link is a RedirectURL's query with a freshly signed token, changed by pairs
// of name and value; "token" "" keeps the signed one.
func (w *world) link(amount, currency string, pairs ...string) url.Values {
	w.t.Helper()
	v := url.Values{
		"merchantCode": {"DEMO"}, "idPayin": {"order-" + strings.ToLower(rand.Text()[:8])},
		"amount": {amount}, "currencyCode": {currency},
		"callbackUrl": {"http://127.0.0.1:9/callback"}, "returnUrl": {"https://shop.example/thanks?order=1&x=a%20b"},
	}
	for i := 0; i < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	if v.Get("token") == "" {
		v.Set("token", w.token(v.Get("merchantCode"), v.Get("idPayin"), amount, currency))
	}
	return v
}

func (w *world) token(merchant, idPayin, amount, currency string) string {
	w.t.Helper()
	operations := append(sandbox.AppOperations(idPayin), "POST /payins/"+idPayin+"/externalReference")
	token, err := w.box.SignToken(w.t.Context(), sandbox.TokenSpec{
		MerchantCode: merchant, IDPayin: idPayin, Money: money.MustParse(amount, currency),
		Validity: 30 * time.Minute, Operations: operations,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return token
}

// set moves a payment's status as the console's button does.
func (w *world) set(idPayin, status string) {
	w.t.Helper()
	response, err := http.PostForm(w.gateway.URL+"/console/payins/"+idPayin, url.Values{"status": {status}})
	if err != nil {
		w.t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode >= 400 {
		body, _ := io.ReadAll(response.Body)
		w.t.Fatalf("console: %d %s", response.StatusCode, body)
	}
	w.clock.advance(3 * time.Second) // older than any answer that is reused
}

// proveVersion is another customer, whose options show that the gateway takes our
// version.
func (w *world) proveVersion() {
	w.t.Helper()
	w.browser().Enter(w.link("10", "THB")).Want(200, "options")
}

// with merges pairs into a copy of values.
func with(values url.Values, pairs ...string) url.Values {
	v := maps.Clone(values)
	for i := 0; i < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return v
}

// TestMain fails when a goroutine outlives the tests.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // worlds come and go: half as much time for what they leave behind
	// Many of them wait, for a gateway that is slow on purpose: more run side by
	// side than there are processors.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	leaks.Main(m)
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

// tokenFor is a token with the three operations of PAYIN_CREATE and no more.
func (w *world) tokenFor(idPayin, amount, currency string, validity time.Duration) string {
	w.t.Helper()
	operations := []string{"POST /payins/!availablePaymentOptions", "POST /payins/" + idPayin, "GET /payins/" + idPayin}
	token, err := w.box.SignToken(w.t.Context(), sandbox.TokenSpec{
		MerchantCode: "DEMO", IDPayin: idPayin, Money: money.MustParse(amount, currency), Validity: validity, Operations: operations,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return token
}

// read is the payment as a merchant reads it.
func (w *world) read(idPayin string) map[string]any {
	w.t.Helper()
	token, err := w.box.SignToken(w.t.Context(), sandbox.TokenSpec{MerchantCode: "DEMO", IDPayin: idPayin, Operations: []string{"GET /payins/.*"}})
	if err != nil {
		w.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodGet, w.gateway.URL+"/payins/"+url.PathEscape(idPayin), nil)
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("X-API-Version", "2")
	r.Header.Set("Accept", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer response.Body.Close()
	var payin map[string]any
	if err := json.NewDecoder(response.Body).Decode(&payin); err != nil {
		w.t.Fatal(err)
	}
	return payin
}

// longNoise is text that doesn't compress.
func longNoise(n int) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(rand.Text())
	}
	return b.String()[:n]
}
