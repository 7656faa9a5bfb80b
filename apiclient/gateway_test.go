package apiclient

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// script is a gateway in memory. Its steps answer one request each, in order;
// the last one answers all that follow. Since it uses no network, it works with
// synctest.
type script struct {
	steps []step

	mu   sync.Mutex
	seen []seen
}

type step func(*http.Request) (*http.Response, error)

// seen is a request as it arrived.
type seen struct {
	method, uri, body string
	header            http.Header
	at                time.Time
}

func (s *script) RoundTrip(request *http.Request) (*http.Response, error) {
	var body []byte
	if request.Body != nil {
		body, _ = io.ReadAll(request.Body)
	}
	s.mu.Lock()
	s.seen = append(s.seen, seen{request.Method, request.URL.RequestURI(), string(body), request.Header, time.Now()})
	answer := s.steps[min(len(s.seen), len(s.steps))-1]
	s.mu.Unlock()
	return answer(request)
}

// requests is what has arrived so far.
func (s *script) requests() []seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen
}

// answer is a step with a status and body; pairs of header names and values may
// follow.
func answer(status int, body string, header ...string) step {
	return func(request *http.Request) (*http.Response, error) {
		response := &http.Response{
			StatusCode: status, Header: http.Header{}, Request: request,
			Body: io.NopCloser(strings.NewReader(body)),
		}
		for i := 0; i+1 < len(header); i += 2 {
			response.Header.Set(header[i], header[i+1])
		}
		return response, nil
	}
}

var errReset = errors.New("connection reset by peer")

// reset loses the answer.
func reset(*http.Request) (*http.Response, error) { return nil, errReset }

// hang accepts a request and never answers.
func hang(request *http.Request) (*http.Response, error) {
	<-request.Context().Done()
	return nil, request.Context().Err()
}

// drip answers one byte a second, for ever.
func drip(request *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{}, Request: request, Body: io.NopCloser(dripping{request})}, nil
}

type dripping struct{ request *http.Request }

func (d dripping) Read(p []byte) (int, error) {
	select {
	case <-time.After(time.Second):
		p[0] = ' '
		return 1, nil
	case <-d.request.Context().Done():
		return 0, d.request.Context().Err()
	}
}

// setup makes a client of a scripted gateway. Its log goes into the buffer.
func setup(t *testing.T, steps ...step) (*Client, *script, *bytes.Buffer) {
	t.Helper()
	gateway := &script{steps: steps}
	var log bytes.Buffer
	client, err := New(Config{
		BaseURL: "https://gateway.example/api/", Transport: gateway,
		Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	if err != nil {
		t.Fatal(err)
	}
	return client, gateway, &log
}

var testToken = NewToken("s3cr3t-token")

// Answers of the interface, short but complete.
const (
	createdBody = `{"paymentRequested":{"money":{"amount":1234.50,"currencyCode":"THB"}},
		"paymentMethodResponse":{"idPayin":"order-1","paymentMethodCode":"PROMPTPAY","money":{"amount":1234.50,"currencyCode":"THB"}}}`
	readBody = `{"paymentMethodResponse":{"idPayin":"order-1","paymentMethodCode":"PROMPTPAY","money":{"amount":1234.50,"currencyCode":"THB"}},
		"process":{"status":"SUCCESS","createdAt":"2026-11-21T10:00:00.000Z"}}`
)
