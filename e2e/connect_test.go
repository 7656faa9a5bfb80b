package e2e

import (
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"payapp/e2e/kit"
)

// A deployment with a private authority is reached by the browser and beside it.
func TestConnectTrustsAnAuthority(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/console/panel" {
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprint(w, `{"now": "2026-11-23T18:00:00Z", "calm": true, "strict": true}`)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprint(w, `<!DOCTYPE html><html lang="en"><title>Page</title><link rel="icon" href="data:,"><main data-page="options">`)
	}))
	t.Cleanup(server.Close)
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PAYAPP_CA", file)
	w := kit.Connect(t, server.URL+"/", server.URL)
	if !w.Strict {
		t.Error("the sandbox wasn't asked")
	}
	b := kit.Open(t, w, customer{Device: phone})
	b.Visit(server.URL + "/")
	b.Want("options")
}

// An address that isn't set, or is none, is told with the variable that sets it.
func TestConnectWantsAddresses(t *testing.T) {
	for _, c := range []struct{ app, sandbox, want string }{
		{"", "http://127.0.0.1:1", `the application's address is "": set what it is read from, such as PAYAPP_URL`},
		{"pay.example", "http://127.0.0.1:1", `the application's address is "pay.example": set`},
		{"http://127.0.0.1:1", "127.0.0.1:8081", `the sandbox's address is "127.0.0.1:8081": set what it is read from, such as PAYAPP_SANDBOX_URL`},
	} {
		said := fails(t, func(d *doomed) { kit.Connect(d, c.app, c.sandbox) })
		if len(said) != 1 || !strings.Contains(said[0], c.want) {
			t.Errorf("%q and %q: it said %q, want %q", c.app, c.sandbox, said, c.want)
		}
	}
}
