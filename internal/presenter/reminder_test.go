package presenter

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// RFC 5545, 3.1 and 3.3.11: lines have at most 75 octets, no character is divided, and
// what a shop wrote can't end a property or begin one.
func TestACalendarsLines(t *testing.T) {
	for _, text := range []string{
		"", strings.Repeat("a", 74), strings.Repeat("a", 75), strings.Repeat("a", 76), strings.Repeat("支付", 100), "x" + strings.Repeat("\U0001F600", 50),
	} {
		var b strings.Builder
		fold(&b, text)
		lines := strings.Split(strings.TrimSuffix(b.String(), "\r\n"), "\r\n")
		for _, line := range lines {
			if len(line) > 75 || !utf8.ValidString(line) {
				t.Errorf("%d octets, whole characters %t: %q", len(line), utf8.ValidString(line), line)
			}
		}
		if got := strings.Join(lines, "\r\n"); strings.ReplaceAll(got, "\r\n ", "") != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	if got, want := escaped("a\\b;c,d\ne\r\nEND:VEVENT"), `a\\b\;c\,d\ne\nEND:VEVENT`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
