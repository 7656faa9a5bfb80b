package network

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// The headers in which proxies forward their customers' addresses.
const (
	XForwardedFor = "X-Forwarded-For"
	Forwarded     = "Forwarded" // RFC 7239
)

// Origin is where a request comes from.
type Origin struct {
	// IP is the customer's address, or the last proxy's if that is all there is.
	IP string
	// Direct says that IP is the connection's own: nothing named is in front.
	Direct bool
	// Proxys says that IP is a named proxy's, which all of its customers share.
	Proxys bool
	// Unread says that the proxy forwarded something that is no address.
	Unread bool
}

// OriginOf follows a request from its connection back through the named proxies.
// header is the one that they write; "" takes X-Forwarded-For or, without one,
// Forwarded.
func OriginOf(r *http.Request, named []netip.Prefix, header string) Origin {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	at, ok := plain(host)
	if !ok || !Names(named, at) {
		if ok {
			host = at.String()
		}
		return Origin{IP: host, Direct: true}
	}
	hops := hopsIn(r.Header, header)
	for _, hop := range slices.Backward(hops) {
		before, ok := AddressIn(hop)
		switch {
		case !ok:
			return Origin{IP: at.String(), Proxys: true, Unread: true}
		case !Names(named, before):
			return Origin{IP: before.String()}
		}
		at = before
	}
	return Origin{IP: at.String(), Proxys: true}
}

// Names reports whether one of the networks has the address.
func Names(named []netip.Prefix, address netip.Addr) bool {
	return slices.ContainsFunc(named, func(p netip.Prefix) bool { return p.Contains(address) })
}

// hopsIn are the addresses that a header has, the nearest one last.
func hopsIn(headers http.Header, header string) []string {
	if header != Forwarded {
		if hops := list(headers.Values(XForwardedFor)); len(hops) > 0 || header == XForwardedFor {
			return hops
		}
	}
	var hops []string
	for _, element := range list(headers.Values(Forwarded)) {
		hop := "" // no address
		for _, pair := range split(element, ';') {
			name, value, _ := strings.Cut(pair, "=")
			if strings.EqualFold(strings.TrimSpace(name), "for") {
				hop = strings.TrimSpace(value)
			}
		}
		hops = append(hops, hop)
	}
	return hops
}

// list are the elements of a header's lines. Empty ones mean nothing (RFC 9110, 5.6.1).
func list(lines []string) (elements []string) {
	for _, line := range lines {
		for _, element := range split(line, ',') {
			if element = strings.TrimSpace(element); element != "" {
				elements = append(elements, element)
			}
		}
	}
	return elements
}

// split cuts at a separator that isn't inside of quotes.
func split(text string, separator byte) (parts []string) {
	begin, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch {
		case quoted && text[i] == '\\':
			i++
		case text[i] == '"':
			quoted = !quoted
		case text[i] == separator && !quoted:
			parts = append(parts, text[begin:i])
			begin = i + 1
		}
	}
	return append(parts, text[begin:])
}

// AddressIn reads an address as proxies write it: alone, with a port, in brackets, in
// quotes. "unknown" and what begins with _ hide it (RFC 7239, 6).
func AddressIn(hop string) (netip.Addr, bool) {
	if n := len(hop); n > 1 && hop[0] == '"' && hop[n-1] == '"' {
		hop = strings.ReplaceAll(hop[1:n-1], `\`, "")
	}
	if inside, rest, ok := strings.Cut(strings.TrimPrefix(hop, "["), "]"); ok && hop[0] == '[' {
		port, has := strings.CutPrefix(rest, ":")
		if has != isPort(port) || !has && rest != "" {
			return netip.Addr{}, false
		}
		at, ok := plain(inside)
		return at, ok && strings.Contains(inside, ":")
	}
	if host, port, ok := strings.Cut(hop, ":"); ok && isPort(port) && strings.Contains(host, ".") {
		hop = host
	}
	return plain(hop)
}

// isPort reports whether it is a port, which may be hidden.
func isPort(text string) bool {
	if len(text) > 1 && text[0] == '_' {
		return true
	}
	_, err := strconv.ParseUint(text, 10, 16)
	return err == nil
}

// plain is an address without what says nothing of whose it is: the zone, and IPv6's
// spelling of an IPv4 address.
func plain(text string) (netip.Addr, bool) {
	at, err := netip.ParseAddr(text)
	return at.Unmap().WithZone(""), err == nil
}
