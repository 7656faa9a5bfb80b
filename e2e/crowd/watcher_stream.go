package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// line is a watcher's connection for its event stream. Like a browser's, it is
// reused as long as the server keeps it; it uses little memory, so that ten
// thousand fit.
type line struct {
	dialer net.Dialer
	conn   net.Conn
	in     *bufio.Reader
}

// newLine uses one of several loopback addresses: a single one hasn't enough
// ports for a crowd that comes and goes.
func newLine(number int) *line {
	from := net.IPv4(127, 0, 1, byte(1+number%16))
	return &line{dialer: net.Dialer{LocalAddr: &net.TCPAddr{IP: from}, Timeout: 20 * time.Second}}
}

// silence is how long a stream may be silent before the page's script considers
// it dead.
const silence = 50 * time.Second

// stream is an answer being read.
type stream struct {
	*eventReader
	status     int
	retryAfter string
	line       *line
	keeps      bool // the server keeps the connection after this answer
	release    func() bool
}

// open requests a stream. The connection ends with ctx.
func (l *line) open(ctx context.Context, address *url.URL, head string) (*stream, error) {
	used := l.conn != nil
	s, err := l.ask(ctx, address, head)
	if err != nil && used && ctx.Err() == nil {
		s, err = l.ask(ctx, address, head) // the server had closed the kept connection meanwhile
	}
	return s, err
}

func (l *line) ask(ctx context.Context, address *url.URL, head string) (*stream, error) {
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
		l.hangUp()
		return nil, err
	}
	response, err := http.ReadResponse(l.in, nil) //nolint:bodyclose // that would read a held stream to its end; close hangs up
	if err != nil {
		release()
		l.hangUp()
		return nil, err
	}
	s := &stream{
		status: response.StatusCode, retryAfter: response.Header.Get("Retry-After"), line: l,
		keeps: !response.Close, release: release, eventReader: newEventReader(response.Body),
	}
	if s.status == http.StatusOK && !strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		s.close(false)
		return nil, fmt.Errorf("%w of events", errNoPage)
	}
	return s, nil
}

// next waits for the next event, as long as a page's script would.
func (s *stream) next() (event, error) {
	_ = s.line.conn.SetReadDeadline(time.Now().Add(silence))
	return s.eventReader.next()
}

// close ends the answer. If it was read to its end, the connection can be used
// again.
func (s *stream) close(ended bool) {
	s.release()
	if !ended || !s.keeps {
		s.line.hangUp()
	}
}

func (l *line) hangUp() {
	if l.conn != nil {
		_ = l.conn.Close()
		l.conn, l.in = nil, nil
	}
}

// wasSilent distinguishes a silent connection from a closed one.
func wasSilent(err error) bool {
	timeout, ok := errors.AsType[net.Error](err)
	return ok && timeout.Timeout()
}
