package conform

import "testing"

// What a report quotes of an answer has no token, whatever it looks like, and what one
// needs to understand the answer stays.
func TestWordsHaveNoToken(t *testing.T) {
	for body, want := range map[string]string{
		`{"token":"eyJhbGciOiJSUzI1NiJ9.eyJleHAiOjF9.c2ln"}`:            `200 {"token":"[token]"}`,
		`{"access_token": "9f86d081884c7d659a2feaa0c55ad015"}`:          `200 {"access_token": "[token]"}`,
		`"k3y.A1b2C3d4E5f6G7h8I9j0+/=="`:                                `200 "[token]"`,
		`{"code":"CUSTOMER_VERIFICATION_INACTIVITY"}`:                   `200 {"code":"CUSTOMER_VERIFICATION_INACTIVITY"}`,
		`{"idPayin":"conform-promptpay-1k2m3n4p5q","at":"2026-11-28T"}`: `200 {"idPayin":"conform-promptpay-1k2m3n4p5q","at":"2026-11-28T"}`,
	} {
		r := &run{wire: &wire{status: 200, body: []byte(body)}}
		if got := r.words(); got != want {
			t.Errorf("%s: got %s, want %s", body, got, want)
		}
	}
}
