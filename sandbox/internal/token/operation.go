package token

import (
	"fmt"
	"regexp"
	"strings"
)

// CreateOperations are what action PAYIN_CREATE grants for a payment
// (interface.md, Authentication 7).
func CreateOperations(id string) []string {
	quoted := regexp.QuoteMeta(id)
	return []string{"POST /payins/!availablePaymentOptions", "POST /payins/" + quoted, "GET /payins/" + quoted}
}

// ReferenceOperation is the operation that sets the external reference, which
// the interface names without showing it.
func ReferenceOperation(id string) string {
	return "POST /payins/" + regexp.QuoteMeta(id) + "/externalReference"
}

// Granted are what PAYIN_CREATE grants here: "three operations". The fourth,
// the external reference, is assumed, because P2A_V2 needs it; a strict sandbox
// doesn't grant it.
func Granted(id string, strict bool) []string {
	if strict {
		return CreateOperations(id)
	}
	return append(CreateOperations(id), ReferenceOperation(id))
}

// InfoOperations are what action PAYIN_INFO grants for a payment.
func InfoOperations(id string) []string {
	return []string{"GET /payins/" + regexp.QuoteMeta(id)}
}

// CheckOperation refuses anything but 'HTTP-METHOD path' with a valid regular
// expression.
func CheckOperation(operation string) error {
	method, path, ok := strings.Cut(operation, " ")
	if !ok || method == "" || strings.Trim(method, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || !strings.HasPrefix(path, "/") {
		return fmt.Errorf("operation %q is not 'HTTP-METHOD path'", operation)
	}
	if _, err := compile(path); err != nil {
		return fmt.Errorf("operation %q: %w", operation, err)
	}
	return nil
}

// Allows reports whether one of the operations grants the method on the decoded
// path. Patterns are anchored; the query string isn't matched.
func Allows(operations []string, method, path string) bool {
	for _, operation := range operations {
		granted, pattern, _ := strings.Cut(operation, " ")
		if granted != method {
			continue
		}
		if re, err := compile(pattern); err == nil && re.MatchString(path) {
			return true
		}
	}
	return false
}

// compile anchors a pattern. It uses \A and \z, because a flag inside the
// pattern could turn ^ and $ into line ends.
func compile(pattern string) (*regexp.Regexp, error) {
	return regexp.Compile(`\A(?:` + pattern + `)\z`)
}

// Payment is the only payin that the operations name; "" if they name none,
// several, or a pattern that could match more than one.
func Payment(operations []string) string {
	found := ""
	for _, operation := range operations {
		_, path, _ := strings.Cut(operation, " ")
		rest, ok := strings.CutPrefix(path, "/payins/")
		if !ok || rest == "!availablePaymentOptions" {
			continue
		}
		quoted, _, _ := strings.Cut(rest, "/")
		id := unescaper.Replace(quoted)
		// A bare "." or "+" is more likely part of an id than of a pattern.
		if id == ".+" || strings.ContainsAny(id, `*?[](){}|^$\`) || found != "" && found != id {
			return ""
		}
		found = id
	}
	return found
}

// unescaper reverses regexp.QuoteMeta for the characters that ids may contain.
var unescaper = strings.NewReplacer(`\.`, ".", `\+`, "+", `\-`, "-", `\~`, "~", `\@`, "@", `\:`, ":", `\_`, "_")
