package links

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxAnswer bounds an address from the gateway; a UPI link has some 200 bytes,
// a bank's up to 2,000.
const maxAnswer = 4096

// Answer reports whether an address from the gateway (the redirect address,
// upiQrDeepLink) may become a link: https with a host and nothing before an @,
// http too when allowHTTP says so, or one of the schemes, in lower case, that
// the method's apps have. Anything else stops the payment's page: javascript:
// first of all. The gateway knows its banks' hosts, and UPI links have spaces in
// their query, so both are taken as they come.
func Answer(raw string, allowHTTP bool, schemes []string) bool {
	if raw == "" || len(raw) > maxAnswer || !utf8.ValidString(raw) || strings.ContainsFunc(raw, unsafeInLink) {
		return false
	}
	// Browsers cut spaces off the ends and turn them into %20 in a query,
	// which is where a UPI link has them; elsewhere they hide something.
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

// unsafeInLink finds what browsers drop or read differently than net/url.
func unsafeInLink(r rune) bool {
	return r != ' ' && unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\\'
}
