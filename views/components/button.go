package components

import (
	"github.com/a-h/templ"

	"payapp/internal/links"
)

// appURL lets through addresses of apps ("upi://…"), which templ's own list of
// schemes doesn't know.
func appURL(address string) templ.SafeURL {
	if !links.Harmless(address) {
		return templ.FailedSanitizationURL
	}
	return templ.SafeURL(address)
}
