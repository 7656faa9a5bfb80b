package handlers_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/handlers"
	"payapp/i18n"
	"payapp/internal/known"
	"payapp/internal/session"
	"payapp/internal/site"
	"payapp/internal/stream"
	"payapp/internal/testing/await"
	"payapp/internal/testing/browser"
	"payapp/internal/upstream"
	"payapp/methods"
)

// listener is a page's event stream, as it comes over the wire.
type listener struct {
	t      testing.TB
	conn   net.Conn
	text   *bufio.Reader
	status string
	header http.Header
}

// told is one event of it.
type told struct{ event, id, data, retry string }

// listen opens a stream with the browser's cookies. lines are further headers.
func (w *world) listen(b *browser.Browser, path string, lines ...string) *listener {
	w.t.Helper()
	return w.send(b, "GET "+path+" HTTP/1.1", lines...)
}

// send is listen for any request.
func (w *world) send(b *browser.Browser, request string, lines ...string) *listener {
	w.t.Helper()
	address, err := url.Parse(w.app.URL + strings.Fields(request)[1])
	if err != nil {
		w.t.Fatal(err)
	}
	conn, err := net.Dial("tcp", address.Host)
	if err != nil {
		w.t.Fatal(err)
	}
	if err := conn.SetReadDeadline(time.Now().Add(await.Patience)); err != nil {
		w.t.Fatal(err)
	}
	lines = append([]string{request, "Host: " + address.Host}, lines...)
	for _, cookie := range b.HTTP.Jar.Cookies(address) {
		lines = append(lines, "Cookie: "+cookie.Name+"="+cookie.Value)
	}
	if _, err := io.WriteString(conn, strings.Join(lines, "\r\n")+"\r\n\r\n"); err != nil {
		w.t.Fatal(err)
	}
	l := &listener{t: w.t, conn: conn, text: bufio.NewReaderSize(conn, 512)}
	head := textproto.NewReader(l.text)
	if l.status, err = head.ReadLine(); err != nil {
		w.t.Fatal(err)
	}
	header, err := head.ReadMIMEHeader()
	if err != nil {
		w.t.Fatal(err)
	}
	l.header = http.Header(header)
	return l
}

// next is the next event; the zero one after the last.
func (l *listener) next() (e told) {
	l.t.Helper()
	if err := l.conn.SetReadDeadline(time.Now().Add(await.Patience)); err != nil {
		l.t.Fatal(err)
	}
	for {
		line, err := l.text.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return told{}
		}
		if err != nil {
			l.t.Fatal(err)
		}
		name, value, _ := strings.Cut(strings.TrimRight(line, "\n"), ": ")
		switch name {
		case "event":
			e.event = value
		case "id":
			e.id = value
		case "data":
			e.data = value
		case "retry":
			e.retry = value
		case "":
			if e != (told{}) {
				return e
			}
		default:
			l.t.Fatalf("a line %q", line)
		}
	}
}

// news is the next version that is told.
func (l *listener) news() string {
	l.t.Helper()
	for {
		if e := l.next(); e.event == "" {
			return e.data
		}
	}
}

func (l *listener) hangUp() { _ = l.conn.Close() }

// prompted is the gateway with a test in the poller's place.
type prompted struct {
	*upstream.Client

	mu      sync.Mutex
	told    []func()
	watched []string // refs
	acted   time.Time
	heard   time.Time // what the last page was told of
}

func (p *prompted) Payin(ctx context.Context, c upstream.Caller, idPayin string, have known.Payment, ask upstream.Ask) (known.Payment, error) {
	p.mu.Lock()
	p.heard = ask.NotBefore
	p.mu.Unlock()
	return p.Client.Payin(ctx, c, idPayin, have, ask)
}

func (p *prompted) heardOf() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.heard
}

func (p *prompted) Watch(_ upstream.Caller, _, ref string, acted time.Time, told func()) (stop func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.told, p.watched, p.acted = append(p.told, told), append(p.watched, ref), acted
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		at := slices.Index(p.watched, ref)
		p.watched = slices.Delete(p.watched, at, at+1)
	}
}

// tell says that something may be new, to everybody who ever watched.
func (p *prompted) tell() {
	p.mu.Lock()
	all := slices.Clone(p.told)
	p.mu.Unlock()
	for _, told := range all {
		told()
	}
}

func (p *prompted) watching() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.watched)
}

func (p *prompted) actedAt() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.acted
}

// prompt puts a replica in the application's place whose background reads are
// the test's.
func (w *world) prompt(bounds stream.Config) (*prompted, *handlers.Handler) {
	w.t.Helper()
	client, err := apiclient.New(apiclient.Config{
		BaseURL: w.gateway.URL, RedirectProperty: methods.Default().RedirectProperty, ReferencePath: methods.Default().ReferencePath,
		Timings: apiclient.Timings{Backoff: time.Millisecond, Limited: time.Millisecond, RetryAfterCap: time.Millisecond},
		Logger:  discard(), Now: w.clock.now,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	sealer, err := session.New(session.Config{Keys: w.keys, Now: w.clock.now})
	if err != nil {
		w.t.Fatal(err)
	}
	bundle, err := i18n.Load()
	if err != nil {
		w.t.Fatal(err)
	}
	way, err := upstream.New(client, upstream.Config{Rate: 1000, Patience: time.Hour, NamePatience: time.Hour, Logger: discard(), Now: w.clock.now})
	if err != nil {
		w.t.Fatal(err)
	}
	p := &prompted{Client: way}
	h, err := handlers.New(handlers.Config{
		Upstream: p, Sealer: sealer, Catalogue: methods.Default(), Bundle: bundle,
		Logger: slog.New(slog.NewMultiHandler(slog.NewTextHandler(w.log, nil), w.ending)), Now: w.clock.now, Settings: site.Settings{AllowHTTP: true, Sandbox: true}, Streams: bounds,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(h.Drain)
	var replica http.Handler = h
	w.replica.Store(&replica)
	return p, h
}
