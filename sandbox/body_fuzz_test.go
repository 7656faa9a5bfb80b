package sandbox_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"payapp/sandbox"
)

// FuzzBodies: whatever a body holds, no call breaks, and what was accepted can
// be read and shown.
func FuzzBodies(f *testing.F) {
	s, err := sandbox.New(context.Background(), sandbox.Config{Calm: true, Manual: true, Rate: 1 << 30, Sleep: func(context.Context, time.Duration) {}})
	if err != nil {
		f.Fatal(err)
	}
	token, err := s.SignToken(f.Context(), sandbox.TokenSpec{Operations: []string{"POST /.*", "GET /.*"}, Validity: 24 * time.Hour})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		if err := s.Close(); err != nil {
			f.Error(err)
		}
	})
	// The database's own code is instrumented too, which makes each run slow.
	paths := []string{"/auth-tokens", "/auth-tokens-by-action", "/payins/!availablePaymentOptions", "/payins/", "/payouts/", "/payins/o/externalReference"}
	for _, path := range paths {
		for _, body := range []string{
			`{}`, `null`, `{"a":1e400,"a":-0}`, `{"money":{"amount":1,"currencyCode":""}}`, `{"money":{"amount":1e18,"currencyCode":"THB"}}`,
			`{"paymentRequested":{"money":{"amount":10.5,"currencyCode":"THB"}},"paymentMethod":{"paymentMethodCode":"PROMPTPAY","account":{"accountNumber":"\ud800"}}}`,
			`{"paymentRequested":{"money":{"amount":999999999999999999,"currencyCode":"INR"}},"paymentMethod":{"paymentMethodCode":"UPIQR","account":{"accountName":"\u0000"}},"callbackUrl":"http://x/","returnUrl":"x:"}`,
			`{"paymentRequested":{"money":{"amount":1,"currencyCode":"COP"}},"paymentMethod":{"paymentMethodCode":"BANK_TRANSFER","phoneNumber":"1","identifyingReference":"1"}}`,
			`{"merchantCode":"DEMO","action":"PAYIN_CREATE","idPayment":"o","money":{"amount":1,"currencyCode":"x"},"secret":"demo-secret","timestamp":1e3}`,
			`{"merchantCode":"DEMO","operations":["GET /("],"validitySecs":1e99,"secret":"demo-secret"}`,
			strings.Repeat("[", 33), "\xff",
		} {
			f.Add(path, body)
		}
	}
	id := 0
	f.Fuzz(func(t *testing.T, path, body string) {
		if path != "" && strings.HasSuffix(path, "/") {
			id++
			path += fmt.Sprint("f-", id)
		}
		if !strings.HasPrefix(path, "/") || strings.ContainsAny(path, " \x7f?#%") || bytes.ContainsFunc([]byte(path), func(r rune) bool { return r < ' ' }) {
			return // no path that a request can have
		}
		got := post(t.Context(), s, token, path, body)
		if got >= 500 {
			t.Fatalf("POST %s %q: got %d", path, body, got)
		}
		if got != http.StatusOK {
			return
		}
		for _, page := range []string{path, path + "/accounts", "/balances", "/console" + path, "/console?q=1"} {
			request := httptest.NewRequestWithContext(t.Context(), "GET", page, nil)
			request.Header.Set("X-API-Version", "2")
			request.Header.Set("Authorization", "Bearer "+token)
			response := httptest.NewRecorder()
			s.Handler().ServeHTTP(response, request)
			if response.Code >= 500 {
				t.Fatalf("GET %s after %q: got %d %s", page, body, response.Code, response.Body)
			}
		}
	})
}
