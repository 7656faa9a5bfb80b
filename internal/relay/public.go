package relay

import (
	"context"
	"fmt"
	"net/netip"
	"syscall"
)

// special4 are the IPv4 ranges that aren't on the public internet (IANA's
// special-purpose registry), and one public address that belongs to a cloud.
var special4 = prefixes(
	"0.0.0.0/8",        // this network; 0.0.0.0 is this machine
	"10.0.0.0/8",       // private
	"100.64.0.0/10",    // carrier-grade NAT; Alibaba's metadata
	"127.0.0.0/8",      // loopback
	"168.63.129.16/32", // Azure's host, as seen from its machines
	"169.254.0.0/16",   // link-local; metadata of most clouds
	"172.16.0.0/12",    // private
	"192.0.0.0/24",     // protocol assignments; Oracle's metadata
	"192.0.2.0/24",     // documentation
	"192.88.99.0/24",   // 6to4 relays
	"192.168.0.0/16",   // private
	"198.18.0.0/15",    // benchmarks
	"198.51.100.0/24",  // documentation
	"203.0.113.0/24",   // documentation
	"224.0.0.0/4",      // multicast
	"240.0.0.0/4",      // reserved; broadcast
)

// global6 is all that IPv6 has allocated so far. Outside are the loopback,
// unspecified, unique local, link-local, site-local and multicast addresses,
// and IPv4 addresses in disguise: mapped (which are unmapped first),
// compatible, and NAT64's 64:ff9b::/96 and 64:ff9b:1::/48.
var global6 = netip.MustParsePrefix("2000::/3")

// special6 are exceptions within global6.
var special6 = prefixes(
	"2001::/23",     // protocol assignments; Teredo, which holds an IPv4 address
	"2001:db8::/32", // documentation
	"2002::/16",     // 6to4, which holds an IPv4 address
	"3fff::/20",     // documentation
)

func prefixes(list ...string) []netip.Prefix {
	all := make([]netip.Prefix, len(list))
	for i, text := range list {
		all[i] = netip.MustParsePrefix(text)
	}
	return all
}

// isPublic reports whether an address may be on the public internet.
func isPublic(addr netip.Addr) bool {
	special := special4
	if addr = addr.Unmap(); !addr.Is4() {
		if !global6.Contains(addr) { // nor an address with a zone
			return false
		}
		special = special6
	}
	for _, p := range special {
		if p.Contains(addr) {
			return false
		}
	}
	return true
}

// checkDialled checks every address that is tried, after its name was resolved
// and before its socket is connected.
func (c *Client) checkDialled(_ context.Context, _, address string, _ syscall.RawConn) error {
	dialled, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: dialled %q", ErrRefused, address)
	}
	if addr := dialled.Addr(); isPublic(addr) || c.config.AllowLoopback && addr.Unmap().IsLoopback() {
		return nil
	}
	return fmt.Errorf("%w: %s isn't public", ErrRefused, dialled.Addr())
}
