package components

import (
	"github.com/a-h/templ"

	"payapp/internal/links"
)

// appURL allows app addresses ("upi://…"), whose schemes templ doesn't know.
func appURL(address string) templ.SafeURL {
	if !links.Harmless(address) {
		return templ.FailedSanitizationURL
	}
	return templ.SafeURL(address)
}
