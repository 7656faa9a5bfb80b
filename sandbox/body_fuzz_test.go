package sandbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"payapp/sandbox"
)

// FuzzBodies: whatever a body contains, no call fails internally or takes more
// than eight times its size in memory. What isn't JSON in UTF-8 is refused.
// What was accepted can be read and shown.
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
			// nesting
			strings.Repeat(`{"money":`, 32) + "1" + strings.Repeat("}", 32),
			strings.Repeat("[", 40_000), `{"a":"[[[[` + strings.Repeat(`\"{`, 40) + `"}`,
			// numbers
			`{"money":{"amount":-0.0,"currencyCode":"THB"}}`, `{"money":{"amount":` + strings.Repeat("9", 5000) + `,"currencyCode":"THB"}}`,
			`{"money":{"amount":1e-400,"currencyCode":"JPY"}}`,
			`{"money":{"amount":01,"currencyCode":"THB"}}`, `{"validitySecs":9223372036854775808}`,
			// encodings
			"\xef\xbb\xbf{}", "\xfe\xff\x00{\x00}", "{\x00}", `{"merchantCode":"\ud800\u0000\udfff"}`,
			`{"\u006doney":{"amount":1,"currencyCode":"\u0054HB"}}`,
			// doubled keys
			`{"money":{"amount":1,"currencyCode":"THB"},"money":7}`,
			`{"merchantCode":"DEMO","merchantCode":"DEMO-BANKS","Secret":"x","secret":"demo-secret"}`,
			`{"paymentMethod":{"paymentMethodCode":"PIXQR","paymentMethodCode":"PROMPTPAY","account":{"accountNumber":"1"},"account":{}}}`,
			"{" + strings.Repeat(`"a":1,`, 8000) + `"a":1}`,
		} {
			f.Add(path, body)
		}
	}
	id := 0
	numbered := func(path string) string {
		if strings.HasSuffix(path, "/") {
			id++
			path += fmt.Sprint("f-", id)
		}
		return path
	}
	f.Fuzz(func(t *testing.T, path, body string) {
		if !strings.HasPrefix(path, "/") || strings.ContainsAny(path, " \x7f?#%") || bytes.ContainsFunc([]byte(path), func(r rune) bool { return r < ' ' }) {
			return // no request can have such a path
		}
		const fixed = 128 << 10 // the cost of any call
		got, least, asked := 0, ^uint64(0), path
		for range 5 { // the least of several: others may run in parallel
			path = numbered(asked)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			got = post(t.Context(), s, token, path, body)
			runtime.ReadMemStats(&after)
			if least = min(least, after.TotalAlloc-before.TotalAlloc); least <= uint64(8*len(body)+fixed) {
				break
			}
		}
		if least > uint64(8*len(body)+fixed) {
			t.Errorf("POST %s: %d bytes for a body of %d: %q", path, least, len(body), body)
		}
		if got >= 500 {
			t.Fatalf("POST %s %q: got %d", path, body, got)
		}
		if got < 300 && !(json.Valid([]byte(body)) && utf8.ValidString(body)) {
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
