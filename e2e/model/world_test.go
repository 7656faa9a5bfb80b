package model

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"payapp/internal/testing/dialect"
	"payapp/sandbox"
)

// rate is the gateway's, in requests a second and merchant.
const rate = 10

// merchantKey is shared, so that worlds needn't each make one.
var merchantKey = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
})

// tester is what a world needs of *rapid.T or *testing.T.
type tester interface {
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
	Log(args ...any)
	Cleanup(f func())
}

// worlds numbers the worlds, for their networks' names.
var worlds atomic.Int64

// world is everything that one run drives: replicas, the gateway, and the
// people of its payments.
type world struct {
	t        tester
	print    func(string) // prints the first failing run as it was
	store    *store       // shared by the replicas; nil in a bubble
	offset   atomic.Int64 // of the clock, outside a bubble
	name     string
	box      *sandbox.Sandbox
	other    *dialect.Gateway // instead of the sandbox, or nil
	loads    sync.Map         // *browser.Page → load
	door     *door
	key      []byte
	secrets  []string // must be in no output
	reader   string   // the merchant's own token, for all of the payments
	front    *front
	payments []*payment
	people   []*customer

	moments atomic.Int64 // counts requests, to tell which began before which ended

	mu      sync.Mutex
	refs    map[string]*payment // by the ref of the address
	faults  []string            // violated invariants
	story   []string            // what happened
	started []*replica          // ever
}

// newWorld opens the gateway, the sandbox or one unlike it, and starts the replicas.
// They end with the run.
func newWorld(t tester, print func(string), replicas int, shared *store, unlike bool) *world {
	w := &world{
		t: t, print: print, store: shared, name: fmt.Sprintf("w%d", worlds.Add(1)), key: make([]byte, 32),
		refs: map[string]*payment{},
	}
	_, _ = rand.Read(w.key)
	w.secrets = []string{"eyJhbGciOi", base64.StdEncoding.EncodeToString(w.key), base64.RawURLEncoding.EncodeToString(w.key)}
	if unlike {
		w.other = &dialect.Gateway{Now: w.now, Moment: func() int64 { return w.moments.Add(1) }, Accepted: w.accept}
	}
	box, err := sandbox.New(context.Background(), sandbox.Config{
		Calm: true, Manual: true, Key: merchantKey(), Rate: w.rate(), Now: w.now, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatalf("sandbox: %v", err)
	}
	w.box, w.door = box, &door{world: w, next: box.Handler(), lost: map[string]int{}}
	if unlike {
		w.door.next = w.other
	}
	server := &http.Server{Handler: w.door, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)}
	served := make(chan error, 1)
	network := listen(w.name)
	go func() { served <- server.Serve(network) }()
	w.front = &front{world: w, replicas: make([]*replica, replicas)}
	for i := range w.front.replicas {
		w.front.replicas[i] = w.start()
	}
	w.calm()
	t.Cleanup(func() {
		for _, r := range w.started {
			r.kill()
			ctx, cancel := context.WithTimeout(context.Background(), w.really(time.Minute))
			r.app.Close(ctx)
			cancel()
		}
		_ = server.Close()
		<-served
		if err := box.Close(); err != nil {
			t.Errorf("close sandbox: %v", err)
		}
		if w.store == nil {
			// All waits time out. A goroutine that still waits is a leak, and
			// ends the run as a deadlock.
			time.Sleep(time.Hour)
		}
	})
	return w
}

// tell writes the run's story, which a failure prints.
func (w *world) tell(format string, args ...any) {
	line := w.now().Format(time.TimeOnly) + " " + fmt.Sprintf(format, args...)
	w.t.Log(line)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.story = append(w.story, line)
}

// fail notes a violated invariant of a kind, for the current action to report.
// The message must be the same when the run is repeated, or rapid calls it
// flaky: put what differs into tell.
func (w *world) fail(kind, format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if fault := kind + ": " + fmt.Sprintf(format, args...); !slices.Contains(w.faults, fault) {
		w.faults = append(w.faults, fault)
	}
}

// report ends the run if an invariant was violated.
func (w *world) report(t tester) {
	w.mu.Lock()
	faults, story := w.faults, w.story
	w.mu.Unlock()
	if len(faults) > 0 {
		w.print(strings.Join(append(story, faults...), "\n"))
		slices.Sort(faults)
		t.Fatalf("%s", strings.Join(slices.Compact(faults), "\n"))
	}
}

// leak returns a secret that the text contains; "" for none.
func (w *world) leak(text string) string {
	for _, secret := range w.secrets {
		if strings.Contains(text, secret) {
			return secret
		}
	}
	return ""
}

// Write is the replicas' log, which is only searched for secrets.
func (w *world) Write(line []byte) (int, error) {
	if secret := w.leak(string(line)); secret != "" {
		w.fail("other", "the log holds %q: %s", secret, line)
	}
	return len(line), nil
}

// console changes a payment's status as an operator of the gateway does.
func (w *world) console(id, status string) bool {
	form := strings.NewReader(url.Values{"status": {status}}.Encode())
	r := httptest.NewRequest(http.MethodPost, "/console/payins/"+url.PathEscape(id), form)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer := httptest.NewRecorder()
	w.box.Handler().ServeHTTP(answer, r)
	return answer.Code < 400
}

// truth is the payment as its merchant reads it: HTTP status and body.
func (w *world) truth(p *payment) (int, string) {
	if w.other != nil {
		return w.askOther(p)
	}
	if w.reader == "" {
		var err error
		w.reader, err = w.box.SignToken(context.Background(), sandbox.TokenSpec{
			MerchantCode: p.merchant, Operations: []string{"GET /payins/.*"}, Validity: 1000 * time.Hour,
		})
		if err != nil {
			w.t.Fatalf("sign: %v", err)
		}
	}
	for {
		r := httptest.NewRequest(http.MethodGet, "/payins/"+url.PathEscape(p.id), http.NoBody)
		r.Header.Set("Authorization", "Bearer "+w.reader)
		r.Header.Set("X-API-Version", "2")
		r.Header.Set("Accept", "application/json")
		answer := httptest.NewRecorder()
		w.box.Handler().ServeHTTP(answer, r)
		if answer.Code == http.StatusTooManyRequests {
			w.sleep(time.Second)
			continue
		}
		body, _ := io.ReadAll(answer.Body)
		return answer.Code, string(body)
	}
}

// ledgerOf is the payment's ledger; nil if it isn't ours.
func (w *world) ledgerOf(id string) *ledger {
	for _, p := range w.payments {
		if p.id == id {
			return &p.book
		}
	}
	return nil
}

// named gives a payment the ref that names it in addresses.
func (w *world) named(ref string, p *payment) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if other := w.refs[ref]; other != nil && other != p {
		w.faults = append(w.faults, fmt.Sprintf("payments %s and %s share the ref %s", other.id, p.id, ref))
	}
	w.refs[ref] = p
}

// place describes an address in words that are the same when a run is repeated.
func (w *world) place(target string) string {
	path, _, _ := strings.Cut(target, "?")
	parts := strings.Split(path, "/")
	if p := w.of(path); p != nil {
		parts[2] = p.id
	}
	return strings.Join(parts, "/")
}

// of is the payment of a path.
func (w *world) of(path string) *payment {
	parts := strings.Split(path, "/")
	if len(parts) < 3 {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.refs[parts[2]]
}
