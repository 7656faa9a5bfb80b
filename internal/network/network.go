package network

import "net/netip"

// Of is what one customer may control: an IPv4 address, or so many bits of IPv6.
// All addresses that can't be read are one.
func Of(address string, bits6 int) netip.Prefix {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return netip.Prefix{}
	}
	ip = ip.Unmap().WithZone("")
	bits := ip.BitLen()
	if ip.Is6() {
		bits = bits6
	}
	prefix, _ := ip.Prefix(bits) // bits are always in range
	return prefix
}
