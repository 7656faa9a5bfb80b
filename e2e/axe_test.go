package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"payapp/e2e/kit"
)

// axe is asked, and what it finds fails a test: a page with a known fault has it found.
func TestAxeFindsAKnownFault(t *testing.T) {
	begin(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprint(w, `<!DOCTYPE html><html lang="en"><title>Page</title><link rel="icon" href="data:,"><main data-page="status"><h1>Page</h1><input name="a"></main>`)
	}))
	t.Cleanup(server.Close)
	w := unseen(t)
	w.App, w.Sandbox = server.URL, ""
	said := fails(t, func(d *doomed) {
		b := kit.Open(d, w, customer{Device: phone})
		b.Visit(server.URL)
		b.InspectAll()
	})
	if said := strings.Join(said, "\n"); !strings.Contains(said, "label") {
		t.Errorf("of a field without a label it said %q", said)
	}
}
