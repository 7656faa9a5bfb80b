package main

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"

	"payapp/e2e/crowd/internal/watchers"
)

// merchant listens for callbacks, and accepts each.
type merchant struct {
	url    string
	server *http.Server

	mu   sync.Mutex
	told map[string]int // callbacks by payment
}

func startMerchant(host string) (*merchant, error) {
	var config net.ListenConfig
	listener, err := config.Listen(context.Background(), "tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		return nil, err
	}
	m := &merchant{url: "http://" + listener.Addr().String() + "/callback", told: map[string]int{}}
	m.server = &http.Server{Handler: m, ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0)}
	go func() { _ = m.server.Serve(listener) }()
	return m, nil
}

// ServeHTTP accepts a callback: the payment is in the query or in the form.
func (m *merchant) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	id := r.FormValue("idPayin")
	m.mu.Lock()
	m.told[id]++
	m.mu.Unlock()
	w.WriteHeader(http.StatusNoContent)
}

// toldOf counts the paid payments that the merchant has heard of.
func (m *merchant) toldOf(c *watchers.Crowd) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for _, w := range c.Watchers {
		if w.HasPaid() && m.told[w.Order.IDPayin] > 0 {
			n++
		}
	}
	return n
}

func (m *merchant) stop() { _ = m.server.Close() }
