package rules

import (
	"net/mail"
	"regexp"
	"strings"
)

// The only forms that interface.md requires. It doesn't show them, so these
// checks refuse only what can't be right.

// email: "Validated where present." An address alone, without a display name.
// Consecutive dots and a dot before the @ are allowed: they break RFC 5322, but
// carriers in Japan gave out such addresses.
func email(s string) bool {
	at := strings.LastIndexByte(s, '@')
	if at < 0 || len(s) > 254 {
		return false
	}
	known := s
	if local := s[:at]; !strings.HasPrefix(local, `"`) { // in quotes dots are literal
		known = strings.TrimRight(dotsInARow.ReplaceAllString(local, "."), ".") + s[at:]
	}
	a, err := mail.ParseAddress(known)
	return err == nil && a.Address == known
}

var dotsInARow = regexp.MustCompile(`\.{2,}`)

// phone: "Validated for the NETBANKING method." As many digits as E.164 numbers
// have, with a plus and common separators.
func phone(s string) bool {
	digits := 0
	for i, r := range s {
		switch {
		case '0' <= r && r <= '9':
			digits++
		case r == '+' && i == 0, strings.ContainsRune(" -.()/", r):
		default:
			return false
		}
	}
	return 7 <= digits && digits <= 15
}

// TakesReference reports whether the text can be the customer's external
// payment reference: "External payment reference length (P2A_V2): 12 digits".
// For other methods the interface says only that there is one.
func (m Method) TakesReference(s string) bool {
	if m.Reference == ReferenceAlways {
		return len(s) == 12 && strings.Trim(s, "0123456789") == ""
	}
	return s != "" && len(s) <= 64
}
