//go:build !sandbox

package server

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"payapp/internal/testing/await"
	"payapp/internal/testing/browser"
	"payapp/internal/testing/leaks"
)

// started is a running application, with the addresses of its banner.
type started struct {
	t                *testing.T
	app, admin, shop string
	browser          *browser.Browser // its base is the application
	done             chan error
}

// start runs the application as main does, on free ports and without files.
func start(t *testing.T, environ ...string) *started {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	banner := &watchedBuffer{want: "Ctrl-C stops.", seen: make(chan struct{})}
	s := &started{t: t, done: make(chan error, 1)}
	go func() {
		s.done <- Run(ctx, append(environ,
			"PAYAPP_ADDR=127.0.0.1:0", "PAYAPP_ADMIN_ADDR=127.0.0.1:0", "PAYAPP_SANDBOX_ADDR=127.0.0.1:0",
			"PAYAPP_SANDBOX_DB=:memory:", "PAYAPP_SANDBOX_CALM=true",
		), banner, io.Discard)
	}()
	select {
	case <-banner.seen:
	case err := <-s.done:
		t.Fatalf("it ended with %v after saying:\n%s", err, banner)
	}
	s.app = banner.address(t, "pay")
	s.admin = banner.address(t, "admin")
	s.shop = banner.address(t, "shop")
	s.browser = browser.New(t, s.app)
	s.browser.Patient = true
	s.browser.HTTP.Transport = &http.Transport{} // no connection is shared with others
	t.Cleanup(func() {                           // also after a test that failed half-way
		s.browser.HTTP.CloseIdleConnections()
		stop()
		if err := await.For(t, "the end", s.done); err != nil {
			t.Errorf("it stopped with %v", err)
		}
	})
	return s
}

// One payment through everything that run wires, and a clean stop: no goroutine
// is left.
func TestRunPaysAndStops(t *testing.T) {
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() { // after start's own
		if err := leaks.Find(before); err != nil {
			t.Error(err)
		}
	})
	s := start(t)
	b := s.browser
	if got := b.Get(s.admin + "/readyz").Body; got != "ready\n" {
		t.Errorf("readyz says %q", got)
	}

	order := s.order("4", "THB/PROMPTPAY")
	if !strings.HasPrefix(order.RedirectURL, s.app+"/?") {
		t.Fatalf("the shop leads to %.80s, not to %s", order.RedirectURL, s.app)
	}
	p := b.Get(order.RedirectURL).Want(200, "details")
	b.Press(p, "pay", "accountNumber", "0801234567").Want(200, "instructions")
	console := strings.TrimSuffix(s.shop, "/shop") + "/console/payins/" + order.IDPayin
	if p = b.Do(http.MethodPost, console, url.Values{"status": {"SUCCESS"}}); p.Status != 200 {
		t.Fatalf("the console answers %d", p.Status)
	}
	b.Get(order.StatusURL).Want(200, "status").WantHook("status", "success")
	if !strings.Contains(b.Get(s.admin+"/metrics").Body, "go_goroutines") {
		t.Error("there are no metrics")
	}
}

// Faults inside the catalogue file are reported together with those of the
// settings.
func TestFaultsOfSettingsAndCatalogueAreToldTogether(t *testing.T) {
	catalogue := filepath.Join(t.TempDir(), "catalogue.yaml")
	if err := os.WriteFile(catalogue, []byte("nonsense: 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := Run(t.Context(), []string{"PAYAPP_LOG_FORMAT=xml", "PAYAPP_CATALOGUE=" + catalogue}, io.Discard, io.Discard)
	for _, want := range []string{"PAYAPP_LOG_FORMAT: ", "PAYAPP_CATALOGUE: ", "field nonsense not found"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing in: %v", want, err)
		}
	}
}

// shopOrder is the demo shop's answer to programs.
type shopOrder struct{ IDPayin, RedirectURL, StatusURL string }

func (s *started) order(scenario, method string) shopOrder {
	s.t.Helper()
	s.browser.Headers.Set("Accept", "application/json")
	defer s.browser.Headers.Del("Accept")
	answer := s.browser.Do(http.MethodPost, s.shop, url.Values{"scenario": {scenario}, "method": {method}})
	var order shopOrder
	if err := json.Unmarshal([]byte(answer.Body), &order); err != nil {
		s.t.Fatalf("shop: %v in %s", err, answer.Body)
	}
	return order
}

// watchedBuffer notices when a text has been written to it.
type watchedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
	want string
	seen chan struct{}
	told bool
}

func (b *watchedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n, err := b.text.Write(p)
	if !b.told && strings.Contains(b.text.String(), b.want) {
		b.told = true
		close(b.seen)
	}
	return n, err
}

func (b *watchedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// address is the address on the banner's line.
func (b *watchedBuffer) address(t *testing.T, line string) string {
	t.Helper()
	match := regexp.MustCompile(`(?m)^ +` + line + ` +(http://[^/\s]+)(/shop)?`).FindStringSubmatch(b.String())
	if match == nil {
		t.Fatalf("the banner has no %q:\n%s", line, b)
	}
	return match[1] + match[2]
}
