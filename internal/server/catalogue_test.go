//go:build !production && !sandbox

package server

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"payapp/internal/config"
	"payapp/internal/findings"
)

// The documentation's example renames a method, and moves the bank's address and
// the reference: payments are made that way, from the shop to success.
func TestMethodsOfACatalogueFileArePaidInTheSandbox(t *testing.T) {
	s := start(t, "PAYAPP_CATALOGUE=../../docs/catalogue-example.yaml")
	b := s.browser
	box := strings.TrimSuffix(s.shop, "/shop")
	for method, walk := range map[string]func(order shopOrder) (sandboxPage string){
		"MYR/FPX_B2C": func(order shopOrder) string { // FPX by another code
			p := b.Press(b.Get(order.RedirectURL).Want(200, "options"), "continue", "paymentOperatorCode", "TESTBANK1").Want(200, "details")
			p = b.Press(p, "pay", "accountType", "personal").Want(200, "leaving")
			return p.Link("proceed")
		},
		"INR/P2A_V2": func(order shopOrder) string {
			p := b.Press(b.Get(order.RedirectURL).Want(200, "review"), "pay").Want(200, "instructions")
			p = b.Press(p, "continue").Want(200, "reference")
			b.Press(p, "submit-reference", "reference", "432112345678").Want(200, "status")
			return box + "/scan/" + order.IDPayin
		},
	} {
		order := s.order("4", method)
		side := walk(order)
		if !strings.HasPrefix(side, box+"/") {
			t.Fatalf("%s: the other side is at %q", method, side)
		}
		if p := b.Do(http.MethodPost, side, url.Values{"action": {"pay-stay"}}); p.Status != http.StatusOK {
			t.Fatalf("%s: paying answers %d: %s", method, p.Status, p.Text())
		}
		b.Do(http.MethodPost, box+"/console/clock", url.Values{"by": {"1m"}}) // the bank has validated it
		b.Get(order.StatusURL).Want(200, "status").WantHook("status", "success")
	}
}

// What a catalogue file hides may be gone since: that is told, and harms nothing.
func TestWhatDoesNothingInACatalogueFileIsTold(t *testing.T) {
	catalogue := filepath.Join(t.TempDir(), "catalogue.yaml")
	if err := os.WriteFile(catalogue, []byte("hide:\n- code: GONE\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const said = "line 2: hide: there is no method GONE"
	var log bytes.Buffer
	handler, err := newHandler(config.Config{Catalogue: catalogue}, gateway{"https://gateway.example", [][]byte{make([]byte, 32)}}, nil, nil,
		slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	handler.Close(t.Context())
	if strings.Count(log.String(), said) != 1 {
		t.Errorf("got %s", &log)
	}
	told := false
	for _, f := range Check(t.Context(), []string{"PAYAPP_CATALOGUE=" + catalogue}, nil) {
		told = told || f.Verdict == findings.Warning && strings.Contains(f.Says, said)
	}
	if !told {
		t.Error("payapp check doesn't tell it")
	}
}
