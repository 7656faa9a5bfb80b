package gateway

import (
	"cmp"
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
// is set, refuses those of a merchant beyond it as the interface says.
type Proxy struct {
	*Tally
	URL    string
	server *http.Server
	target http.Handler

	mu       sync.Mutex
	limit    int                    // requests of a merchant in any one second; 0 lets everything through
	accepted map[string][]time.Time // of the last second, by merchant
}

// Start puts a proxy at a free port; without a sandbox a stub answers.
func Start(sandbox string) (*Proxy, error) {
	p := &Proxy{Tally: newTally(), target: stub{time.Now().UTC()}, accepted: map[string][]time.Time{}}
	if sandbox != "" {
		to, err := url.Parse(sandbox)
		if err != nil {
			return nil, err
		}
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.MaxIdleConns, transport.MaxIdleConnsPerHost = 256, 256
		transport.DisableCompression = true // answers pass unchanged
		p.target = &httputil.ReverseProxy{
			Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(to) },
			Transport: transport,
			ErrorLog:  log.New(io.Discard, "", 0),
		}
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

// Enforce starts the measurement: from now on the limit of a merchant's
// requests in any one second holds, and calls are counted from zero.
func (p *Proxy) Enforce(limit int) {
	p.mu.Lock()
	p.limit, p.accepted = limit, map[string][]time.Time{}
	p.mu.Unlock()
	p.forget()
}

func (p *Proxy) allow(merchant string, now time.Time) bool {
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

// Stop ends it.
func (p *Proxy) Stop() { _ = p.server.Close() }
