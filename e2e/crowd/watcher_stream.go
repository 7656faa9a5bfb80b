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

// line is a watcher's connection for its event stream. It is used again as long
// as the server keeps it, as a browser does; little is kept of it, so that ten
// thousand fit.
type line struct {
	dialer net.Dialer
	conn   net.Conn
	in     *bufio.Reader
}

// newLine leaves from one of several addresses of loopback: one alone hasn't
// enough ports for a crowd that comes and goes.
func newLine(number int) *line {
	from := net.IPv4(127, 0, 1, byte(1+number%16))
	return &line{dialer: net.Dialer{LocalAddr: &net.TCPAddr{IP: from}, Timeout: 20 * time.Second}}
}

// silence is how long a stream may say nothing before the page's script takes
// the line for dead.
const silence = 50 * time.Second

// stream is an answer that is being read.
type stream struct {
	*eventReader
	status     int
	retryAfter string
	line       *line
	body       io.ReadCloser
	keeps      bool // the server keeps the connection after this answer
	release    func() bool
}

// open asks for a stream. The connection ends with ctx.
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
	request := "GET " + address.RequestURI() + " HTTP/1.1\r\nHost: " + address.Host + "\r\nAccept: text/event-stream\r\nCache-Control: no-cache\r\n" +
		head + "\r\n"
	if _, err := io.WriteString(conn, request); err != nil {
		release()
		l.hangUp()
		return nil, err
	}
	response, err := http.ReadResponse(l.in, nil)
	if err != nil {
		release()
		l.hangUp()
		return nil, err
	}
	s := &stream{
		status: response.StatusCode, retryAfter: response.Header.Get("Retry-After"), line: l,
		body: response.Body, keeps: !response.Close, release: release, eventReader: newEventReader(response.Body),
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

// close ends the answer. One that came to its end leaves the connection for the
// next.
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

// wasSilent tells a dead line from one that was closed.
func wasSilent(err error) bool {
	timeout, ok := errors.AsType[net.Error](err)
	return ok && timeout.Timeout()
}
