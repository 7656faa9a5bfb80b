package main

import (
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
	"time"
)

// gatewayProxy is in front of the sandbox: it counts requests and, once a limit
// is set, refuses those beyond it as the interface says.
type gatewayProxy struct {
	*tally
	url    string
	server *http.Server
	target *httputil.ReverseProxy

	mu       sync.Mutex
	limit    int // requests in any one second; 0 lets everything through
	accepted []time.Time
}

type callKey struct{}

func startGatewayProxy(sandbox string) (*gatewayProxy, error) {
	to, err := url.Parse(sandbox)
	if err != nil {
		return nil, err
	}
	p := &gatewayProxy{tally: newTally()}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConns, transport.MaxIdleConnsPerHost = 256, 256
	transport.DisableCompression = true // answers pass unchanged
	p.target = &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(to) },
		Transport: transport,
		ErrorLog:  log.New(io.Discard, "", 0),
		ModifyResponse: func(r *http.Response) error {
			p.note(r.Request.Context(), r.StatusCode)
			return nil
		},
	}
	listener, err := listen()
	if err != nil {
		return nil, err
	}
	p.url = "http://" + listener.Addr().String()
	p.server = &http.Server{Handler: p, ReadHeaderTimeout: time.Minute}
	go func() { _ = p.server.Serve(listener) }()
	return p, nil
}

// noted ties an answer to its call.
type noted struct {
	call    *gatewayCall
	payment string
}

func (p *gatewayProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	call := &gatewayCall{at: time.Now()}
	operation, payment := operationOf(r.Method, r.URL.Path)
	call.operation, call.payment = operation, payment
	p.arrived(call)
	if !p.allow(call.at) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = io.WriteString(w, `{"code":"TOO_MANY_REQUESTS","message":"too many requests"}`)
		p.answered(call, http.StatusTooManyRequests, payment)
		return
	}
	p.target.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callKey{}, noted{call, payment})))
}

func (p *gatewayProxy) note(ctx context.Context, status int) {
	if n, ok := ctx.Value(callKey{}).(noted); ok {
		p.answered(n.call, status, n.payment)
	}
}

// enforce starts the measurement: from now on the limit of requests in any one
// second holds, and calls are counted from zero.
func (p *gatewayProxy) enforce(limit int) {
	p.mu.Lock()
	p.limit, p.accepted = limit, nil
	p.mu.Unlock()
	p.forget()
}

func (p *gatewayProxy) allow(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.limit == 0 {
		return true
	}
	for len(p.accepted) > 0 && now.Sub(p.accepted[0]) >= time.Second {
		p.accepted = p.accepted[1:]
	}
	if len(p.accepted) >= p.limit {
		return false // not processed, and so not counted
	}
	p.accepted = append(p.accepted, now)
	return true
}

func (p *gatewayProxy) stop() { _ = p.server.Close() }
