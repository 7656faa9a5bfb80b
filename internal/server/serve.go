package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"payapp/internal/application"
)

// drainTimeout is how long requests that are under way have in the end.
const drainTimeout = 25 * time.Second

// server is one port.
type server struct {
	name     string
	listener net.Listener
	http     *http.Server
	handler  http.Handler
	leaving  atomic.Bool    // it stops before long
	streams  sync.WaitGroup // those that are told to go elsewhere
}

// drainer is a handler that keeps requests open, as event streams are. Drain
// tells their browsers to come back elsewhere, and returns when the last has
// ended.
type drainer interface{ Drain() }

// closer is a handler that does more than answer requests. Close waits for what
// mustn't be lost, until ctx ends.
type closer interface{ Close(ctx context.Context) }

// listenOn takes a port now, so that one in use is an error before the banner.
func listenOn(name, addr string, handler http.Handler, logger *slog.Logger) (*server, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s := &server{name: name, listener: listener, handler: handler}
	s.http = application.Server(s, logger)
	return s, nil
}

// ServeHTTP answers as the handler does. A connection that is used while the
// server is leaving isn't kept: its next request begins a new one, which a load
// balancer leads elsewhere. Idle ones aren't closed on that account, since a
// request may be on its way on them.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.leaving.Load() {
		w.Header().Set("Connection", "close")
	}
	s.handler.ServeHTTP(w, r)
}

// leave begins the end: whoever has a request open is told to go elsewhere.
func (s *server) leave() {
	s.leaving.Store(true)
	if streams, ok := s.handler.(drainer); ok {
		s.streams.Go(streams.Drain) // a slow client mustn't delay the rest
	}
}

// address is how a person on this machine reaches the server.
func (s *server) address() string {
	host, port, err := net.SplitHostPort(s.listener.Addr().String())
	if err != nil {
		return "http://" + s.listener.Addr().String()
	}
	if ip := net.ParseIP(host); s.name != "admin" && (ip == nil || ip.IsUnspecified() || ip.IsLoopback()) {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// serve runs all ports until ctx ends or one fails. Then it isn't ready any
// more, but takes requests for a while yet: whoever balances the load needs a
// moment to notice, and what it sends meanwhile mustn't be lost. In the end
// requests that are under way may finish.
func (a *app) serve(ctx context.Context) error {
	servers := a.servers()
	failed := make(chan error, len(servers))
	for _, s := range servers {
		go func() {
			if err := s.http.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
				failed <- err
			}
		}()
	}
	var err error
	select {
	case <-ctx.Done():
		a.logger.Info("stopping", "delay", a.drainDelay)
		a.leave(servers)
		select {
		case <-a.delay():
		case err = <-failed:
		}
	case err = <-failed:
		a.leave(servers)
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	for _, s := range servers {
		err = errors.Join(err, s.http.Shutdown(drain))
		s.streams.Wait()
		if background, ok := s.handler.(closer); ok {
			background.Close(drain)
		}
	}
	return err
}

// leave turns readiness off first: streams that end come back soon.
func (a *app) leave(servers []*server) {
	a.draining.Store(true)
	for _, s := range servers {
		s.leave()
	}
}

// delay is over when no more requests need be taken.
func (a *app) delay() <-chan time.Time {
	if a.after == nil {
		return time.After(a.drainDelay) //nolint:forbidigo // as long as the operator wants; tests give a clock of theirs
	}
	return a.after(a.drainDelay)
}

func newMetrics() *prometheus.Registry {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return registry
}

// adminHandler answers operators, never on the public port. Whoever reaches it
// reaches an application whose parts are all wired and whose ports are all
// taken, so it is ready until it drains: there is no moment in which the banner
// says one thing and /readyz another.
func (a *app) adminHandler(metrics prometheus.Gatherer) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(metrics, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "ok") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if a.draining.Load() {
			say(w, http.StatusServiceUnavailable, "stopping")
			return
		}
		say(w, http.StatusOK, "ready")
	})
	return mux
}

func say(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}
