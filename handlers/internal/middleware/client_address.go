package middleware

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"

	"github.com/labstack/echo/v4"
)

// Address is where a request comes from: its connection's address, or what a
// named proxy forwards.
type Address struct {
	IP string
	// Proxys says that IP is a proxy's, which all of its customers share: one
	// that isn't named, or a named one that forwards no address.
	Proxys bool
}

// AddressOf is what NoteAddress found.
func AddressOf(c echo.Context) Address {
	a, _ := c.Get(addressKey).(Address)
	return a
}

// forwarding are headers by which a proxy gives itself away.
var forwarding = []string{echo.HeaderXForwardedFor, echo.HeaderXRealIP, "Forwarded"}

// NoteAddress finds a request's address, and counts those that are a proxy's.
// forgotten is called once, when the first request comes through a proxy that
// isn't among the named ones.
func (l Log) NoteAddress(named []netip.Prefix, forgotten func()) func(echo.Context) error {
	// Only the named networks are trusted, not every private one.
	options := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, p := range named {
		options = append(options, echo.TrustIPRange(&net.IPNet{
			IP: p.Masked().Addr().AsSlice(), Mask: net.CIDRMask(p.Bits(), p.Addr().BitLen()),
		}))
	}
	find, peer, tell := echo.ExtractIPFromXFFHeader(options...), echo.ExtractIPDirect(), sync.OnceFunc(forgotten)
	isNamed := func(address string) bool {
		ip, err := netip.ParseAddr(address)
		return err == nil && slices.ContainsFunc(named, func(p netip.Prefix) bool { return p.Contains(ip.Unmap()) })
	}
	return func(c echo.Context) error {
		r := c.Request()
		a := Address{IP: find(r)}
		switch {
		case isNamed(a.IP):
			a.Proxys = true
			l.Metrics.proxys.WithLabelValues("not-forwarded").Inc()
		case isForwarded(r) && !isNamed(peer(r)):
			a.Proxys = true
			l.Metrics.proxys.WithLabelValues("unnamed-proxy").Inc()
			tell()
		}
		c.Set(addressKey, a)
		return nil
	}
}

func isForwarded(r *http.Request) bool {
	return slices.ContainsFunc(forwarding, func(name string) bool { return r.Header.Get(name) != "" })
}
