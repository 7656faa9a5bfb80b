package links

import (
	"errors"
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
// hosts, and browsers encode what stands behind the host, so neither is checked here:
// banks and UPI links have spaces and a bare % there.
func Answer(raw string, allowHTTP bool, schemes []string) bool {
	if raw == "" || len(raw) > maxAnswer || !utf8.ValidString(raw) || strings.ContainsFunc(raw, unsafeInLink) {
		return false
	}
	// Browsers trim spaces at the ends; before the path one may hide something.
	u, err := parseHead(raw)
	if err != nil || u.User != nil || strings.HasSuffix(raw, " ") {
		return false
	}
	switch {
	case u.Scheme == "https", u.Scheme == "http" && allowHTTP:
		return u.Hostname() != "" && u.Opaque == ""
	default:
		return slices.Contains(schemes, u.Scheme)
	}
}

// parseHead parses what stands before the path, the query or the fragment: all that
// decides where an address leads. Browsers take whatever follows, and encode it.
func parseHead(raw string) (*url.URL, error) {
	authority := strings.Index(raw, "://") + len("://")
	if authority < len("://") {
		authority = 0
	}
	head := raw
	if end := strings.IndexAny(raw[authority:], "/?#"); end >= 0 {
		head = raw[:authority+end]
	}
	if strings.Contains(head, " ") {
		return nil, errSpace
	}
	return url.Parse(head)
}

var errSpace = errors.New("a space before the path")

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
