package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
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
}

// listenOn takes a port now, so that one in use is an error before the banner.
func listenOn(name, addr string, handler http.Handler, logger *slog.Logger) (*server, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &server{name, listener, application.Server(handler, logger)}, nil
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

// serve runs all ports until ctx ends or one fails; then it turns readiness
// off and lets requests finish.
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
		a.logger.Info("stopping")
	case err = <-failed:
	}
	a.draining.Store(true)
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	for _, s := range servers {
		err = errors.Join(err, s.http.Shutdown(drain))
	}
	return err
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
