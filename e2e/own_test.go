package e2e

import (
	"crypto/rand"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/e2e/kit"
	"payapp/e2e/suite"
	"payapp/i18n"
	"payapp/internal/application"
	"payapp/internal/session"
	"payapp/internal/site"
	"payapp/internal/testing/claims"
	"payapp/internal/testing/dialect"
	"payapp/methods"
)

// own is an application of one test and one order, with a clock that the test moves,
// beside a gateway that says what the test has it say. What its pages claim is held to
// what passed between the two.
type own struct {
	t       *testing.T
	address string
	gateway string
	keys    [][]byte
	offset  atomic.Int64 // of its clock
	serves  atomic.Pointer[http.Handler]
	beside  *dialect.Gateway
	id      string // of the order there
	meant   order  // what its pages are held against

	mu     sync.Mutex
	truth  dialect.Truth
	untrue []string
	judged int
}

// startBeside starts the application beside a gateway that says what the test has it say, with an
// order of a method there.
func startBeside(t *testing.T, d dialect.Dialect, amount string, row dialect.Row) (*own, order) {
	t.Helper()
	w := &own{t: t, beside: &dialect.Gateway{}}
	w.beside.Now = w.now
	w.start(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		rw.Header().Set("Date", w.now().UTC().Format(http.TimeFormat)) // its clock is ours
		w.beside.ServeHTTP(rw, r)
	}))
	o := w.order(suite.Presentation{Amount: amount, Currency: row.Currency})
	w.id = o.ID
	w.beside.Expect(o.ID, d, row)
	o.Link, o.Token = maps.Clone(o.Link), w.beside.Token(o.ID)
	o.Link.Set("token", o.Token)
	return w, o
}

// start starts the application beside a gateway.
func (w *own) start(answers http.Handler) {
	t := w.t
	t.Helper()
	w.keys = [][]byte{make([]byte, session.MinKey)}
	_, _ = rand.Read(w.keys[0])
	gateway := httptest.NewServer(answers)
	w.gateway = gateway.URL
	w.restart()
	port, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := serve(port, application.Server(http.HandlerFunc(w.page), suiteLog()))
	_, number, _ := net.SplitHostPort(port.Addr().String())
	w.address = "http://localhost:" + number
	t.Cleanup(func() {
		_ = server.Close()
		gateway.CloseClientConnections()
		gateway.Close()
		w.mu.Lock() // a page may still be judged: closing doesn't wait
		defer w.mu.Unlock()
		for _, fault := range w.untrue {
			t.Error(fault)
		}
		if w.judged == 0 {
			t.Error("no page was looked at")
		}
	})
}

// restart puts a replica that knows nothing in the application's place.
func (w *own) restart() {
	w.t.Helper()
	app, err := application.New(application.Config{
		GatewayURL: w.gateway, Keys: w.keys, Catalogue: methods.Default(), Logger: suiteLog(), Rate: suiteRate, Bundle: dialect.WithKeys(),
		Settings: site.Settings{AllowHTTP: true, Sandbox: true}, Patience: kit.Patience, NamePatience: kit.Patience,
		Timings: apiclient.Timings{Backoff: time.Millisecond}, Now: w.now,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(app.Drain)
	var h http.Handler = app
	w.serves.Store(&h)
}

func (w *own) now() time.Time { return time.Now().Add(time.Duration(w.offset.Load())) }

// page is a request of a browser. Each page that comes has a twin in the language of
// keys, whose claims are judged.
func (w *own) page(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	w.truth.SaidPaid = w.truth.SaidPaid || r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/paid")
	w.truth.Begun = w.truth.Begun || r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/pay")
	w.truth.Returned = w.truth.Returned || strings.HasPrefix(r.URL.Path, "/return/")
	w.mu.Unlock()
	app := *w.serves.Load()
	twin := r.Clone(r.Context())
	app.ServeHTTP(rw, r)
	parts := strings.Split(r.URL.Path, "/")
	if r.Method != http.MethodGet || len(parts) != 3 || parts[1] != "pay" && parts[1] != "status" {
		return
	}
	twin.URL.RawQuery = "lang=" + i18n.PseudoKeys
	twin.RequestURI = twin.URL.RequestURI()
	twin.Header.Del("Accept-Encoding")
	answer := httptest.NewRecorder()
	app.ServeHTTP(answer, twin)
	w.judge(r.URL.Path, answer.Body.String())
}

func (w *own) judge(path, body string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	truth := w.truth
	truth.Now, truth.State = w.now(), w.beside.State(w.id)
	_, page, _ := strings.Cut(body, ` data-page="`)
	truth.Page, _, _ = strings.Cut(page, `"`)
	w.judged++
	for _, claim := range dialect.English().Untrue(body, claims.Says, truth) {
		w.untrue = append(w.untrue, path+" claims that "+claim+", which isn't so")
	}
}

// order is an order that is paid here.
func (w *own) order(p suite.Presentation) order {
	o := newOrder(w.t, p.Amount, p.Currency)
	o.App, o.Payee = w.address, "" // the gateway's name, which isn't the sandbox's
	w.meant = o
	return o
}

// open is a browser of a customer of this application.
func (w *own) open(c customer) *tab {
	w.t.Helper()
	beside := worldOf(w.t).World
	beside.Sandbox = "" // what it says is of none of these orders
	return w.knows(&tab{kit.Open(w.t, &beside, c), w.t})
}

// another is another tab of the same browser, at the page.
func (w *own) another(b *tab, path string) *tab {
	w.t.Helper()
	next := w.knows(b.second())
	next.Hold(worldOf(w.t).BankPages())
	next.Visit(w.address + path)
	return next
}

func (w *own) knows(b *tab) *tab {
	b.Observer.Belongs(w.address)
	b.Expect(w.meant)
	return b
}
