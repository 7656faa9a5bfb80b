package links

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// maxWeb bounds an address of the web, in bytes.
const maxWeb = 2048

// Web reports whether raw may be linked to, or passed on as a callback: absolute
// https (http where allowed) with a host, without userinfo, backslashes, spaces
// or control characters, of bounded length. It is for what comes by a link that
// anybody can edit, so a host has to be one that a browser would look up.
func Web(raw string, allowHTTP bool) bool {
	if raw == "" || len(raw) > maxWeb || strings.ContainsRune(raw, '\\') {
		return false
	}
	if strings.ContainsFunc(raw, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) || r == unicode.ReplacementChar }) {
		return false
	}
	u, err := url.Parse(raw)
	if err != nil || u.User != nil || u.Opaque != "" || !isHost(u) || !isPort(u.Port()) {
		return false
	}
	return u.Scheme == "https" || allowHTTP && u.Scheme == "http"
}

// Return reports whether raw may be the way back to a shop: an address of the
// web, or one of an app's own scheme among those that the operator allows. Apps
// open themselves by such addresses; which ones are harmless nobody else knows.
func Return(raw string, allowHTTP bool, schemes []string) bool {
	if Web(raw, allowHTTP) {
		return true
	}
	u, err := url.Parse(raw)
	return err == nil && u.Opaque == "" && len(raw) <= maxWeb && slices.Contains(schemes, u.Scheme) && Answer(raw, allowHTTP, schemes)
}

// isHost reports whether the address's host can be one: an IP address, or a
// name without empty labels. A dot at the end is the root, which is fine.
func isHost(u *url.URL) bool {
	if strings.HasPrefix(u.Host, "[") { // an IPv6 literal, which url.Parse has checked
		return u.Hostname() != ""
	}
	for label := range strings.SplitSeq(strings.TrimSuffix(u.Hostname(), "."), ".") {
		if label == "" {
			return false
		}
	}
	_, err := idna.Lookup.ToASCII(u.Hostname())
	return err == nil
}

// isPort takes no port, too: the scheme has its own.
func isPort(port string) bool {
	if port == "" {
		return true
	}
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && n > 0
}

// Host is the address's host as it may be shown: look-alike letters as
// punycode. It is "" for what is no web address: an app's has nothing to show.
func Host(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" {
		return ""
	}
	host, err := idna.Lookup.ToASCII(u.Hostname())
	if err != nil {
		return u.Hostname()
	}
	return host
}
