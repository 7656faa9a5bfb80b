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

	"payapp/internal/application"
)

// drainTimeout is how long requests under way may take at the end.
const drainTimeout = 25 * time.Second

// server is one port.
type server struct {
	name     string
	listener net.Listener
	http     *http.Server
	handler  http.Handler
	leaving  atomic.Bool    // it will stop soon
	streams  sync.WaitGroup // being told to go elsewhere
}

// drainer is a handler with requests that stay open, such as event streams.
// Drain tells their clients to reconnect elsewhere, and returns when the last
// has ended.
type drainer interface{ Drain() }

// closer is a handler with background work. Close waits for what mustn't be
// lost, until ctx ends.
type closer interface{ Close(ctx context.Context) }

// elsewhere is how each port is moved.
var elsewhere = map[string]string{
	"application": "PAYAPP_ADDR=127.0.0.1:7080", "sandbox": "PAYAPP_SANDBOX_ADDR=127.0.0.1:7081", "admin": "PAYAPP_ADMIN_ADDR=127.0.0.1:7090",
}

// listenOn opens a port now, so that one in use is an error before the banner.
func listenOn(name, addr string, handler http.Handler, logger *slog.Logger) (*server, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; to listen elsewhere: %s", name, err, elsewhere[name])
	}
	s := &server{name: name, listener: listener, handler: handler}
	s.http = application.Server(s, logger)
	return s, nil
}

// ServeHTTP answers as the handler does. While the server is leaving,
// connections are closed after their request, so that a load balancer sends the
// next one elsewhere. Idle connections stay open, since a request may be on its
// way.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.leaving.Load() {
		w.Header().Set("Connection", "close")
	}
	s.handler.ServeHTTP(w, r)
}

// leave begins the end: open streams are told to go elsewhere.
func (s *server) leave() {
	s.leaving.Store(true)
	if streams, ok := s.handler.(drainer); ok {
		s.streams.Go(streams.Drain) // a slow client mustn't delay the rest
	}
}

// address is the server's address on this machine.
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

// serve runs all ports until ctx ends or one fails. Then it isn't ready, but
// accepts requests for a while: a load balancer needs a moment to notice, and
// what it sends meanwhile mustn't be lost. At the end requests under way may
// finish.
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
		a.logger.Info("stopping", "delay_ms", a.drainDelay.Milliseconds())
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

// leave turns readiness off first: clients of ended streams reconnect soon.
func (a *app) leave(servers []*server) {
	a.draining.Store(true)
	for _, s := range servers {
		s.leave()
	}
}

// delay fires when no more requests need to be accepted.
func (a *app) delay() <-chan time.Time {
	if a.after == nil {
		return time.After(a.drainDelay) //nolint:forbidigo // as long as the operator wants; tests give a clock of theirs
	}
	return a.after(a.drainDelay)
}
