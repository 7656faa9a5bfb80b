package gateway

import (
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
	"time"

	"payapp/e2e/crowd/internal/machine"
)

// Proxy is in front of the sandbox: it counts requests and, once a limit
// is set, refuses those beyond it as the interface says.
type Proxy struct {
	*Tally
	URL    string
	server *http.Server
	target *httputil.ReverseProxy

	mu       sync.Mutex
	limit    int // requests in any one second; 0 lets everything through
	accepted []time.Time
}

// callKey is where a request keeps its call.
type callKey struct{}

// Start puts a proxy at a free port.
func Start(sandbox string) (*Proxy, error) {
	to, err := url.Parse(sandbox)
	if err != nil {
		return nil, err
	}
	p := &Proxy{Tally: newTally()}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConns, transport.MaxIdleConnsPerHost = 256, 256
	transport.DisableCompression = true // answers pass unchanged
	p.target = &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(to) },
		Transport: transport,
		ErrorLog:  log.New(io.Discard, "", 0),
		ModifyResponse: func(r *http.Response) error {
			if answered, ok := r.Request.Context().Value(callKey{}).(*call); ok {
				p.answered(answered, r.StatusCode)
			}
			return nil
		},
	}
	listener, err := machine.Listen()
	if err != nil {
		return nil, err
	}
	p.URL = "http://" + listener.Addr().String()
	p.server = &http.Server{Handler: p, ReadHeaderTimeout: time.Minute}
	go func() { _ = p.server.Serve(listener) }()
	return p, nil
}

func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	call := &call{at: time.Now()}
	call.operation, call.payment = operationOf(r.Method, r.URL.Path)
	p.arrived(call)
	if !p.allow(call.at) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = io.WriteString(w, `{"code":"TOO_MANY_REQUESTS","message":"too many requests"}`)
		p.answered(call, http.StatusTooManyRequests)
		return
	}
	p.target.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callKey{}, call)))
}

// Enforce starts the measurement: from now on the limit of requests in any one
// second holds, and calls are counted from zero.
func (p *Proxy) Enforce(limit int) {
	p.mu.Lock()
	p.limit, p.accepted = limit, nil
	p.mu.Unlock()
	p.forget()
}

func (p *Proxy) allow(now time.Time) bool {
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

// Stop ends it.
func (p *Proxy) Stop() { _ = p.server.Close() }
