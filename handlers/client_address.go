package handlers

import (
	"net"
	"net/http"
	"net/netip"
	"sync"

	"github.com/labstack/echo/v4"
)

// clientAddress tells the customer's address: the connection's, or what a
// trusted proxy forwards. A proxy that nobody named makes all customers one,
// with one customer's share of the gateway: forgotten is told once, by the
// first request that shows it.
func clientAddress(proxies []netip.Prefix, forgotten func()) echo.IPExtractor {
	if len(proxies) == 0 {
		direct, once := echo.ExtractIPDirect(), sync.OnceFunc(forgotten)
		return func(r *http.Request) string {
			if r.Header.Get(echo.HeaderXForwardedFor) != "" {
				once()
			}
			return direct(r)
		}
	}
	// Only the networks named count, not every private one.
	options := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, p := range proxies {
		options = append(options, echo.TrustIPRange(&net.IPNet{
			IP: p.Masked().Addr().AsSlice(), Mask: net.CIDRMask(p.Bits(), p.Addr().BitLen()),
		}))
	}
	return echo.ExtractIPFromXFFHeader(options...)
}
