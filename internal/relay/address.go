package relay

import (
	"errors"
	"net/url"
	"strings"

	"golang.org/x/net/idna"
)

// Query is our part of a relayed callback's address: the merchant's address and
// its signature.
func Query(to, sig string) string {
	return "to=" + url.QueryEscape(to) + "&sig=" + url.QueryEscape(sig)
}

// Split takes our part out of a query and returns the rest exactly as the
// gateway wrote it. A second "to" or "sig" belongs to the gateway. ok is false
// if our part is missing or unreadable.
func Split(raw string) (to, sig, rest string, ok bool) {
	var left []string
	var hasTo, hasSig bool
	for pair := range strings.SplitSeq(raw, "&") {
		name, value, _ := strings.Cut(pair, "=")
		var err error
		switch {
		case name == "to" && !hasTo:
			to, err = url.QueryUnescape(value)
			hasTo = true
		case name == "sig" && !hasSig:
			sig, err = url.QueryUnescape(value)
			hasSig = true
		default:
			left = append(left, pair)
		}
		if err != nil {
			return "", "", "", false
		}
	}
	return to, sig, strings.Join(left, "&"), hasTo && hasSig
}

// target is the merchant's address with the gateway's parameters appended.
func target(to, query string, allowHTTP bool) (*url.URL, error) {
	if strings.ContainsFunc(to+query, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return nil, errors.New("spaces or controls in the address")
	}
	u, err := url.Parse(to)
	switch {
	case err != nil:
		return nil, errors.New("not an address") // err would repeat the address
	case u.Scheme != "https" && !(allowHTTP && u.Scheme == "http"):
		return nil, errors.New("not an https address")
	case u.Hostname() == "" || u.Opaque != "":
		return nil, errors.New("no host in the address")
	case u.User != nil:
		return nil, errors.New("a user in the address")
	}
	if u.RawQuery != "" && query != "" {
		u.RawQuery += "&"
	}
	u.RawQuery += query
	return u, nil
}

// hostOf is one spelling of a host for all of its spellings.
func hostOf(u *url.URL) string {
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		return strings.TrimSuffix(ascii, ".")
	}
	return host // an IPv6 literal; anything else that isn't a name won't resolve
}
