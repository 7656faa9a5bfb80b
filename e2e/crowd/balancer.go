package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"sync/atomic"
	"time"
)

// balancer sends each request to the next replica, without stickiness. If a
// replica is gone it does what balancers usually do: requests that certainly
// weren't received, and reads, go to the next one; all others get a 502.
type balancer struct {
	server  *http.Server
	targets []string
	next    atomic.Uint64
	base    *http.Transport
}

func startBalancer(address string, replicas []*replica) (*balancer, error) {
	b := &balancer{base: newTransport()}
	b.base.DisableCompression = true
	b.base.DialContext = (&net.Dialer{Timeout: 2 * time.Second}).DialContext
	for _, r := range replicas {
		b.targets = append(b.targets, r.address)
	}
	proxy := &httputil.ReverseProxy{
		Transport:     b,
		FlushInterval: -1,
		ErrorLog:      log.New(io.Discard, "", 0),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = "http", address
			r.Out.Host = r.In.Host
			r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"]
		},
	}
	var config net.ListenConfig
	listener, err := config.Listen(context.Background(), "tcp", address)
	if err != nil {
		return nil, err
	}
	b.server = &http.Server{Handler: proxy, ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0)}
	go func() { _ = b.server.Serve(listener) }()
	return b, nil
}

// RoundTrip tries each replica once, in turn.
func (b *balancer) RoundTrip(r *http.Request) (*http.Response, error) {
	var form []byte // kept, since a transport closes a body that it couldn't send
	if r.Body != nil {
		var err error
		if form, err = io.ReadAll(io.LimitReader(r.Body, 1<<20)); err != nil {
			return nil, err
		}
	}
	var last error
	first := b.next.Add(1) // once a request: others come in between
	for i := range uint64(len(b.targets)) {
		out := r.Clone(r.Context())
		out.Body = io.NopCloser(bytes.NewReader(form))
		out.URL.Host = b.targets[(first+i)%uint64(len(b.targets))]
		response, err := b.base.RoundTrip(out)
		if err == nil {
			return response, nil
		}
		last = err
		if r.Context().Err() != nil || !notTaken(err) && r.Method != http.MethodGet {
			break
		}
	}
	return nil, last
}

// notTaken reports whether there was no connection that could have carried the
// request.
func notTaken(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial"
}

func (b *balancer) stop() {
	if b != nil {
		_ = b.server.Close()
		b.base.CloseIdleConnections()
	}
}
