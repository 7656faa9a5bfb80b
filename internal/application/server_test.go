package application_test

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"payapp/internal/application"
	"payapp/internal/testing/await"
	"payapp/internal/testing/journal"
)

// fullPort is a listener that fails once for lack of file descriptors.
type fullPort struct {
	net.Listener
	told sync.Once
}

func (p *fullPort) Accept() (c net.Conn, err error) {
	p.told.Do(func() { err = tooManyFilesError{} })
	if err != nil {
		return nil, err
	}
	return p.Listener.Accept()
}

// tooManyFilesError is an error after which net/http continues.
type tooManyFilesError struct{}

func (tooManyFilesError) Error() string   { return "too many open files" }
func (tooManyFilesError) Timeout() bool   { return false }
func (tooManyFilesError) Temporary() bool { return true }

// The server's own errors are logged for operators. Clients that connect and
// leave silently aren't.
func TestServerTellsItsTroubles(t *testing.T) {
	log := &journal.Journal{}
	server := application.Server(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a hole") }), slog.New(slog.NewTextHandler(log, nil)))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(&fullPort{Listener: listener}) }()

	for _, request := range []string{"", "GET / HT", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: nothing\r\n\r\nab", "nonsense\r\n\r\n"} {
		visit(t, listener.Addr().String(), request)
	}
	if text := log.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "too many open files") {
		t.Errorf("a full port and clients that hang up are told as:\n%s", text)
	}
	visit(t, listener.Addr().String(), "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	if err := server.Close(); err != nil {
		t.Error(err)
	}
	await.For(t, "the server's end", ended)
	if text := log.String(); !strings.Contains(text, "a hole") {
		t.Errorf("a panic isn't told:\n%s", text)
	}
}

// visit sends a request as given, and reads until the server hangs up.
func visit(t *testing.T, address, request string) {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, request); err != nil {
		t.Fatal(err)
	}
	if err := c.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, c) // a reset is an end, too
}

// Fault 40, "slow headers are cut off": no part of a request may take as long
// as its sender likes, and none is larger than a page needs.
func TestFault40_NothingTakesForEver(t *testing.T) {
	server := application.Server(http.NotFoundHandler(), slog.New(slog.DiscardHandler))
	for what, limit := range map[string]time.Duration{
		"the head": server.ReadHeaderTimeout, "the whole request": server.ReadTimeout, "the answer": server.WriteTimeout, "between requests": server.IdleTimeout,
	} {
		if limit <= 0 || limit > 2*time.Minute {
			t.Errorf("%s may take %v", what, limit)
		}
	}
	if server.ReadHeaderTimeout > 10*time.Second || server.MaxHeaderBytes > 64<<10 {
		t.Errorf("a head may take %v and %d bytes", server.ReadHeaderTimeout, server.MaxHeaderBytes)
	}

	// With almost no time allowed, the connection is in fact cut.
	server.ReadHeaderTimeout = time.Millisecond
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	c, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, c) // ends when the server hangs up
	if err := server.Close(); err != nil {
		t.Error(err)
	}
	await.For(t, "the server's end", ended)
}
