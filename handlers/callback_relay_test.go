package handlers_test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/handlers"
	"payapp/i18n"
	"payapp/internal/application"
	"payapp/internal/relay"
	"payapp/internal/session"
	"payapp/internal/site"
	"payapp/methods"
)

func relayed(c *application.Config) { c.CallbackRelay = true }

// shop is a merchant's listener: what it was called with, and what it answers.
type shop struct {
	*httptest.Server
	mu     sync.Mutex
	calls  []string // method, address and body
	header http.Header
	status []int // in turn; the last one stays
}

func newShop(t testing.TB, status ...int) *shop {
	t.Helper()
	s := &shop{status: status}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.calls = append(s.calls, r.Method+" "+r.RequestURI+" "+string(body))
		s.header = r.Header
		w.Header().Set("Location", "https://evil.example/")
		w.Header().Set("Set-Cookie", "merchant=1")
		w.WriteHeader(s.status[min(len(s.calls), len(s.status))-1])
		fmt.Fprint(w, "the merchant's words")
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *shop) called() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

// create pays by QR and gives the callbackUrl that the gateway got.
func (w *world) create(callbackURL string) (idPayin, address string) {
	w.t.Helper()
	link := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY", "callbackUrl", callbackURL)
	b := w.browser()
	b.Press(b.Enter(link), "pay", "accountNumber", "0801234567").Want(200, "instructions")
	idPayin = link.Get("idPayin")
	return idPayin, w.calls.creation(w.t, idPayin)["callbackUrl"].(string)
}

// post calls an address as a gateway does.
func (w *world) post(address, contentType string, body io.Reader, header ...string) *http.Response {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, address, body)
	if err != nil {
		w.t.Fatal(err)
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	text, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil {
		w.t.Fatal(err)
	}
	response.Body = io.NopCloser(strings.NewReader(string(text)))
	return response
}

func wantStatus(t testing.TB, r *http.Response, status int) {
	t.Helper()
	if r.StatusCode != status {
		t.Errorf("got %d, want %d", r.StatusCode, status)
	}
}

// The gateway's callback reaches the merchant through us, and what the merchant
// doesn't accept the gateway repeats.
func TestCallbackRelay(t *testing.T) {
	w := setup(t, relayed)
	merchant := newShop(t, 503, 204)
	idPayin, address := w.create(merchant.URL + "/a%20b?shop=x%26y;z")
	if !strings.HasPrefix(address, w.app.URL+"/callback/"+session.Ref("pay", "DEMO", idPayin)+"?order="+idPayin+"&to=http%3A%2F%2F127.0.0.1%3A") {
		t.Errorf("the gateway got the callbackUrl %s", address)
	}
	w.set(idPayin, "SUCCESS")
	for range 4 {
		if err := w.box.Deliver(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.clock.advance(3 * time.Second)
	}
	call := "POST /a%20b?shop=x%26y;z&idPayin=" + idPayin + " idPayin=" + idPayin
	if got, want := fmt.Sprint(merchant.called()), fmt.Sprint([]string{call, call}); got != want {
		t.Errorf("the merchant got\n%s, want\n%s", got, want)
	}
	// What the gateway made of the merchant's answers.
	page := w.browser().Get(w.gateway.URL + "/console/payins/" + idPayin).Text()
	for _, want := range []string{"· 503", "· 204", "delivered"} {
		if !strings.Contains(page, want) {
			t.Errorf("the gateway's console lacks %q:\n%s", want, page)
		}
	}
}

// A merchant's status comes back as it is, and nothing else of the answer; what
// the caller brought beside the call itself stays here.
func TestCallbackRelayPassesTheStatusAlone(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := setup(t, relayed, func(c *application.Config) { c.Metrics = registry })
	for _, status := range []int{200, 202, 204, 301, 304, 307, 401, 404, 409, 429, 500, 503} {
		merchant := newShop(t, status)
		_, address := w.create(merchant.URL)
		r := w.post(address+"&event=new+one&to=theirs&sig=theirs", "application/json", strings.NewReader(`{"a":1}`),
			"Cookie", "a=b", "Authorization", "Bearer x", "X-Forwarded-For", "192.0.2.1",
			"Origin", "https://bank.example", "Sec-Fetch-Site", "cross-site")
		wantStatus(t, r, status)
		if body, _ := io.ReadAll(r.Body); len(body) != 0 || r.Header.Get("Location") != "" || r.Header.Get("Set-Cookie") != "" {
			t.Errorf("%d: the merchant's answer came along: %q, %v", status, body, r.Header)
		}
		for _, name := range []string{"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Cache-Control"} {
			if r.Header.Get(name) == "" {
				t.Errorf("%d: no %s", status, name)
			}
		}
		if got, want := fmt.Sprint(merchant.called()), `[POST /?event=new+one&to=theirs&sig=theirs {"a":1}]`; got != want {
			t.Errorf("the merchant got %s, want %s", got, want)
		}
		for name := range merchant.header {
			switch name {
			case "Content-Type", "Content-Length", "User-Agent", "Connection":
			default:
				t.Errorf("the merchant got a header %s", name)
			}
		}
	}
	gone := newShop(t, 200)
	_, address := w.create(gone.URL)
	gone.Close()
	wantStatus(t, w.post(address, "", nil), http.StatusBadGateway)
	wantStatus(t, w.post(address+"x", "", nil), http.StatusForbidden)
	want := map[string]float64{"2xx": 3, "3xx": 3, "4xx": 4, "5xx": 2, "unreachable": 1, "forged": 1}
	if got := counters(t, registry, "payapp_relay_callbacks_total"); !maps.Equal(got, want) {
		t.Errorf("counted %v, want %v", got, want)
	}
}

func TestCallbackRelayTakesPostsOnly(t *testing.T) {
	w := setup(t, relayed)
	merchant := newShop(t, 200)
	_, address := w.create(merchant.URL)
	for _, method := range []string{"GET", "HEAD", "PUT", "DELETE", "OPTIONS"} {
		r, err := http.NewRequestWithContext(t.Context(), method, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusMethodNotAllowed && (method != "OPTIONS" || response.StatusCode >= 300) {
			t.Errorf("%s: got %d", method, response.StatusCode)
		}
	}
	if len(merchant.called()) != 0 {
		t.Error("the merchant was called")
	}
}

// Off, as it is by default: the shop's own address goes out as it came, and
// ours isn't there.
func TestCallbackRelayOff(t *testing.T) {
	w := setup(t)
	merchant := newShop(t, 200)
	if _, address := w.create(merchant.URL + "/a%20b?x=%26"); address != merchant.URL+"/a%20b?x=%26" {
		t.Errorf("the gateway got %s", address)
	}
	on := setup(t, relayed)
	on.keys = w.keys
	on.restart(discard(), relayed)
	_, address := on.create(merchant.URL)
	wantStatus(t, w.post(strings.Replace(address, on.app.URL, w.app.URL, 1), "", nil), http.StatusNotFound)
	if len(merchant.called()) != 0 {
		t.Error("the merchant was called")
	}
}

// The address is for a gateway to keep: too long a one would cost the payment.
func TestCallbackRelayLeavesLongAddressesAlone(t *testing.T) {
	w := setup(t, relayed)
	long := "https://shop.example/" + longNoise(1990)
	if _, address := w.create(long); address != long {
		t.Errorf("the gateway got %s", address)
	}
}

// nudged is a gateway that notes what it was told to look at.
type nudged struct {
	handlers.Upstream
	refs chan string
}

func (n nudged) Nudge(ref string) { n.refs <- ref }

// passing is a relay that does what the function says.
type passing func(context.Context, relay.Call) (int, error)

func (p passing) Pass(ctx context.Context, call relay.Call) (int, error) { return p(ctx, call) }

// Whoever watches hears of it although the merchant hasn't answered yet, and
// although it never does.
func TestCallbackRelayNudges(t *testing.T) {
	w := setup(t)
	sealer, err := session.New(session.Config{Keys: w.keys, Now: w.clock.now})
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	calls := nudged{refs: make(chan string, 1)}
	var pass passing
	var h http.Handler
	h, err = handlers.New(handlers.Config{
		Upstream: calls, Sealer: sealer, Catalogue: methods.Default(), Bundle: bundle, Logger: discard(), Now: w.clock.now,
		Settings: site.Settings{AllowHTTP: true}, Relay: passing(func(ctx context.Context, call relay.Call) (int, error) { return pass(ctx, call) }),
	})
	if err != nil {
		t.Fatal(err)
	}
	w.replica.Store(&h)
	const to = "https://shop.example/callback"
	address := w.app.URL + "/callback/some-ref?" + relay.Address{Order: "order-1", To: to, Sig: sealer.Sign("callback", "some-ref", "order-1", to)}.Query()
	for _, c := range []struct {
		err    error
		status int
	}{
		{nil, 202},
		{fmt.Errorf("%w: x", relay.ErrTimeout), http.StatusGatewayTimeout},
		{fmt.Errorf("%w: x", relay.ErrUnreachable), http.StatusBadGateway},
		{fmt.Errorf("%w: x", relay.ErrRefused), http.StatusBadGateway},
		{relay.ErrBusy, http.StatusServiceUnavailable},
	} {
		pass = func(_ context.Context, call relay.Call) (int, error) {
			select {
			case got := <-calls.refs:
				if got != "some-ref" || call.To != to || call.Payment != "some-ref" {
					t.Errorf("nudged %q, passed on %+v", got, call)
				}
			default:
				t.Error("the merchant is called before anybody is nudged")
			}
			return 202, c.err
		}
		r := w.post(address, "", nil)
		wantStatus(t, r, c.status)
		if got, busy := r.Header.Get("Retry-After"), c.status == http.StatusServiceUnavailable; (got != "") != busy {
			t.Errorf("%d: Retry-After %q", c.status, got)
		}
	}
	wantStatus(t, w.post(address+"x", "", nil), http.StatusForbidden)
	if len(calls.refs) != 0 {
		t.Error("a forged callback nudged")
	}
}
