package model

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"payapp/internal/application"
	"payapp/internal/site"
	"payapp/internal/testing/dialect"
	"payapp/methods"
)

// patience is the longest that any answer may take; the server cuts off later
// ones (application.Server).
const patience = 40 * time.Second

// hang is the longest wait for any answer, a stream's end included.
const hang = 15 * time.Minute

// replica is one process of the application. It reaches the gateway by a host
// name of its own, to tell a dead one from its successor.
type replica struct {
	name    string
	app     *application.Application
	metrics *prometheus.Registry
	dead    chan struct{}
	once    sync.Once
}

func (r *replica) kill() { r.once.Do(func() { close(r.dead) }) }

// start starts a replica that knows nothing. All have the same session keys.
func (w *world) start() *replica {
	w.mu.Lock()
	name := fmt.Sprintf("r%d.%s.localhost", len(w.started), w.name)
	w.mu.Unlock()
	registry := prometheus.NewRegistry()
	r := &replica{name: name, metrics: registry, dead: make(chan struct{})}
	config := application.Config{
		GatewayURL: "http://" + name, Keys: [][]byte{w.key}, Catalogue: methods.Default(), Metrics: registry, Bundle: dialect.WithKeys(),
		Logger:   slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Rate:     float64(rate) / float64(len(w.front.replicas)), // as the README says, without a store
		Settings: site.Settings{AllowHTTP: true, Sandbox: true},
	}
	if w.store != nil {
		w.share(r, &config)
	}
	app, err := application.New(config)
	if err != nil {
		w.t.Fatalf("application: %v", err)
	}
	r.app = app
	w.mu.Lock()
	w.started = append(w.started, r)
	w.mu.Unlock()
	return r
}

// front is the load balancer: any replica serves any request.
type front struct {
	world    *world
	mu       sync.Mutex
	replicas []*replica
	next     uint64 // a small random generator, seeded by the run
	sticky   bool   // always the first, as with one replica
	plan     []int  // who serves the next requests
}

// pick is the replica for the next request.
func (f *front) pick() *replica {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.plan) > 0 {
		i := f.plan[0]
		f.plan = f.plan[1:]
		return f.replicas[i]
	}
	f.next = f.next*6364136223846793005 + 1442695040888963407
	if f.sticky {
		return f.replicas[0]
	}
	return f.replicas[int(f.next>>33)%len(f.replicas)]
}

// put changes who serves.
func (f *front) put(replicas ...*replica) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.replicas = replicas
}

// restart kills a replica and puts a new one, which knows nothing, in its
// place.
func (f *front) restart(i int) {
	fresh := f.world.start()
	f.mu.Lock()
	old := f.replicas[i]
	f.replicas[i] = fresh
	f.mu.Unlock()
	old.kill()
}

// lives reports whether the replica with that name wasn't killed.
func (w *world) lives(name string) bool {
	w.front.mu.Lock()
	defer w.front.mu.Unlock()
	for _, r := range w.front.replicas {
		if r != nil && r.name == name {
			return true
		}
	}
	return len(w.front.replicas) > 0 && w.front.replicas[len(w.front.replicas)-1] == nil // still starting
}

var errCut = errors.New("the replica was killed")

// serve answers one request. If the replica dies meanwhile, the customer sees a
// cut connection.
func (f *front) serve(r *http.Request) (*recorder, error) {
	to := f.pick()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	answer := &recorder{header: http.Header{}, by: to.name}
	done := make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		to.app.ServeHTTP(answer, r.WithContext(ctx))
		if answer.taken != nil {
			answer.listen(ctx)
		}
	}()
	select {
	case <-to.dead:
		return nil, errCut
	case <-time.After(hang):
		f.world.fail("other", "%s %s: no answer after %v", r.Method, r.URL.Path, hang)
		return nil, errCut
	case failure := <-done:
		if failure == http.ErrAbortHandler {
			return nil, errCut
		}
		if failure != nil {
			f.world.fail("other", "%s %s panics beyond its own care: %v", r.Method, r.URL.Path, failure)
		}
		return answer, nil
	}
}

// recorder is a response in memory. It can be flushed and hijacked, so that
// streams are held open as on a real connection.
type recorder struct {
	by     string       // the replica
	taken  net.Conn     // the customer's end
	raw    bytes.Buffer // what came over it
	ended  chan struct{}
	header http.Header
	sent   http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status, r.sent = status, r.header.Clone()
	}
}

func (r *recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(p)
}

// Hijack hands over the connection, as net/http's does, and reads what is
// written on it.
func (r *recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	ours, theirs := net.Pipe()
	r.taken, r.ended = ours, make(chan struct{})
	go func() {
		defer close(r.ended)
		_, _ = r.raw.ReadFrom(ours)
	}()
	return theirs, bufio.NewReadWriter(bufio.NewReader(theirs), bufio.NewWriter(theirs)), nil
}

// listen waits until a hijacked connection ends or ctx is done.
func (r *recorder) listen(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-r.ended:
	}
	_ = r.taken.Close()
	<-r.ended
	response, err := http.ReadResponse(bufio.NewReader(&r.raw), nil)
	if err != nil {
		return // cut off before it began
	}
	_, _ = r.body.ReadFrom(response.Body) // its end may be missing
	r.status, r.sent = response.StatusCode, response.Header
}

func (r *recorder) Flush()                           { r.WriteHeader(http.StatusOK) }
func (r *recorder) SetWriteDeadline(time.Time) error { return nil }
func (r *recorder) SetReadDeadline(time.Time) error  { return nil }

// scrape reads a replica's metrics as an operator's monitoring does.
func (w *world) scrape(r *replica) {
	answer := &recorder{header: http.Header{}}
	ask, _ := http.NewRequest(http.MethodGet, "/metrics", http.NoBody)
	promhttp.HandlerFor(r.metrics, promhttp.HandlerOpts{DisableCompression: true}).ServeHTTP(answer, ask)
	text := answer.body.String()
	if secret := w.leak(text); secret != "" {
		w.fail("other", "the metrics hold %q", secret)
	}
	for _, p := range w.payments {
		if strings.Contains(text, p.id) {
			w.fail("other", "the metrics hold the order %s: their labels have no bound", p.id)
		}
	}
}
