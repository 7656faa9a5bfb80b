package links

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxAnswer limits an address from the gateway, in bytes: a UPI link has some
// 200, a bank's address up to 2,000.
const maxAnswer = 4096

// Answer reports whether an address from the gateway (the redirect address,
// upiQrDeepLink) may become a link: https, or http if allowHTTP, with a host
// and nothing before an @; or one of the method's app schemes, in lower case.
// Anything else, such as javascript:, must not. The gateway knows its banks'
// hosts, and UPI links have spaces in their query, so neither is checked here.
func Answer(raw string, allowHTTP bool, schemes []string) bool {
	if raw == "" || len(raw) > maxAnswer || !utf8.ValidString(raw) || strings.ContainsFunc(raw, unsafeInLink) {
		return false
	}
	// Browsers trim spaces at the ends and encode those in a query as %20; UPI
	// links have them there. Elsewhere a space may hide something.
	if before, _, _ := strings.Cut(raw, "?"); strings.Contains(before, " ") || strings.HasSuffix(raw, " ") {
		return false
	}
	u, err := url.Parse(raw)
	if err != nil || u.User != nil {
		return false
	}
	switch {
	case u.Scheme == "https", u.Scheme == "http" && allowHTTP:
		return u.Hostname() != "" && u.Opaque == ""
	default:
		return slices.Contains(schemes, u.Scheme)
	}
}

// IntoApp reports whether an address that may be a link leads into an app, not to a
// page.
func IntoApp(address string) bool {
	scheme, _, _ := strings.Cut(address, ":")
	return !strings.EqualFold(scheme, "https") && !strings.EqualFold(scheme, "http")
}

// unsafeInLink finds characters that browsers drop or read differently from
// net/url.
func unsafeInLink(r rune) bool {
	return r != ' ' && unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\\'
}
