package stream

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"payapp/internal/testing/leaks"
)

// A hub without streams has no goroutines.
func TestMain(m *testing.M) { leaks.Main(m) }

// source is a payment whose version a test sets.
type source struct {
	mu       sync.Mutex
	due      News
	notify   []func()
	watchers int
	asked    int
}

func (s *source) News() News {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	if s.due.Version == "panic" {
		panic("a hole")
	}
	return s.due
}

func (s *source) Watch(notify func()) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notify = append(s.notify, notify)
	s.watchers++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.watchers--
	}
}

// set changes what is due, and tells the stream.
func (s *source) set(due News) {
	s.mu.Lock()
	s.due = due
	notify := s.notify
	s.mu.Unlock()
	for _, t := range notify {
		t()
	}
}

func (s *source) watched() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.watchers
}

func (s *source) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

func at(version string) *source { return &source{due: News{Version: version}} }

// client is the other end of a stream. It records what it is told, and when.
type client struct {
	conn net.Conn
	slow bool // it reads the opening and no more

	mu     sync.Mutex
	events []event
	closed time.Time
}

type event struct {
	text string // fields in the order received, joined by "; "
	at   time.Time
}

func (c *client) listen() {
	var fields []string
	for r := bufio.NewReader(c.conn); ; {
		line, err := r.ReadString('\n')
		c.mu.Lock()
		if err != nil {
			c.closed = time.Now()
			c.mu.Unlock()
			return
		}
		if line = strings.TrimRight(line, "\n"); line != "" {
			fields = append(fields, line)
		} else if len(fields) > 0 {
			c.events = append(c.events, event{strings.Join(fields, "; "), time.Now()})
			fields = nil
		}
		deaf := c.slow && len(fields) == 0 && len(c.events) > 1
		c.mu.Unlock()
		if deaf {
			return
		}
	}
}

func (c *client) all() []event {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.events)
}

// heard are the events so far, without the reconnection time.
func (c *client) heard() (list []string) {
	for _, e := range c.all() {
		text := e.text
		if strings.HasPrefix(text, "retry: ") {
			_, text, _ = strings.Cut(text, "; ")
		}
		list = append(list, text)
	}
	return list
}

// retry is the last reconnection time that was told.
func (c *client) retry() (wait time.Duration) {
	for _, e := range c.all() {
		var ms int
		if _, err := fmt.Sscanf(e.text, "retry: %d", &ms); err == nil {
			wait = time.Duration(ms) * time.Millisecond
		}
	}
	return wait
}

func (c *client) ended() (time.Time, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closed, !c.closed.IsZero()
}

// quiet is a hub that doesn't log what a test breaks.
func quiet(config Config) *Hub {
	config.Logger = slog.New(slog.DiscardHandler)
	return New(config)
}

// pipe holds a stream over a connection in memory, for tests that move time.
func pipe(t *testing.T, s *Stream, opening Opening, of Source) *client {
	t.Helper()
	return hold(t, &client{}, s, opening, of)
}

func hold(t *testing.T, c *client, s *Stream, opening Opening, of Source) *client {
	t.Helper()
	server, browser := net.Pipe()
	c.conn = browser
	go c.listen()
	s.Hold(server, opening, of)
	t.Cleanup(func() { _ = browser.Close() })
	return c
}

func reserve(t *testing.T, h *Hub, payment, address string) *Stream {
	t.Helper()
	s, ok := h.Reserve(payment, address)
	if !ok {
		t.Fatalf("no place for %s from %s", payment, address)
	}
	return s
}

// dial makes both ends of a connection over loopback.
func dial(t testing.TB, listener net.Listener) (server, browser net.Conn) {
	t.Helper()
	accepted := make(chan net.Conn, 1)
	go func() {
		c, err := listener.Accept()
		if err != nil {
			t.Error(err)
		}
		accepted <- c
	}()
	browser, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return <-accepted, browser
}

func listen(t testing.TB) net.Listener {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return listener
}
