//go:build !sandbox

package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/application"
	"payapp/internal/config"
	"payapp/internal/testing/await"
)

// nobodyElse is a replica without others.
type nobodyElse struct{}

func (nobodyElse) Waits() string              { return "" }
func (nobodyElse) ReplicaDifferences() string { return "" }

// listening is a port of a process that serves the handler.
func listening(t *testing.T, name string, handler http.Handler) *server {
	t.Helper()
	s, err := listenOn(name, "127.0.0.1:0", handler, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Fault 41, "requests drained": a customer's request under way at the end may
// still need the gateway. So the sandbox stops after the ports that need it,
// and meanwhile the load balancer sees that no more work is wanted.
func TestFault41_RequestsUnderWayEnd(t *testing.T) {
	logger := slog.New(slog.DiscardHandler)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	get := func(address string) (string, error) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			return "", err
		}
		response, err := client.Do(r)
		if err != nil {
			return "", err
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		return string(text), err
	}

	underWay, stopping := make(chan struct{}), make(chan struct{})
	a := &app{logger: logger}
	a.sandbox = listening(t, "sandbox", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "paid") }))
	a.admin = listening(t, "admin", a.adminHandler(prometheus.NewRegistry(), nobodyElse{}, config.Config{}))
	a.application = listening(t, "application", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if _, err := get(a.sandbox.address()); err != nil {
			t.Error(err)
		}
		close(underWay)
		<-stopping
		text, err := get(a.sandbox.address())
		if err != nil {
			text = err.Error()
		}
		_, _ = io.WriteString(w, text)
		if ready, err := get(a.admin.address() + "/readyz"); ready != "stopping\n" {
			t.Errorf("while it drains, readyz says %q, %v", ready, err)
		}
	}))
	closing := sync.OnceFunc(func() { close(stopping) })
	for _, s := range a.servers() { // whichever closes first
		s.http.RegisterOnShutdown(closing)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- a.serve(ctx) }()
	answer := make(chan string, 1)
	go func() {
		text, err := get(a.application.address())
		if err != nil {
			text = err.Error()
		}
		answer <- text
	}()
	await.For(t, "the request", underWay)
	stop()
	if got := await.For(t, "the customer's answer", answer); got != "paid\n" {
		t.Errorf("the customer got %q", got)
	}
	if err := await.For(t, "the end", ended); err != nil {
		t.Error(err)
	}
}

// listens is a handler that notes when it is told to end its streams.
type listens struct {
	http.Handler
	drained chan struct{}
}

func (l listens) Drain() { close(l.drained) }

// The application's streams are ended in the same way.
var _ drainer = (*application.Application)(nil)

// Fault 41, "SIGTERM → readiness off, streams told to reconnect, requests
// drained, no POST lost": until the delay is over, requests are served, on
// connections that are closed afterwards.
func TestFault41_TakesWorkUntilTheDelayIsOver(t *testing.T) {
	logger := slog.New(slog.DiscardHandler)
	asked, over := make(chan time.Duration, 1), make(chan time.Time)
	a := &app{logger: logger, drainDelay: time.Hour, after: func(d time.Duration) <-chan time.Time { asked <- d; return over }}
	streams := listens{http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusCreated, "paid") }), make(chan struct{})}
	a.application = listening(t, "application", streams)
	a.admin = listening(t, "admin", a.adminHandler(prometheus.NewRegistry(), nobodyElse{}, config.Config{}))

	client := &http.Client{Transport: &http.Transport{}}
	t.Cleanup(client.CloseIdleConnections)
	do := func(method, address string) (*http.Response, error) {
		r, err := http.NewRequestWithContext(t.Context(), method, address, nil)
		if err != nil {
			return nil, err
		}
		response, err := client.Do(r)
		if err == nil {
			_, _ = io.Copy(io.Discard, response.Body)
			response.Body.Close()
		}
		return response, err
	}
	want := func(method, address string, status int, closes bool) {
		t.Helper()
		response, err := do(method, address)
		if err != nil {
			t.Error(err)
		} else if response.StatusCode != status || response.Close != closes {
			t.Errorf("%s: %d, closes: %v; want %d, %v", method, response.StatusCode, response.Close, status, closes)
		}
	}

	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- a.serve(ctx) }()
	want(http.MethodPost, a.application.address(), http.StatusCreated, false)
	want(http.MethodGet, a.admin.address()+"/readyz", http.StatusOK, false)
	stop()
	if d := await.For(t, "the delay", asked); d != time.Hour {
		t.Errorf("it waits %v", d)
	}
	await.For(t, "the streams' end", streams.drained)
	want(http.MethodGet, a.admin.address()+"/readyz", http.StatusServiceUnavailable, true)
	want(http.MethodPost, a.application.address(), http.StatusCreated, true) // on the existing connection
	want(http.MethodPost, a.application.address(), http.StatusCreated, true) // on a new one
	select {
	case err := <-ended:
		t.Errorf("it didn't wait: %v", err)
	default:
	}
	close(over)
	if err := await.For(t, "the end", ended); err != nil {
		t.Error(err)
	}
	if _, err := do(http.MethodPost, a.application.address()); err == nil {
		t.Error("it goes on taking work")
	}
}

// A second Ctrl-C means: don't wait for requests. The test runs itself as
// another process, which is ended.
func TestSecondInterruptEndsAtOnce(t *testing.T) {
	const again = "PAYAPP_TEST_INTERRUPTED"
	if os.Getenv(again) != "" {
		ctx := UntilInterrupted()
		signalSelf(t)
		<-ctx.Done()
		signalSelf(t)
		select {} // its requests take for ever
	}
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestSecondInterruptEndsAtOnce$", "-test.timeout=1m")
	child.Env = append(os.Environ(), again+"=yes")
	said, err := child.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGTERM {
		t.Errorf("it ended with %v:\n%s", err, said)
	}
}

func signalSelf(t *testing.T) {
	t.Helper()
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
}

// waits is a replica that mustn't have customers yet.
type waits struct{ nobodyElse }

func (waits) Waits() string { return "no running replica has its key" }

// A replica that waits is alive, and says why it isn't ready.
func TestAReplicaThatWaitsIsntReady(t *testing.T) {
	a := &app{logger: slog.New(slog.DiscardHandler)}
	admin := httptest.NewServer(a.adminHandler(prometheus.NewRegistry(), waits{}, config.Config{}))
	defer admin.Close()
	for path, want := range map[string]string{
		"/readyz": "503 not ready: no running replica has its key\n", "/healthz": "200 ok\n",
	} {
		answer, err := http.Get(admin.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if got := fmt.Sprintf("%d %s", answer.StatusCode, text); err != nil || got != want {
			t.Errorf("%s: got %q, %v; want %q", path, got, err, want)
		}
	}
}
