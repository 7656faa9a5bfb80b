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

// ReferenceOperation is by what the customer sets the external reference: an
// operation that the interface names without showing it.
func ReferenceOperation(id string) string {
	return "POST /payins/" + regexp.QuoteMeta(id) + "/externalReference"
}

// Granted are what PAYIN_CREATE grants here: "three operations". That it grants a
// fourth, the external reference, is assumed, because P2A_V2 needs one; a strict
// sandbox doesn't.
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

// CheckOperation refuses what is no 'HTTP-METHOD path', and a path that is no
// regular expression.
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

// Allows reports whether one of the operations grants the method on the
// decoded path. Patterns are anchored; a query string is no part of the match.
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

// compile anchors a pattern. \A and \z hold where a flag inside the pattern
// would turn ^ and $ into line ends.
func compile(pattern string) (*regexp.Regexp, error) {
	return regexp.Compile(`\A(?:` + pattern + `)\z`)
}

// Payment is the one payin that the operations name, or "" when they name
// none, several, or a pattern that could be more than one.
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
		// A bare "." or "+" is more likely an id's own than a pattern.
		if id == ".+" || strings.ContainsAny(id, `*?[](){}|^$\`) || found != "" && found != id {
			return ""
		}
		found = id
	}
	return found
}

// unescaper undoes regexp.QuoteMeta for the characters that ids may hold.
var unescaper = strings.NewReplacer(`\.`, ".", `\+`, "+", `\-`, "-", `\~`, "~", `\@`, "@", `\:`, ":", `\_`, "_")
