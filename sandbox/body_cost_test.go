package sandbox_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"payapp/internal/testing/racing"
	"payapp/sandbox"
)

// post serves one call without a network, which would use memory of its own.
func post(ctx context.Context, s *sandbox.Sandbox, token, path, body string) int {
	request := httptest.NewRequestWithContext(ctx, "POST", path, strings.NewReader(body))
	request.Header.Set("X-API-Version", "2")
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response := &status{header: http.Header{}}
	s.Handler().ServeHTTP(response, request)
	return response.code
}

// status is a response writer that keeps only the status.
type status struct {
	header http.Header
	code   int
}

func (s *status) Header() http.Header         { return s.header }
func (s *status) WriteHeader(code int)        { s.code = code }
func (s *status) Write(p []byte) (int, error) { return len(p), nil }

// A body costs at most eight times its size in memory, whoever sends it and
// whatever its result.
func TestFault57_ABodyCostsNoMoreThanEightTimesItsSize(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	const fixed = 128 << 10 // the cost of any call
	name := func(n int) string {
		return strings.Replace(f.payinBody("BANKA_PAY", "ZAR", "1"), "Alex Example", strings.Repeat("x", n), 1)
	}
	for what, body := range map[string]string{
		"nested":  strings.Repeat("[", 9000) + strings.Repeat("]", 9000),
		"deep":    `{"paymentMethod":` + strings.Repeat(`{"a":`, 28) + strings.Repeat("1", 60_000) + strings.Repeat("}", 29),
		"wide":    `{"paymentMethod":{` + strings.Repeat(`"a":1,`, 10_000) + `"b":1}}`,
		"unknown": `{` + strings.Repeat(`"a":1,`, 10_000) + `"b":1}`,
		"long":    name(60_000),
		"huge":    `{"a":"` + strings.Repeat("x", 1<<20) + `"}`,
	} {
		for who, bearer := range map[string]string{"a stranger": "", "a merchant": token} {
			limit, least := uint64(8*len(body)+fixed), ^uint64(0)
			tries := 12 // the least of several: others may run in parallel
			if racing.On {
				tries = 60 // pools lose at random, several of them in a call
			}
			for i := 0; i < tries && least > limit; i++ {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				post(t.Context(), f.Sandbox, bearer, fmt.Sprintf("/payins/%s-%d", what, i), body)
				runtime.ReadMemStats(&after)
				least = min(least, after.TotalAlloc-before.TotalAlloc)
			}
			if least > limit {
				t.Errorf("%s from %s: %d bytes for a body of %d", what, who, least, len(body))
			}
		}
	}
}

// A call with a wrong secret, or without a token, is nobody's: it doesn't push the merchant's
// own calls out of a story. How little strangers can fill, sandbox/internal/store tests.
func TestAWrongSecretIsNobodysCall(t *testing.T) {
	f := setup(t)
	token := f.token("o-1")
	f.create(token, "o-1", "PROMPTPAY", "THB", "1")
	f.want(200, token, "GET", "/payins/o-1", "")
	for range 100 {
		f.want(401, "", "POST", "/auth-tokens-by-action", `{"merchantCode":"DEMO","action":"PAYIN_INFO","idPayment":"o-1","secret":"guess"}`)
		f.want(401, "", "POST", "/payins/o-1", "{}")
	}
	calls, _ := f.story("o-1")
	if len(calls) > 25 || calls[2] != "GET /payins/o-1" {
		t.Errorf("%d calls: %q", len(calls), calls)
	}
}

// A body is kept on one line and cut. Pages show it indented if it is complete.
func TestStoriesAreIndentedWhenShown(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	f.want(200, token, "POST", "/payins/o-1", "{ \n"+strings.TrimPrefix(f.payinBody("PROMPTPAY", "THB", "1"), "{"))
	if _, page := f.get("/console/payins/o-1"); !strings.Contains(page, "{\n  &#34;callbackUrl&#34;: ") {
		t.Error("the request isn't indented")
	}
	f.want(400, token, "POST", "/payins/o-2", `[`+strings.Repeat(`"long",`, 8000)+`1]`)
	f.want(200, token, "POST", "/payins/o-2", f.payinBody("PROMPTPAY", "THB", "1"))
	_, page := f.get("/console/payins/o-2")
	if !strings.Contains(page, "… (56003 bytes)") || strings.Count(page, "long") > 5000 {
		t.Error("a long request isn't cut")
	}
}
