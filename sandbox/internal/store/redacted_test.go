package store

import (
	"strings"
	"testing"
)

// However long a body is, a story contains no secret or part of one.
func TestStoriesTellNoSecretWhereverTheyAreCut(t *testing.T) {
	body := `{ "merchantCode": "DEMO", "secret" : "hush\"hush", "token":"hush" }`
	for limit := range len(body) + 2 {
		got := Redacted([]byte(body), limit)
		if strings.Contains(got, "hu") {
			t.Errorf("cut at %d: %s", limit, got)
		}
	}
	if got, want := Redacted([]byte(body), 100), `{"merchantCode":"DEMO","secret":"…","token":"…"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
