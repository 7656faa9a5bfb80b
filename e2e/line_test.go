package e2e

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"payapp/e2e/kit"
	"payapp/internal/application"
	"payapp/internal/stream"
)

// line is a proxy between a browser and the application, with an address of its
// own, that tests use to disturb the connection.
type line struct {
	t       *testing.T
	address string
	server  *httptest.Server

	mu      sync.Mutex
	target  *url.URL
	answer  func(news *http.Request) int // a status instead of the events; 0 passes them on
	change  func(body string) string     // of pages and events on their way
	buffers bool                         // an answer is passed on only when complete
	news    []*newsRequest
}

// newsRequest is a page's request for events, and what it was told.
type newsRequest struct {
	line    *line
	held    bool // a stream, not a single event
	told    strings.Builder
	over    bool
	stalled bool // nothing more is passed on
}

// spoil makes a line to the application at the address.
func spoil(t *testing.T, application string) *line {
	t.Helper()
	l := &line{t: t}
	l.lead(application)
	transport := &http.Transport{DisableCompression: true}
	proxy := &httputil.ReverseProxy{
		Transport: transport,
		Rewrite: func(r *httputil.ProxyRequest) {
			l.mu.Lock()
			defer l.mu.Unlock()
			r.SetURL(l.target)
			r.Out.Host = r.In.Host // the customer's address of the application is the line's
			if l.change != nil {
				r.Out.Header.Del("Accept-Encoding")
			}
		},
		ModifyResponse: l.pass,
		ErrorHandler:   func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	l.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if status := l.refuse(r); status != 0 {
			w.Header().Set("Cache-Control", "no-store")
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(status)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	_, port, _ := net.SplitHostPort(l.server.Listener.Addr().String())
	l.address = "http://localhost:" + port
	t.Cleanup(func() {
		l.server.CloseClientConnections()
		l.server.Close()
		transport.CloseIdleConnections()
	})
	return l
}

// instructed pays up to the instructions, in a browser behind the line.
func (l *line) instructed(c customer, o order) *tab {
	l.t.Helper()
	b := open(l.t, c)
	b.Observer.Belongs(l.address)
	o.App = l.address
	b.fillIn(o)
	b.Press(action("pay"))
	b.Want("instructions")
	return b
}

// lead switches to another application from now on.
func (l *line) lead(application string) {
	l.t.Helper()
	to, err := url.Parse(application)
	if err != nil {
		l.t.Fatal(err)
	}
	l.set(func() { l.target = to })
}

// set changes what the line does.
func (l *line) set(change func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change()
}

func isNews(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "/events") }

func (l *line) refuse(r *http.Request) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.answer == nil || !isNews(r) {
		return 0
	}
	return l.answer(r)
}

// pass handles an answer on its way to the browser.
func (l *line) pass(response *http.Response) error {
	r := response.Request
	l.mu.Lock()
	defer l.mu.Unlock()
	if isNews(r) {
		news := &newsRequest{line: l, held: !r.URL.Query().Has("once")}
		l.news = append(l.news, news)
		response.Body = &tap{response.Body, news, r.Context().Done()}
	}
	page := strings.HasPrefix(response.Header.Get("Content-Type"), "text/html")
	changes := l.change != nil && (page || isNews(r))
	if changes {
		response.Body = &changing{ReadCloser: response.Body, change: l.change}
		response.ContentLength = -1
		response.Header.Del("Content-Length")
	}
	if !l.buffers && !(changes && page) { // a browser that has a page's headers leaves the page before
		return nil
	}
	l.mu.Unlock() // it may take a while
	body, err := io.ReadAll(response.Body)
	l.mu.Lock()
	response.Body = io.NopCloser(bytes.NewReader(body))
	return err
}

// tap records what a stream says as it passes.
type tap struct {
	io.ReadCloser
	news *newsRequest
	left <-chan struct{} // closed when the browser leaves
}

func (t *tap) Read(p []byte) (int, error) {
	n, err := t.ReadCloser.Read(p)
	t.news.line.mu.Lock()
	stalled := t.news.stalled
	t.news.told.Write(p[:n])
	t.news.over = t.news.over || err != nil
	t.news.line.mu.Unlock()
	if stalled && n > 0 {
		<-t.left
	}
	return n, err
}

func (t *tap) Close() error {
	t.news.line.set(func() { t.news.over = true })
	return t.ReadCloser.Close()
}

// changing changes what passes: a page as a whole, a stream event by event.
type changing struct {
	io.ReadCloser
	change func(string) string
	text   []byte // changed, and not passed on yet
}

func (c *changing) Read(p []byte) (int, error) {
	var err error
	if len(c.text) == 0 {
		chunk := make([]byte, 64<<10)
		var n int
		for n, err = c.ReadCloser.Read(chunk); err == nil && !bytes.HasSuffix(chunk[:n], []byte("\n\n")); {
			var more int
			more, err = c.ReadCloser.Read(chunk[n:])
			n += more
		}
		c.text = []byte(c.change(string(chunk[:n])))
	}
	n := copy(p, c.text)
	if c.text = c.text[n:]; len(c.text) > 0 {
		err = nil
	}
	return n, err
}

// count counts the requests for events that match.
func (l *line) count(as func(*newsRequest) bool) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.news {
		if as(r) {
			n++
		}
	}
	return n
}

func held(r *newsRequest) bool   { return r.held }
func single(r *newsRequest) bool { return !r.held }

// isOpen reports a held stream that has begun and not ended.
func isOpen(r *newsRequest) bool { return r.held && !r.over && r.told.Len() > 0 }

// hasPushed reports a stream that told another version than it began with.
func hasPushed(r *newsRequest) bool { return r.held && strings.Count(r.told.String(), "id: ") > 1 }

// until waits for something to happen on the line.
func (l *line) until(b *tab, what string, done func() bool) {
	l.t.Helper()
	guard := time.Now().Add(kit.Patience)
	for !done() {
		if time.Now().After(guard) {
			l.t.Fatalf("%s: never %s; the page is %s", b.Customer, what, b.Describe())
		}
		<-time.After(kit.PollEvery)
	}
}

// stall passes on nothing more on open streams.
func (l *line) stall() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.news {
		r.stalled = true
	}
}

// cut closes all of the browser's connections.
func (l *line) cut() { l.server.CloseClientConnections() }

// startReplica starts another replica of the application, which ends with the
// test.
func startReplica(t *testing.T, bounds stream.Config) (address string, replica *application.Application) {
	t.Helper()
	handler, err := theWorld.handler(suiteLog(), bounds)
	if err != nil {
		t.Fatal(err)
	}
	port, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := serve(port, application.Server(eachTheirOwn(handler), suiteLog()))
	t.Cleanup(func() {
		handler.Drain()
		_ = server.Close()
	})
	return "http://" + port.Addr().String(), handler
}
