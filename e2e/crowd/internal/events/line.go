package events

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Line is a watcher's connection for its event stream. Like a browser's, it is
// reused as long as the server keeps it; it uses little memory, so that ten
// thousand fit.
type Line struct {
	dialer net.Dialer
	conn   net.Conn
	in     *bufio.Reader
}

// NewLine uses one of several loopback addresses: a single one hasn't enough
// ports for a crowd that comes and goes.
func NewLine(number int) *Line {
	from := net.IPv4(127, 0, 1, byte(1+number%16))
	return &Line{dialer: net.Dialer{LocalAddr: &net.TCPAddr{IP: from}, Timeout: 20 * time.Second}}
}

// silence is how long a stream may be silent before the page's script considers
// it dead.
const silence = 50 * time.Second

// Stream is an answer being read.
type Stream struct {
	*reader
	Status     int
	RetryAfter string
	line       *Line
	keeps      bool // the server keeps the connection after this answer
	release    func() bool
}

// Open requests a stream. The connection ends with ctx.
func (l *Line) Open(ctx context.Context, address *url.URL, head string) (*Stream, error) {
	used := l.conn != nil
	s, err := l.ask(ctx, address, head)
	if err != nil && used && ctx.Err() == nil {
		s, err = l.ask(ctx, address, head) // the server had closed the kept connection meanwhile
	}
	return s, err
}

func (l *Line) ask(ctx context.Context, address *url.URL, head string) (*Stream, error) {
	if l.conn == nil {
		conn, err := l.dialer.DialContext(ctx, "tcp", address.Host)
		if err != nil {
			return nil, err
		}
		l.conn, l.in = conn, bufio.NewReaderSize(conn, 512)
	}
	conn := l.conn
	release := context.AfterFunc(ctx, func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(silence))
	request := "GET " + address.RequestURI() + " HTTP/1.1\r\n" +
		"Host: " + address.Host + "\r\n" +
		"Accept: text/event-stream\r\n" +
		"Cache-Control: no-cache\r\n" +
		head + "\r\n"
	if _, err := io.WriteString(conn, request); err != nil {
		release()
		l.HangUp()
		return nil, err
	}
	response, err := http.ReadResponse(l.in, nil) //nolint:bodyclose // that would read a held stream to its end; close hangs up
	if err != nil {
		release()
		l.HangUp()
		return nil, err
	}
	s := &Stream{
		Status: response.StatusCode, RetryAfter: response.Header.Get("Retry-After"), line: l,
		keeps: !response.Close, release: release, reader: newReader(response.Body),
	}
	if s.Status == http.StatusOK && !strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		s.Close(false)
		return nil, errors.New("the answer is no page of events")
	}
	return s, nil
}

// Next waits for the next event, as long as a page's script would.
func (s *Stream) Next() (Event, error) {
	_ = s.line.conn.SetReadDeadline(time.Now().Add(silence))
	return s.reader.next()
}

// Close ends the answer. If it was read to its end, the connection can be used
// again.
func (s *Stream) Close(ended bool) {
	s.release()
	if !ended || !s.keeps {
		s.line.HangUp()
	}
}

// HangUp closes the connection, if there is one.
func (l *Line) HangUp() {
	if l.conn != nil {
		_ = l.conn.Close()
		l.conn, l.in = nil, nil
	}
}

// WasSilent distinguishes a silent connection from a closed one.
func WasSilent(err error) bool {
	timeout, ok := errors.AsType[net.Error](err)
	return ok && timeout.Timeout()
}
