package cli_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestCommandHealth(t *testing.T) {
	draining := false
	admin := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" && draining {
			http.Error(w, "stopping", http.StatusServiceUnavailable)
		}
		_, _ = w.Write([]byte("well\n"))
	}))
	t.Cleanup(admin.Close)
	setting := []string{"PAYAPP_ADMIN_ADDR=:" + strings.Split(admin.URL, ":")[2]}
	for _, args := range [][]string{{"health"}, {"health", "--ready"}} {
		if got := perform(t, setting, args...); got.code != 0 || got.out != "well\n" {
			t.Errorf("%v: got %+v", args, got)
		}
	}
	draining = true
	if got := perform(t, setting, "health", "--ready"); got.code != 1 || !strings.Contains(got.err, "503") {
		t.Errorf("while draining: got %+v", got)
	}
	if got := perform(t, setting, "health"); got.code != 0 {
		t.Errorf("draining is alive: got %+v", got)
	}
	if got := perform(t, nil, "health", "--url", admin.URL+"/readyz"); got.code != 1 {
		t.Errorf("another address: got %+v", got)
	}
	admin.Close()
	if got := perform(t, setting, "health"); got.code != 1 || !strings.Contains(got.err, "no answer") {
		t.Errorf("nobody there: got %+v", got)
	}
	if got := perform(t, []string{"PAYAPP_ADMIN_ADDR=9090"}, "health"); got.code != 1 || !strings.Contains(got.err, "PAYAPP_ADMIN_ADDR") {
		t.Errorf("a faulty setting: got %+v", got)
	}
}

func TestCommandLicences(t *testing.T) {
	if got := perform(t, nil, "licences"); got.code != 0 || !strings.Contains(got.out, "github.com/labstack/echo/v4") || !strings.Contains(got.out, "Permission is hereby granted") {
		t.Errorf("got %d: %.200s", got.code, got.out)
	}
}

func TestCommandCheck(t *testing.T) {
	if got := perform(t, nil, "check"); got.code != 0 || !strings.Contains(got.out, "the embedded sandbox stands in") {
		t.Errorf("the sandbox: got %+v", got)
	}
	got := perform(t, []string{"PAYAPP_LOG_FORMAT=xml"}, "check", "--json")
	var found struct {
		Well     bool
		Findings []struct{ Name, Verdict, Says string }
	}
	if err := json.Unmarshal([]byte(got.out), &found); err != nil {
		t.Fatal(err)
	}
	if got.code != 1 || found.Well || len(found.Findings) != 1 || !strings.Contains(found.Findings[0].Says, "PAYAPP_LOG_FORMAT") {
		t.Errorf("a fault: got %+v", got)
	}
}

func TestCommandDoctor(t *testing.T) {
	plain := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(plain.Close)
	if got := perform(t, nil, "doctor", plain.URL); got.code != 1 || !strings.Contains(got.out, "no TLS") {
		t.Errorf("got %+v", got)
	}
	for _, args := range [][]string{{"doctor"}, {"doctor", "pay.example"}, {"doctor", "a", "b"}, {"doctor", "--ca", "/no/such", "https://pay.example"}} {
		if got := perform(t, nil, args...); got.code != 2 || got.out != "" {
			t.Errorf("%v: got %+v", args, got)
		}
	}
}

// It pays nothing and writes no file where a gateway keeps everything, and asks nobody
// that may be live.
func TestCommandConform(t *testing.T) {
	f := setup(t)
	file := filepath.Join(t.TempDir(), "catalogue.yaml")
	args := []string{"conform", "--gateway", f.url, "--merchant", "DEMO", "--key", f.key, "--method", "PROMPTPAY", "--currency", "THB", "--catalogue", file}
	got := perform(t, []string{"PAYAPP_GATEWAY_RATE=1000"}, args...)
	for _, part := range []string{"well     qr-property", "unknown  redirect-property", "Before customers come: nothing", "warning  order-id-form"} {
		if got.code != 0 || !strings.Contains(got.out, part) {
			t.Errorf("no %q: got %+v", part, got)
		}
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a catalogue file was written, with nothing to say")
	}
	before := len(*f.requests)
	for _, wrong := range [][]string{
		append(slices.Clone(args), "--pay", "wait"), append(slices.Clone(args), "--data", "x=1"), append(slices.Clone(args), "--amount", "0"),
		{"conform", "--gateway", f.url, "--merchant", "DEMO", "--key", f.key},
		{"conform", "--gateway", "https://api.gateway.example", "--merchant", "DEMO", "--key", f.key, "--currency", "THB"},
	} {
		if got := perform(t, nil, wrong...); got.code != 2 || len(*f.requests) != before {
			t.Errorf("%v: got %+v, after %d requests", wrong, got, len(*f.requests)-before)
		}
	}
}
