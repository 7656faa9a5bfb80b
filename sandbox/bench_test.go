package sandbox_test

import (
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"payapp/sandbox"
)

// The cost of a read, with its story: test suites poll a lot.
func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"memory", "file"} {
		b.Run(name, func(b *testing.B) {
			db := ":memory:"
			if name == "file" {
				db = filepath.Join(b.TempDir(), "sandbox.db") // a new one each time: -count runs this more than once
			}
			s, err := sandbox.New(b.Context(), sandbox.Config{DB: db, Calm: true, Manual: true, Rate: 1 << 30})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			token, err := s.SignToken(b.Context(), sandbox.TokenSpec{IDPayin: "o-1"})
			if err != nil {
				b.Fatal(err)
			}
			call := func(method, body string) int {
				request := httptest.NewRequestWithContext(b.Context(), method, "/payins/o-1", strings.NewReader(body))
				request.Header.Set("Authorization", "Bearer "+token)
				request.Header.Set("X-API-Version", "2")
				request.Header.Set("Content-Type", "application/json")
				response := httptest.NewRecorder()
				s.Handler().ServeHTTP(response, request)
				return response.Code
			}
			if got := call("POST", `{"paymentRequested":{"money":{"amount":10,"currencyCode":"BRL"}},"paymentMethod":{"paymentMethodCode":"PIXQR"},"callbackUrl":"http://127.0.0.1:1/","returnUrl":"http://127.0.0.1:1/"}`); got != 200 {
				b.Fatal(got)
			}
			for b.Loop() {
				if got := call("GET", ""); got != 200 {
					b.Fatal(got)
				}
			}
		})
	}
}
