package components

import (
	"strings"

	"github.com/a-h/templ"
)

// appURL lets through addresses of apps ("upi://…"), which templ's own list of
// schemes doesn't know. Presenters give only addresses that the method's row
// allows; what would run as script or be a document of its own is refused here
// once more.
func appURL(address string) templ.SafeURL {
	scheme, _, found := strings.Cut(strings.ToLower(strings.TrimSpace(address)), ":")
	if !found {
		return templ.URL(address)
	}
	switch scheme {
	case "javascript", "data", "vbscript", "blob", "file", "about", "filesystem":
		return templ.FailedSanitizationURL
	}
	return templ.SafeURL(address)
}
