package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

// started is a running application, by the addresses of its banner.
type started struct {
	t                *testing.T
	app, admin, shop string
	http             *http.Client
	done             chan error
}

// start runs the application as main does, on free ports and with nothing kept.
func start(t *testing.T) *started {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	banner := &watchedBuffer{want: "Ctrl-C stops.", seen: make(chan struct{})}
	s := &started{t: t, done: make(chan error, 1)}
	go func() {
		s.done <- run(ctx, []string{
			"PAYAPP_ADDR=127.0.0.1:0", "PAYAPP_ADMIN_ADDR=127.0.0.1:0", "PAYAPP_SANDBOX_ADDR=127.0.0.1:0",
			"PAYAPP_SANDBOX_DB=:memory:", "PAYAPP_SANDBOX_CALM=true",
		}, banner, io.Discard)
	}()
	select {
	case <-banner.seen:
	case err := <-s.done:
		t.Fatalf("it ended with %v after saying:\n%s", err, banner)
	}
	s.app = banner.address(t, "pay")
	s.admin = banner.address(t, "admin")
	s.shop = banner.address(t, "shop")
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s.http = &http.Client{Jar: jar, Transport: &http.Transport{}}
	t.Cleanup(func() { // also after a test that failed half-way
		s.http.CloseIdleConnections()
		stop()
		if err := <-s.done; err != nil {
			t.Errorf("it stopped with %v", err)
		}
	})
	return s
}

// One payment through everything that run wires, and a clean stop: nothing
// goes on afterwards.
func TestRunPaysAndStops(t *testing.T) {
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, before) }) // after start's own
	s := start(t)
	if got := s.get(s.admin + "/readyz"); got != "ready\n" {
		t.Errorf("readyz says %q", got)
	}

	order := s.order("4", "THB/PROMPTPAY")
	if !strings.HasPrefix(order.RedirectURL, s.app+"/?") {
		t.Fatalf("the shop leads to %.80s, not to %s", order.RedirectURL, s.app)
	}
	s.want("details", s.get(order.RedirectURL))
	here := s.at(order.RedirectURL)
	s.want("instructions", s.post(here+"/pay", url.Values{"accountNumber": {"0801234567"}}))
	s.post(strings.TrimSuffix(s.shop, "/shop")+"/console/payins/"+order.IDPayin, url.Values{"status": {"SUCCESS"}})
	page := s.get(order.StatusURL)
	s.want("status", page)
	if !strings.Contains(page, `data-status="success"`) {
		t.Error("the status link doesn't tell the success")
	}
	if !strings.Contains(s.get(s.admin+"/metrics"), "go_goroutines") {
		t.Error("there are no metrics")
	}

}

// shopOrder is what the demo shop answers to programs.
type shopOrder struct{ IDPayin, RedirectURL, StatusURL string }

func (s *started) order(scenario, method string) shopOrder {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.shop,
		strings.NewReader(url.Values{"scenario": {scenario}, "method": {method}}.Encode()))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	var order shopOrder
	text, _ := s.do(r)
	if err := json.Unmarshal([]byte(text), &order); err != nil {
		s.t.Fatalf("shop: %v in %s", err, text)
	}
	return order
}

func (s *started) get(address string) string {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, address, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	text, _ := s.do(r)
	return text
}

// at is where an address leads.
func (s *started) at(address string) string {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, address, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	_, end := s.do(r)
	return end
}

func (s *started) post(address string, form url.Values) string {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	text, _ := s.do(r)
	return text
}

func (s *started) do(r *http.Request) (text, end string) {
	s.t.Helper()
	response, err := s.http.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		s.t.Fatalf("%s %s: %s\n%s", r.Method, r.URL.Path, response.Status, body)
	}
	return string(body), response.Request.URL.String()
}

func (s *started) want(page, text string) {
	s.t.Helper()
	if !strings.Contains(text, `data-page="`+page+`"`) {
		s.t.Fatalf("this is no page %q:\n%s", page, text)
	}
}

// watchedBuffer tells when a text has been written to it.
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

// address is the one on the banner's line.
func (b *watchedBuffer) address(t *testing.T, line string) string {
	t.Helper()
	match := regexp.MustCompile(`(?m)^ +` + line + ` +(http://[^/\s]+)(/shop)?`).FindStringSubmatch(b.String())
	if match == nil {
		t.Fatalf("the banner has no %q:\n%s", line, b)
	}
	return match[1] + match[2]
}
