package sandbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"payapp/money"
	"payapp/sandbox"
)

// fixture is a sandbox on a real port, with a clock that tests move.
type fixture struct {
	t *testing.T
	*sandbox.Sandbox
	url   string
	clock *manualClock
	http  *http.Client
	slept []time.Duration
}

type manualClock struct {
	mu sync.Mutex
	at time.Time
}

func (c *manualClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *manualClock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func setup(t *testing.T, change ...func(*sandbox.Config)) *fixture {
	t.Helper()
	f := &fixture{t: t, clock: &manualClock{at: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}}
	config := sandbox.Config{
		Calm: true, Manual: true, Rate: 1000, Now: f.clock.now,
		Sleep: func(_ context.Context, d time.Duration) { f.slept = append(f.slept, d) },
	}
	for _, c := range change {
		c(&config)
	}
	s, err := sandbox.New(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.Handler())
	f.Sandbox, f.url = s, server.URL
	f.http = server.Client()
	f.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	t.Cleanup(func() {
		server.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// onTheWallClock is for tests of what comes by itself.
func onTheWallClock(c *sandbox.Config) { c.Manual, c.Now = false, nil }

// do makes a request and returns the answer with its text.
func (f *fixture) do(request *http.Request) (*http.Response, string) {
	f.t.Helper()
	response, err := f.http.Do(request)
	if err != nil {
		f.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		f.t.Fatal(err)
	}
	return response, string(body)
}

// request is one to the sandbox, with what its pages' forms are sent as.
func (f *fixture) request(method, path, body string, headers ...string) *http.Request {
	f.t.Helper()
	request, err := http.NewRequestWithContext(f.t.Context(), method, f.url+path, strings.NewReader(body))
	if err != nil {
		f.t.Fatal(err)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	return request
}

// get fetches a page and returns its text.
func (f *fixture) get(path string) (*http.Response, string) {
	f.t.Helper()
	return f.do(f.request("GET", path, ""))
}

// submit posts a form as a browser does.
func (f *fixture) submit(path string, form url.Values) (*http.Response, string) {
	f.t.Helper()
	return f.do(f.request("POST", path, form.Encode()))
}

// reply is an answer of the interface.
type reply struct {
	status int
	header http.Header
	raw    string
	json   map[string]any
}

// at finds a value by its path: "process.status".
func (r reply) at(path string) any {
	var v any = r.json
	for key := range strings.SplitSeq(path, ".") {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[key]
	}
	return v
}

// call makes one call of the interface with its usual headers. An empty header
// value removes the header.
func (f *fixture) call(token, method, path, body string, headers ...string) (reply, error) {
	f.t.Helper()
	request, err := http.NewRequestWithContext(f.t.Context(), method, f.url+path, strings.NewReader(body))
	if err != nil {
		f.t.Fatal(err)
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("X-API-Version", "2")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i+1] == "" {
			request.Header.Del(headers[i])
		} else {
			request.Header.Set(headers[i], headers[i+1])
		}
	}
	response, err := f.http.Do(request)
	if err != nil {
		return reply{}, err
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		return reply{}, err
	}
	r := reply{status: response.StatusCode, header: response.Header, raw: string(raw)}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if decoder.Decode(&r.json) != nil {
		r.json = nil
	}
	keepsContract(f.t, request, r)
	return r, nil
}

// want makes a call that must be answered with the status.
func (f *fixture) want(status int, token, method, path, body string, headers ...string) reply {
	f.t.Helper()
	r, err := f.call(token, method, path, body, headers...)
	if err != nil {
		f.t.Fatalf("%s %s: %v", method, path, err)
	}
	if r.status != status {
		f.t.Fatalf("%s %s: got %d %s, want %d", method, path, r.status, r.raw, status)
	}
	return r
}

// token obtains the token that the hosted application gets for a payment.
func (f *fixture) token(id string) string {
	f.t.Helper()
	token, err := f.SignToken(f.t.Context(), sandbox.TokenSpec{IDPayin: id})
	if err != nil {
		f.t.Fatal(err)
	}
	return token
}

// payinBody is a creation with the method's sample data, and a first operator
// if one is required.
func (f *fixture) payinBody(code, currency, amount string, change ...func(method map[string]any)) string {
	f.t.Helper()
	method := map[string]any{"paymentMethodCode": code}
	for path, value := range sandbox.Sample(code, currency) {
		if strings.HasPrefix(path, "account") {
			path = "account." + path // a RedirectURL has its fields without
		}
		put(path, value)(method)
	}
	if operator := firstOperator[code+"/"+currency]; operator != "" {
		method["paymentOperatorCode"] = operator
	}
	for _, c := range change {
		c(method)
	}
	body, err := json.Marshal(map[string]any{
		"paymentRequested": map[string]any{"money": money.MustParse(amount, currency)},
		"paymentMethod":    method,
		"callbackUrl":      "http://127.0.0.1:1/callback",
		"returnUrl":        "https://shop.example.com/back",
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return string(body)
}

// firstOperator is an operator of each method that requires one.
var firstOperator = map[string]string{
	"ONLINE/INR": "HDFC", "ONLINE/THB": "004", "ONLINE/MYR": "MB2U0227", "ONLINE/VND": "970436", "ONLINE/ZAR": "FNB", "ONLINE/NAD": "FNBNAMIBIA",
	"NETBANKING/INR": "SBIN", "FPX/MYR": "MB2U0227", "EWALLET/IDR": "OVO", "MOBILE_MONEY/GHS": "MTN", "MOBILE_MONEY/KES": "MPESA", "PSE/COP": "BANCOLOMBIA",
}

// asJSON marshals a value.
func asJSON(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// create makes a payment and returns the answer.
func (f *fixture) create(token, id, code, currency, amount string) reply {
	f.t.Helper()
	return f.want(http.StatusOK, token, "POST", "/payins/"+id, f.payinBody(code, currency, amount))
}

// status reads a payment's status.
func (f *fixture) status(token, id string) any {
	f.t.Helper()
	return f.want(http.StatusOK, token, "GET", "/payins/"+id, "").at("process.status")
}

// setStatus moves a payment in the console.
func (f *fixture) setStatus(id, status string) {
	f.t.Helper()
	f.post("/console/payins/"+id, url.Values{"status": {status}})
}
