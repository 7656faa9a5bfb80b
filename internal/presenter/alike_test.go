package presenter

import (
	"regexp"
	"strings"
	"testing"

	"payapp/methods"
)

// generic are words of methods' names that say nothing about which one it is.
var generic = regexp.MustCompile(`(?i)\b(app|bank|banking|direct|id|net|netbanking|online|or|pay|qr|request|transfer|account|wallet)\b`)

// Customers can tell any two methods of one currency apart: by the name, if each has one
// of its own beside generic words, else by the picture and by what will happen.
func TestMethodsLookDifferent(t *testing.T) {
	p := &draft{l: english(t)}
	all := methods.Default().All()
	for i, m := range all {
		for _, other := range all[:i] {
			if other.Currency != m.Currency {
				continue
			}
			samePicture, sameHint := p.pictureOf(m) == p.pictureOf(other), p.l.Text(m.HintKey()) == p.l.Text(other.HintKey())
			own := func(m methods.Method) string { return strings.TrimSpace(generic.ReplaceAllString(p.methodName(m), "")) }
			banks := m.Code == "BANKB_PAY" && other.Code == "BANKA_PAY" // each is one bank's, and named for it
			if samePicture && sameHint && !banks {
				t.Errorf("%s: %s and %s have the same picture and hint", m.Currency, other.Code, m.Code)
			}
			if own(m) == own(other) && (samePicture || sameHint) {
				t.Errorf("%s: %q and %q differ by generic words alone, and have the same picture (%v) or hint (%v)",
					m.Currency, p.methodName(other), p.methodName(m), samePicture, sameHint)
			}
		}
	}
}
