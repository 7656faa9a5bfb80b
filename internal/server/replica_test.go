//go:build !sandbox

package server

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"payapp/internal/testing/browser"
	"payapp/sandbox"
)

// asApplication is set for processes that tests start: this test binary, which
// then runs the application instead of tests.
const asApplication = "TESTED_AS_PAYAPP"

func TestMain(m *testing.M) {
	if os.Getenv(asApplication) != "" {
		go func() { // no test is left that could end it
			_, _ = io.Copy(io.Discard, os.Stdin)
			os.Exit(1)
		}()
		if err := Run(UntilInterrupted(), os.Environ(), os.Stdout, os.Stderr); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// replica is the application in a process of its own, which may be killed.
type replica struct {
	t          *testing.T
	process    *os.Process
	app, admin string
	ended      chan struct{}
	err        error // how it ended
}

// startReplica starts the application as operators do. It logs to stderr,
// unless that is nil.
func startReplica(t *testing.T, stderr io.Writer, environ ...string) *replica {
	t.Helper()
	banner := &watchedBuffer{want: "/readyz", seen: make(chan struct{})}
	command := exec.CommandContext(t.Context(), os.Args[0])
	command.Env = append([]string{asApplication + "=yes", "PAYAPP_ADDR=127.0.0.1:0", "PAYAPP_ADMIN_ADDR=127.0.0.1:0"}, environ...)
	command.Stdout, command.Stderr = banner, stderr
	alive, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { alive.Close() })
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	r := &replica{t: t, process: command.Process, ended: make(chan struct{})}
	go func() {
		r.err = command.Wait()
		close(r.ended)
	}()
	t.Cleanup(r.kill)
	select {
	case <-banner.seen:
	case <-r.ended:
		t.Fatalf("it ended with %v after saying:\n%s", r.err, banner)
	}
	r.app, r.admin = banner.address(t, "pay"), banner.address(t, "admin")
	return r
}

// kill ends it as a power cut does.
func (r *replica) kill() {
	_ = r.process.Kill() // it may be over
	<-r.ended
}

func (r *replica) signal(signal syscall.Signal) {
	r.t.Helper()
	if err := r.process.Signal(signal); err != nil {
		r.t.Fatal(err)
	}
}

// fleet is a sandbox, a load balancer and its only replica.
type fleet struct {
	*started
	gateway *heldGateway
	environ []string
	behind  atomic.Pointer[replica]
}

// startFleet starts everything except a replica.
func startFleet(t *testing.T) *fleet {
	t.Helper()
	box, err := sandbox.New(t.Context(), sandbox.Config{Calm: true, Rate: 1000})
	if err != nil {
		t.Fatal(err)
	}
	f := &fleet{gateway: &heldGateway{box: box.Handler()}}
	gateway := httptest.NewServer(f.gateway)
	balancer := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			to, _ := url.Parse(f.behind.Load().app)
			r.SetURL(to)
			r.Out.Host = r.In.Host
		},
		Transport:    &http.Transport{DisableKeepAlives: true},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	})
	t.Cleanup(func() {
		balancer.Close()
		gateway.Close()
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})
	box.SetPaymentAppURL(balancer.URL)
	key := make([]byte, 32)
	_, _ = rand.Read(key)
	f.started = &started{t: t, app: balancer.URL, shop: gateway.URL + "/shop", browser: browser.New(t, balancer.URL)}
	f.browser.Patient = true
	f.environ = []string{
		"PAYAPP_GATEWAY_URL=" + gateway.URL, "PAYAPP_PUBLIC_URL=" + balancer.URL, "PAYAPP_ALLOW_HTTP_RETURN=true",
		"PAYAPP_SESSION_KEYS=" + base64.StdEncoding.EncodeToString(key), "PAYAPP_GATEWAY_RATE=1000", "PAYAPP_TRUSTED_PROXIES=none",
	}
	return f
}

// next kills the replica, if there is one, and starts another in its place.
func (f *fleet) next(environ ...string) *replica {
	f.t.Helper()
	if r := f.behind.Load(); r != nil {
		r.kill()
	}
	r := startReplica(f.t, nil, append(f.environ, environ...)...)
	f.behind.Store(r)
	return r
}

// until opens the payment until its page and status are as given: a replica
// that knows nothing may have to wait for its turn at the gateway.
func (f *fleet) until(path, page, status string) *browser.Page {
	f.t.Helper()
	for {
		if p := f.browser.Get(path); p.Hook("page") == page && p.Hook("status") == status {
			return p
		} else if p.Status != http.StatusOK {
			return p.Want(http.StatusOK, page)
		}
	}
}

// heldGateway is the sandbox; its creations may be held.
type heldGateway struct {
	box      http.Handler
	hold     atomic.Pointer[hold] // for the next creation
	accepted atomic.Int32         // creations
}

// hold stops one creation on its way.
type hold struct {
	accept  bool          // the gateway accepts it first
	reached chan struct{} // closed once it is there
	release chan struct{} // nil waits until the caller is gone
}

func (g *heldGateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost || !strings.HasPrefix(r.URL.Path, "/payins/") || strings.Contains(r.URL.Path, "!") {
		g.box.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(r.Body) // all of it, or the server wouldn't notice that the caller leaves
	if err != nil {
		return
	}
	answer := httptest.NewRecorder()
	create := func() {
		again := r.Clone(r.Context())
		again.Body = io.NopCloser(strings.NewReader(string(body)))
		if g.box.ServeHTTP(answer, again); answer.Code == http.StatusOK {
			g.accepted.Add(1)
		}
	}
	h := g.hold.Swap(nil)
	if h == nil || h.accept {
		create()
	}
	if h != nil {
		close(h.reached)
		select {
		case <-r.Context().Done():
			return
		case <-h.release:
		}
		if !h.accept {
			create()
		}
	}
	for name, values := range answer.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes())
}
