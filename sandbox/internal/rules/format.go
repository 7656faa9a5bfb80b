package rules

import (
	"net/mail"
	"regexp"
	"strings"
)

// The only forms that interface.md rules on. It doesn't show them, so they
// refuse no more than what can't be meant.

// email: "Validated where present." An address alone, without a display name.
// Dots in a row or before the @ break RFC 5322, and carriers in Japan gave out
// such addresses: no sentence refuses them.
func email(s string) bool {
	at := strings.LastIndexByte(s, '@')
	if at < 0 || len(s) > 254 {
		return false
	}
	known := s
	if local := s[:at]; !strings.HasPrefix(local, `"`) { // in quotes dots are as they are
		known = strings.TrimRight(dotsInARow.ReplaceAllString(local, "."), ".") + s[at:]
	}
	a, err := mail.ParseAddress(known)
	return err == nil && a.Address == known
}

var dotsInARow = regexp.MustCompile(`\.{2,}`)

// phone: "Validated for the NETBANKING method." As many digits as a number has
// anywhere (E.164), with a plus and whatever people put between them.
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
// Of other methods' the interface says no more than that there is one.
func (m Method) TakesReference(s string) bool {
	if m.Reference == ReferenceAlways {
		return len(s) == 12 && strings.Trim(s, "0123456789") == ""
	}
	return s != "" && len(s) <= 64
}
