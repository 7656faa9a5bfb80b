package scenarios

import (
	"net/url"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// IsWebAddress reports whether raw may be linked to, or passed on as a
// callback: absolute https (http where allowed) with a host, without userinfo,
// backslashes, spaces or control characters, of bounded length.
func IsWebAddress(raw string, allowHTTP bool) bool {
	if raw == "" || len(raw) > maxURL || strings.ContainsRune(raw, '\\') {
		return false
	}
	if strings.ContainsFunc(raw, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) || r == unicode.ReplacementChar }) {
		return false
	}
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.Hostname() == "" || u.User != nil || u.Opaque != "" {
		return false
	}
	if _, err := idna.Lookup.ToASCII(u.Hostname()); err != nil && !isIPLiteral(u.Host) {
		return false
	}
	return u.Scheme == "https" || allowHTTP && u.Scheme == "http"
}

func isIPLiteral(host string) bool { return strings.HasPrefix(host, "[") }

// HostOf is the address's host as it may be shown: look-alike letters as
// punycode. It is "" for what is no address.
func HostOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	host, err := idna.Lookup.ToASCII(u.Hostname())
	if err != nil {
		return u.Hostname()
	}
	return host
}
