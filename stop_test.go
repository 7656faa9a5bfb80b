package main

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"testing"
)

// A customer's request that is under way at the end may still need the gateway:
// the sandbox stops after the ports of those whom it serves.
func TestStopServesCustomersToTheirEnd(t *testing.T) {
	logger := slog.New(slog.DiscardHandler)
	listen := func(name string, handler http.HandlerFunc) *server {
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
	sandbox := listen("sandbox", func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "paid") })
	application := listen("application", func(w http.ResponseWriter, _ *http.Request) {
		if _, err := get(sandbox.address()); err != nil {
			t.Error(err)
		}
		close(underWay)
		<-stopping
		text, err := get(sandbox.address())
		if err != nil {
			text = err.Error()
		}
		_, _ = io.WriteString(w, text)
	})
	a := &app{logger: logger, sandbox: sandbox, application: application, admin: listen("admin", http.NotFound)}
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
		text, err := get(application.address())
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
