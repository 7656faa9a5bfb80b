package relay

import (
	"errors"
	"net/url"
	"strings"

	"golang.org/x/net/idna"
)

// Address is our part of a relayed callback's address.
type Address struct {
	Order string // for the log
	To    string // the merchant's address
	Sig   string // the signature of both
}

// Query is the address as a query.
func (a Address) Query() string {
	return "order=" + url.QueryEscape(a.Order) + "&to=" + url.QueryEscape(a.To) + "&sig=" + url.QueryEscape(a.Sig)
}

// Split takes our part out of a query and returns the rest exactly as the
// gateway wrote it: a second "order", "to" or "sig" belongs to the gateway. ok is
// false if our part is missing or unreadable.
func Split(raw string) (ours Address, rest string, ok bool) {
	places := map[string]*string{"order": &ours.Order, "to": &ours.To, "sig": &ours.Sig}
	var left []string
	for pair := range strings.SplitSeq(raw, "&") {
		name, value, _ := strings.Cut(pair, "=")
		place, isOurs := places[name]
		if !isOurs {
			left = append(left, pair)
			continue
		}
		delete(places, name)
		var err error
		if *place, err = url.QueryUnescape(value); err != nil {
			return Address{}, "", false
		}
	}
	return ours, strings.Join(left, "&"), len(places) == 0
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
