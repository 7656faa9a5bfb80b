package examples

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/testing/thirds"
	"payapp/sandbox"
)

// languages are the commands that start the shops.
var languages = map[string][]string{
	"go":     {"go/shop"}, // built by TestMain
	"node":   {"node", "node/shop.mjs"},
	"python": {"python3", "python/shop.py"},
	"php":    {"php", "-q", "-S", "127.0.0.1:0", "php/shop.php"},
}

func TestMain(m *testing.M) {
	os.Exit(func() int {
		folder, err := os.MkdirTemp("", "shop")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(folder)
		binary := filepath.Join(folder, "shop")
		if out, err := exec.Command("go", "build", "-o", binary, "go/shop.go").CombinedOutput(); err != nil {
			panic(string(out))
		}
		languages["go"] = []string{binary}
		return m.Run()
	}())
}

// everywhere runs a walk with the shop of each language whose turn it is.
func everywhere(t *testing.T, walk func(*world)) {
	t.Helper()
	everywhereAt(t, sandbox.Config{}, walk)
}

func everywhereAt(t *testing.T, config sandbox.Config, walk func(*world)) {
	t.Helper()
	for _, language := range thirds.Part(t, slices.Sorted(maps.Keys(languages))) {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			walk(setup(t, language, config))
		})
	}
}

var merchantKey = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 2048) })

// world is a gateway, and a proxy each in front of it and of a shop: they lose,
// repeat and refuse what a test wants.
type world struct {
	*testing.T
	language, folder string
	box              *sandbox.Sandbox
	gateway, public  *httptest.Server
	client           *apiclient.Client

	mu       sync.Mutex
	now      time.Time
	refusals []int                      // of the next readings of payments
	refused  map[string]bool            // tokens that were refused once, and are from then on
	alter    func(payin map[string]any) // what the next readings say
	paidOut  func()                     // runs once the next payout has been made
	listener http.HandlerFunc           // takes the shop's callbacks instead of the shop
	shop     *shop
}

func setup(t *testing.T, language string, config sandbox.Config) *world {
	t.Helper()
	w := &world{T: t, language: language, folder: t.TempDir(), now: time.Now(), paidOut: func() {}, refused: map[string]bool{}}
	key, err := merchantKey()
	if err != nil {
		t.Fatal(err)
	}
	w.writeKey(key)
	config.Key, config.Rate, config.Calm, config.Manual, config.Now = key, 1000, true, true, w.clock
	if w.box, err = sandbox.New(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	w.gateway = httptest.NewServer(http.HandlerFunc(w.serveGateway))
	w.public = httptest.NewServer(http.HandlerFunc(w.serveShop))
	t.Cleanup(func() {
		w.public.Close()
		w.gateway.Close()
		if err := w.box.Close(); err != nil {
			t.Error(err)
		}
	})
	if w.client, err = apiclient.New(apiclient.Config{BaseURL: w.gateway.URL}); err != nil {
		t.Fatal(err)
	}
	return w
}

// writeKey gives the shop a key.
func (w *world) writeKey(key *rsa.PrivateKey) {
	w.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		w.Fatal(err)
	}
	if err := os.WriteFile(w.file("key.pem"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		w.Fatal(err)
	}
}

func (w *world) file(name string) string { return filepath.Join(w.folder, name) }

// clock is the gateway's. The shops have the machine's.
func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *world) later(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

// deliver makes the callbacks that are due. It returns when each has its answer.
func (w *world) deliver() {
	w.Helper()
	if err := w.box.Deliver(w.Context()); err != nil {
		w.Fatal(err)
	}
}

func (w *world) serveGateway(rw http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		w.box.Handler().ServeHTTP(rw, r)
		if strings.HasPrefix(r.URL.Path, "/payouts/") {
			w.mu.Lock()
			then := w.paidOut
			w.paidOut = func() {}
			w.mu.Unlock()
			then()
		}
		return
	}
	token := r.Header.Get("Authorization")
	w.mu.Lock()
	refusal := 0
	if len(w.refusals) > 0 {
		refusal, w.refusals = w.refusals[0], w.refusals[1:]
		w.refused[token] = w.refused[token] || refusal == http.StatusUnauthorized
	}
	if w.refused[token] {
		refusal = http.StatusUnauthorized
	}
	alter := w.alter
	w.mu.Unlock()
	if refusal != 0 {
		rw.WriteHeader(refusal)
		return
	}
	answer := httptest.NewRecorder()
	w.box.Handler().ServeHTTP(answer, r)
	var payin map[string]any
	if alter == nil || json.Unmarshal(answer.Body.Bytes(), &payin) != nil {
		rw.WriteHeader(answer.Code)
		_, _ = rw.Write(answer.Body.Bytes()) // the shop may have been killed
		return
	}
	alter(payin)
	_ = json.NewEncoder(rw).Encode(payin)
}

// payingOut has something happen after the creation of the next payout, before
// its maker has the answer.
func (w *world) payingOut(then func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.paidOut = then
}

// say makes the readings say something else than the gateway does.
func (w *world) say(alter func(payin map[string]any)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.alter = alter
}

// refuseReadings makes the next readings answer these statuses.
func (w *world) refuseReadings(statuses ...int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.refusals = statuses
}

// listen puts a handler in the place of the shop's callback listener.
func (w *world) listen(handler http.HandlerFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.listener = handler
}

func (w *world) serveShop(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	listener, shop := w.listener, w.shop
	w.mu.Unlock()
	switch {
	case listener != nil && r.URL.Path == "/callback":
		listener(rw, r)
	case shop == nil:
		rw.WriteHeader(http.StatusBadGateway)
	default:
		shop.proxy.ServeHTTP(rw, r)
	}
}
