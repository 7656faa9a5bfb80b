package middleware

import (
	"net"
	"net/http"
	"net/netip"
	"sync"

	"github.com/labstack/echo/v4"
)

// ClientAddress returns the customer's address: the connection's, or what a
// trusted proxy forwards. Behind a proxy that isn't configured all customers
// have one address, and so one share of the rate. forgotten is called once, at
// the first such request.
func ClientAddress(proxies []netip.Prefix, forgotten func()) echo.IPExtractor {
	if len(proxies) == 0 {
		direct, once := echo.ExtractIPDirect(), sync.OnceFunc(forgotten)
		return func(r *http.Request) string {
			if r.Header.Get(echo.HeaderXForwardedFor) != "" {
				once()
			}
			return direct(r)
		}
	}
	// Only the configured networks are trusted, not every private one.
	options := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, p := range proxies {
		options = append(options, echo.TrustIPRange(&net.IPNet{
			IP: p.Masked().Addr().AsSlice(), Mask: net.CIDRMask(p.Bits(), p.Addr().BitLen()),
		}))
	}
	return echo.ExtractIPFromXFFHeader(options...)
}
