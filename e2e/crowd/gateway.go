package main

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"time"

	"payapp/e2e/internal/harness"
)

// gateway is a proxy in front of the sandbox: it counts requests and, once a limit is
// set, refuses those of a merchant beyond it as the interface says.
type gateway struct {
	*tally
	url    string
	server *http.Server
	target http.Handler

	mu       sync.Mutex
	limit    int                    // requests of a merchant in any one second; 0 lets everything through
	accepted map[string][]time.Time // of the last second, by merchant
}

// startGateway puts it at a free port.
func startGateway(sandbox string) (*gateway, error) {
	to, err := url.Parse(sandbox)
	if err != nil {
		return nil, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConns, transport.MaxIdleConnsPerHost = 256, 256
	transport.DisableCompression = true // answers pass unchanged
	p := &gateway{tally: newTally(), accepted: map[string][]time.Time{}, target: &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(to) },
		Transport: transport,
		ErrorLog:  log.New(io.Discard, "", 0),
	}}
	listener, err := harness.Listen()
	if err != nil {
		return nil, err
	}
	p.url = "http://" + listener.Addr().String()
	p.server = &http.Server{Handler: p, ReadHeaderTimeout: time.Minute}
	go func() { _ = p.server.Serve(listener) }()
	return p, nil
}

func (p *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	call := &call{at: time.Now(), merchant: merchantOf(r)}
	call.operation, call.payment = operationOf(r.Method, r.URL.Path)
	p.arrived(call)
	answer := &statusRecorder{ResponseWriter: w}
	defer func() { p.answered(call, answer.status) }() // also if the answer is cut off
	if p.allow(call.merchant, call.at) {
		p.target.ServeHTTP(answer, r)
	} else {
		answer.Header().Set("Content-Type", "application/json")
		answer.WriteHeader(http.StatusTooManyRequests)
		_, _ = io.WriteString(answer, `{"code":"TOO_MANY_REQUESTS","message":"too many requests"}`)
	}
	answer.status = cmp.Or(answer.status, http.StatusOK)
}

// statusRecorder knows what was answered.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

func (s *statusRecorder) WriteHeader(status int) {
	s.status = status
	s.ResponseWriter.WriteHeader(status)
}

// Unwrap is for http.ResponseController.
func (s *statusRecorder) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// enforce starts the measurement: from now on the limit of a merchant's
// requests in any one second holds, and calls are counted from zero.
func (p *gateway) enforce(limit int) {
	p.mu.Lock()
	p.limit, p.accepted = limit, map[string][]time.Time{}
	p.mu.Unlock()
	p.forget()
}

func (p *gateway) allow(merchant string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.limit == 0 {
		return true
	}
	recent := p.accepted[merchant]
	for len(recent) > 0 && now.Sub(recent[0]) >= time.Second {
		recent = recent[1:]
	}
	room := len(recent) < p.limit
	if room { // what isn't processed doesn't count
		recent = append(recent, now)
	}
	p.accepted[merchant] = recent
	return room
}

func (p *gateway) stop() { _ = p.server.Close() }

// merchantOf is the merchant that a call's token claims.
func merchantOf(r *http.Request) string {
	parts := strings.Split(r.Header.Get("Authorization"), ".")
	if len(parts) != 3 {
		return ""
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return ""
	}
	var claims struct {
		Merchant string `json:"merchantCode"`
	}
	_ = json.Unmarshal(payload, &claims) // a token that says nothing has no merchant
	return claims.Merchant
}
