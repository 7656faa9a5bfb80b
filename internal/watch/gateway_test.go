package watch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/money"
)

// fake is a gateway in memory: payments by id, a limit per second that it
// keeps an eye on, and a time that every answer takes.
type fake struct {
	takes time.Duration
	limit int // requests in any second and merchant; 0 is none

	mu      sync.Mutex
	status  map[string]string // of created payments, by id
	creates []string          // ids, in order of arrival
	calls   map[string]int    // by "METHOD path"
	times   []time.Time       // of all accepted requests
	limited int               // answers of 429
	answer  func(*http.Request) (status int, body string)
}

func (f *fake) RoundTrip(request *http.Request) (*http.Response, error) {
	status, body := f.serve(request)
	select {
	case <-time.After(f.takes):
	case <-request.Context().Done():
		return nil, request.Context().Err()
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Request: request, Body: io.NopCloser(strings.NewReader(body))}, nil
}

func (f *fake) serve(request *http.Request) (int, string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls[request.Method+" "+request.URL.Path]++
	now := time.Now()
	for len(f.times) > 0 && now.Sub(f.times[0]) >= time.Second {
		f.times = f.times[1:]
	}
	if f.limit > 0 && len(f.times) >= f.limit {
		f.limited++
		return 429, ""
	}
	f.times = append(f.times, now)
	if f.answer != nil {
		if status, body := f.answer(request); status != 0 {
			return status, body
		}
	}
	id := strings.TrimPrefix(request.URL.Path, "/payins/")
	switch {
	case request.URL.Path == "/merchant-info":
		return 200, `{"channelInfo":{"name":"Blue Kiosk"}}`
	case id == "!availablePaymentOptions":
		return 200, `{"data":[{"paymentMethodCode":"PROMPTPAY","paymentOperators":[]}]}`
	case strings.HasSuffix(id, "/externalReference"):
		return 204, ""
	case request.Method == "POST":
		f.creates = append(f.creates, id)
		if f.status[id] != "" {
			return 409, `{"code":"ALREADY_ACCEPTED"}`
		}
		f.status[id] = "PENDING"
		return 200, payinBody(id, "")
	case f.status[id] == "":
		return 404, ""
	default:
		return 200, payinBody(id, f.status[id])
	}
}

func payinBody(id, status string) string {
	amount := map[string]any{"amount": 10, "currencyCode": "THB"}
	body := map[string]any{"paymentMethodResponse": map[string]any{"idPayin": id, "paymentMethodCode": "PROMPTPAY", "money": amount}}
	if status != "" {
		body["process"] = map[string]any{"status": status}
	}
	data, _ := json.Marshal(body)
	return string(data)
}

func (f *fake) set(id, status string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.status[id] = status
}

// count is how many calls of "METHOD path" have arrived.
func (f *fake) count(call string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.calls[call]
}

// fail makes every answer the status until it is called with 0.
func (f *fake) fail(status int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answer = func(*http.Request) (int, string) { return status, "" }
}

// setup makes a Gateway over a fake one. Its log ends up in the buffer.
func setup(t testing.TB, config Config) (*Gateway, *fake, *bytes.Buffer) {
	t.Helper()
	gateway := &fake{status: map[string]string{}, calls: map[string]int{}}
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	client, err := apiclient.New(apiclient.Config{BaseURL: "https://gateway.example", Transport: gateway, Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	config.Logger = logger
	return New(client, config), gateway, &log
}

// customer is a proven caller of merchant DEMO with a token of its own.
func customer(n int) Caller {
	return Caller{Token: apiclient.NewToken(fmt.Sprint("token-", n)), Merchant: "DEMO", Address: "203.0.113.7", Proven: true}
}

// stranger is the same before the gateway has accepted its token.
func stranger(n int) Caller {
	caller := customer(n)
	caller.Proven = false
	return caller
}

var (
	tenBaht = money.MustParse("10", "THB")
	request = apiclient.PayinRequest{Money: tenBaht, Method: map[string]any{"paymentMethodCode": "PROMPTPAY"}}
)
