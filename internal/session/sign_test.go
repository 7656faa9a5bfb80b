package session

import (
	"strings"
	"testing"
)

func TestSign(t *testing.T) {
	s, _ := setup(t, false)
	sig := s.Sign("ref", "https://shop.example.com/")
	if !s.Verify(sig, "ref", "https://shop.example.com/") {
		t.Error("our own signature is refused")
	}
	for _, parts := range [][]string{{"ref"}, {"ref", "https://evil.example/"}, {"refhttps://shop.example.com/"}, {"re", "fhttps://shop.example.com/"}, {"ref", "https://shop.example.com/", ""}, nil} {
		if s.Verify(sig, parts...) {
			t.Errorf("the signature holds for %q", parts)
		}
	}
	for _, bad := range []string{"", "x", sig[1:], sig + "A", "!" + sig[1:], strings.Repeat("A", len(sig))} {
		if s.Verify(bad, "ref", "https://shop.example.com/") {
			t.Errorf("%q is taken for a signature", bad)
		}
	}
}

func TestRef(t *testing.T) {
	if Ref("a", "bc") == Ref("ab", "c") || Ref("a") == Ref("a", "") || Ref() == Ref("") {
		t.Error("different parts give one ref")
	}
	if got, want := Ref("DEMO", "order-1"), Ref("DEMO", "order-1"); got != want || len(got) < 22 || strings.Trim(got, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
		t.Errorf("got %q, want %q, of 22 address characters at least", got, want)
	}
	// A ref is in links that people keep: it must never change.
	if got, want := Ref("DEMO", "order-1"), "DwqHNmvnCNQ66fYIQNqVWUG4"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
