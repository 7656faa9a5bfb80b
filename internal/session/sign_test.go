package session

import (
	"bytes"
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

// A mark depends on its parts, their order, and a known key.
func TestMarks(t *testing.T) {
	old, now := bytes.Repeat([]byte("o"), MinKey), bytes.Repeat([]byte("n"), MinKey)
	before, both, after := markSealer(t, old), markSealer(t, now, old), markSealer(t, now)
	mark := before.Mark("seen", "a", "bc")
	if len(mark) != MarkLen {
		t.Errorf("%d characters, want %d", len(mark), MarkLen)
	}
	if !before.Marked(mark, "seen", "a", "bc") || !both.Marked(mark, "seen", "a", "bc") {
		t.Error("its own mark isn't known")
	}
	if after.Marked(mark, "seen", "a", "bc") {
		t.Error("a mark outlives its key")
	}
	for _, parts := range [][]string{{"seen", "ab", "c"}, {"seen", "bc", "a"}, {"seen", "a"}, {}} {
		if before.Marked(mark, parts...) {
			t.Errorf("taken for %q", parts)
		}
	}
	for _, bad := range []string{"", mark[:7], mark + "A", "AAAAAAAA", before.Sign("seen", "a", "bc"), "!!!!!!!!"} {
		if before.Marked(bad, "seen", "a", "bc") {
			t.Errorf("%q is taken", bad)
		}
	}
}

func markSealer(t *testing.T, keys ...[]byte) *Sealer {
	t.Helper()
	s, err := New(Config{Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
