package handlers_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/application"
	"payapp/internal/site"
	"payapp/methods"
)

// pipes is a listener without a network, for a bubble's clock.
type pipes struct {
	accepted chan net.Conn
	closed   chan struct{}
	once     sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.accepted:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { p.once.Do(func() { close(p.closed) }); return nil }
func (p *pipes) Addr() net.Addr { return proxyAddress{} }

// proxyAddress is that of the only proxy, from which all connections come.
type proxyAddress struct{}

func (proxyAddress) Network() string { return "tcp" }
func (proxyAddress) String() string  { return "192.0.2.1:1234" }

type fromProxy struct{ net.Conn }

func (fromProxy) RemoteAddr() net.Addr { return proxyAddress{} }

// slowWorld is the application with its server's limits, behind a proxy that passes
// on what it gets, byte by byte.
type slowWorld struct {
	t        *testing.T
	pipes    *pipes
	registry *prometheus.Registry
}

// inBubble runs a test with a slowWorld, whose time is the bubble's.
func inBubble(t *testing.T, test func(w *slowWorld), change ...func(*application.Config)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &slowWorld{t: t, pipes: &pipes{accepted: make(chan net.Conn), closed: make(chan struct{})}, registry: prometheus.NewRegistry()}
		cfg := application.Config{
			GatewayURL: "http://192.0.2.9", Keys: [][]byte{randomKey()}, Catalogue: methods.Default(), Logger: discard(), Metrics: w.registry,
			Settings: site.Settings{PublicURL: "https://pay.example", TrustedProxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.1/32")}},
		}
		for _, c := range change {
			c(&cfg)
		}
		app, err := application.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		server := application.Server(app, discard())
		ended := make(chan error, 1)
		go func() { ended <- server.Serve(w.pipes) }()
		test(w)
		time.Sleep(time.Minute) // who still sends sees that nobody listens
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
		app.Close(t.Context())
	})
}

// dial is a connection of the proxy's.
func (w *slowWorld) dial() net.Conn {
	ours, theirs := net.Pipe()
	w.pipes.accepted <- fromProxy{theirs}
	return ours
}

// head is a POST's for a customer at that address.
func head(path, from string, length int, more ...string) string {
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: pay.example\r\nX-Forwarded-For: %s\r\nContent-Length: %d\r\n"+
		"Content-Type: application/x-www-form-urlencoded\r\n%s\r\n", path, from, length, strings.Join(more, ""))
}

// answer is what comes back, and after how long; 0 if the connection ends without.
func answer(c net.Conn, began time.Time) (status int, location string, after time.Duration) {
	response, err := http.ReadResponse(bufio.NewReader(c), &http.Request{Method: http.MethodPost})
	if err != nil {
		return 0, "", time.Since(began)
	}
	_, _ = io.Copy(io.Discard, response.Body)
	response.Body.Close()
	return response.StatusCode, response.Header.Get("Location"), time.Since(began)
}

// slowForm is a RedirectURL's parameters as a form, which leads to a payment.
func slowForm(order string) string {
	return url.Values{
		"merchantCode": {"DEMO"}, "idPayin": {order}, "amount": {"10.00"}, "currencyCode": {"THB"}, "token": {longNoise(1000)},
		"callbackUrl": {"https://shop.example/callback"}, "returnUrl": {"https://shop.example/thanks"},
	}.Encode()
}

// post is an honest customer's form, all at once.
func (w *slowWorld) post(from, order string) (status int, after time.Duration) {
	began, c := time.Now(), w.dial()
	defer c.Close()
	form := slowForm(order)
	go func() { _, _ = io.WriteString(c, head("/", from, len(form))+form) }()
	status, _, after = answer(c, began)
	return status, after
}

// slowly begins posts from an address, whose bodies come byte by byte each four
// seconds, and tells how each ends.
func (w *slowWorld) slowly(from string, posts int, ended *sync.WaitGroup, told func(status int, after time.Duration)) {
	for range posts {
		began, c := time.Now(), w.dial()
		if _, err := io.WriteString(c, head("/", from, 1000)+"a"); err != nil {
			w.t.Error(err)
		}
		go func() {
			for {
				time.Sleep(4 * time.Second)
				if _, err := io.WriteString(c, "a"); err != nil {
					return
				}
			}
		}()
		ended.Go(func() {
			defer c.Close()
			status, _, after := answer(c, began)
			told(status, after)
		})
	}
}

func (w *slowWorld) cut(cause string) float64 {
	families, err := w.registry.Gather()
	if err != nil {
		w.t.Fatal(err)
	}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			if family.GetName() == "payapp_bodies_cut_total" && m.GetLabel()[0].GetValue() == cause {
				return m.GetCounter().GetValue()
			}
		}
	}
	w.t.Fatalf("payapp_bodies_cut_total has no cause %s", cause)
	return 0
}
