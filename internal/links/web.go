package links

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// maxWeb limits a web address, in bytes.
const maxWeb = 2048

// Web reports whether raw may become a link or a callback address: absolute
// https (http if allowHTTP) with a host; no userinfo, backslashes, spaces or
// control characters; at most maxWeb bytes. Anybody can edit the links that it
// comes from, so the host must be one that a browser would look up.
func Web(raw string, allowHTTP bool) bool {
	if raw == "" || len(raw) > maxWeb || strings.ContainsRune(raw, '\\') {
		return false
	}
	if strings.ContainsFunc(raw, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) || r == unicode.ReplacementChar }) {
		return false
	}
	u, err := parseHead(raw)
	if err != nil || u.User != nil || u.Opaque != "" || !isHost(u) || !isPort(u.Port()) {
		return false
	}
	return u.Scheme == "https" || allowHTTP && u.Scheme == "http"
}

// Site is the first page of the site of an address that may become a link; "" for any
// other. What stands behind the host may hold what no page shows, such as a token.
func Site(raw string, allowHTTP bool) string {
	u, err := parseHead(raw)
	if err != nil || !Web(raw, allowHTTP) {
		return ""
	}
	return u.Scheme + "://" + u.Host + "/"
}

// Return reports whether raw may be the way back to a shop: a web address, or
// an app address whose scheme the operator allows. Which app schemes are
// harmless only the operator knows.
func Return(raw string, allowHTTP bool, schemes []string) bool {
	if Web(raw, allowHTTP) {
		return true
	}
	u, err := parseHead(raw)
	return err == nil && u.Opaque == "" && len(raw) <= maxWeb && slices.Contains(schemes, u.Scheme) && Answer(raw, allowHTTP, schemes)
}

// Unescaped is an address in HTML's spelling as it was meant: shops' plugins put it into
// a link as they put it into pages, and everything behind the first &#038; would be lost.
func Unescaped(raw string) string { return escapedAmpersand.Replace(raw) }

var escapedAmpersand = strings.NewReplacer("&amp;", "&", "&#038;", "&", "&#38;", "&", "&#x26;", "&")

// isHost reports whether the address has a valid host: an IP address, or a name
// without empty labels. A trailing dot is allowed.
func isHost(u *url.URL) bool {
	if strings.HasPrefix(u.Host, "[") { // an IPv6 literal, checked by url.Parse
		return u.Hostname() != ""
	}
	for label := range strings.SplitSeq(strings.TrimSuffix(u.Hostname(), "."), ".") {
		if label == "" {
			return false
		}
	}
	host, err := lookup.ToASCII(u.Hostname())
	return err == nil && !strings.ContainsFunc(host, func(r rune) bool { return !strings.ContainsRune(hostSigns, r) })
}

// lookup is how browsers look a name up: with the underscores of developers' machines
// and the hyphens of previews, which IDNA's own rules refuse.
var lookup = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.CheckHyphens(false), idna.StrictDomainName(false))

const hostSigns = "abcdefghijklmnopqrstuvwxyz0123456789-_."

// isPort reports whether the port is valid or missing.
func isPort(port string) bool {
	if port == "" {
		return true
	}
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && n > 0
}

// Host is the address's host for display, with look-alike letters as punycode.
// It is "" for an address that isn't a web address, such as an app's.
func Host(raw string) string {
	u, err := parseHead(raw)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" {
		return ""
	}
	host, err := lookup.ToASCII(u.Hostname())
	if err != nil {
		return u.Hostname()
	}
	return host
}
