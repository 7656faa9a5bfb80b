package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
)

// A customer's request that is under way at the end may still need the gateway:
// the sandbox stops after the ports of those whom it serves, and meanwhile
// whoever balances the load hears that no more work is wanted.
func TestStopServesCustomersToTheirEnd(t *testing.T) {
	logger := slog.New(slog.DiscardHandler)
	listen := func(name string, handler http.Handler) *server {
		s, err := listenOn(name, "127.0.0.1:0", handler, logger)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
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
	a.sandbox = listen("sandbox", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "paid") }))
	a.admin = listen("admin", a.adminHandler(prometheus.NewRegistry()))
	a.application = listen("application", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
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
	for _, s := range a.servers() { // whichever is the first to close
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
	<-underWay
	stop()
	if got := <-answer; got != "paid\n" {
		t.Errorf("the customer got %q", got)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// Whoever presses Ctrl-C again doesn't want to wait for requests. The process
// that is ended is this test once more, as another process.
func TestSecondInterruptEndsAtOnce(t *testing.T) {
	const again = "PAYAPP_TEST_INTERRUPTED"
	if os.Getenv(again) != "" {
		ctx := untilInterrupted()
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
