package methods

import "payapp/internal/links"

// LinkAllowed reports whether an address from the gateway may become a link:
// links.Answer, with the row's schemes.
func (m Method) LinkAllowed(raw string, allowHTTP bool) bool {
	return links.Answer(raw, allowHTTP, m.AppSchemes)
}
