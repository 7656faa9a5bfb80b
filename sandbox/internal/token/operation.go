package token

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Granted are what action PAYIN_CREATE grants for a payment: "three operations"
// (interface.md, Authentication 7). The fourth, the external reference, which the
// interface names without showing it, is assumed, because P2A_V2 needs it;
// referencePath is where it is, and a strict sandbox, which doesn't grant it, has "".
func Granted(id, referencePath string) []string {
	quoted := regexp.QuoteMeta(id)
	operations := []string{"POST /payins/!availablePaymentOptions", "POST /payins/" + quoted, "GET /payins/" + quoted}
	if referencePath == "" {
		return operations
	}
	return append(operations, "POST /payins/"+quoted+"/"+regexp.QuoteMeta(referencePath))
}

// ReferencePath follows /payins/{idPayin}/ where the external reference is usually
// sent.
const ReferencePath = "externalReference"

// InfoOperations are what action PAYIN_INFO grants for a payment.
func InfoOperations(id string) []string {
	return []string{"GET /payins/" + regexp.QuoteMeta(id)}
}

// granted are the HTTP methods that an operation may name.
var granted = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"}

// CheckOperation refuses anything but 'HTTP-METHOD path' with a valid regular
// expression on one line.
func CheckOperation(operation string) error {
	method, path, ok := strings.Cut(operation, " ")
	if !ok || !slices.Contains(granted, method) || !strings.HasPrefix(path, "/") || strings.ContainsAny(path, "\r\n") {
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
		named, pattern, _ := strings.Cut(operation, " ")
		if named != method {
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
