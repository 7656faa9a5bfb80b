//go:build !production && !sandbox

package server

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The key beside the database stays, so sessions survive a restart. If it can't
// be read, no other is made.
func TestSandboxKeys(t *testing.T) {
	db := filepath.Join(t.TempDir(), "sandbox.db")
	made, err := sandboxKeys(db)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := sandboxKeys(db)
	if err != nil || !cmp.Equal(made, kept) {
		t.Errorf("after a restart: %v, and other keys", err)
	}
	unreadable := filepath.Join(t.TempDir(), "sandbox.db")
	path := filepath.Join(filepath.Dir(unreadable), "session.key")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	var failed *fs.PathError
	if _, err := sandboxKeys(unreadable); !errors.As(err, &failed) || failed.Op != "read" {
		t.Errorf("it went on after the reading: got %v", err)
	}
}

// What the application refuses by itself makes no call: its page says why.
func TestProblemPagesSayWhyWhereNoCallTells(t *testing.T) {
	s := start(t)
	for name, want := range map[string]string{"amount": "token for another amount", "idPayin": "token of another payment"} {
		order := s.order("4", "THB/PROMPTPAY")
		link, err := url.Parse(order.RedirectURL)
		if err != nil {
			t.Fatal(err)
		}
		q := link.Query()
		q.Set(name, "17")
		if p := s.browser.Get(s.app + "/?" + q.Encode()); p.Hook("problem") != "token-rejected" || !strings.Contains(p.Body, want) {
			t.Errorf("another %s: no %q in\n%s", name, want, p.Body)
		}
	}
}

// Beside the sandbox a problem page leads to the calls behind it, which say why.
func TestProblemPagesLeadToTheCalls(t *testing.T) {
	s := start(t)
	for amount, want := range map[string]string{"1.5": "token-rejected", "x": "entry-invalid"} {
		order := s.order("4", "THB/PROMPTPAY")
		link, err := url.Parse(order.RedirectURL)
		if err != nil {
			t.Fatal(err)
		}
		q, calls := link.Query(), strings.TrimSuffix(s.shop, "/shop")+"/console/calls"
		if q.Set("amount", amount); want == "token-rejected" {
			q.Set("token", "nonsense")
			calls += "?order=" + order.IDPayin
		}
		p := s.browser.Get(s.app + "/?" + q.Encode())
		if p.Hook("problem") != want || !strings.Contains(p.Body, ` href="`+calls+`" data-action="calls">`) {
			t.Errorf("%s: no link to %s in\n%s", want, calls, p.Body)
		}
		if p := s.browser.Get(calls); p.Status != 200 || want == "token-rejected" && !strings.Contains(p.Body, "<b>token</b>") {
			t.Errorf("%s: %s doesn't say why: %d\n%s", want, calls, p.Status, p.Body)
		}
	}
}
