package middleware

import (
	"net/http"
	"net/netip"
	"slices"
	"sync"

	"github.com/labstack/echo/v4"

	"payapp/internal/network"
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
var forwarding = []string{network.XForwardedFor, echo.HeaderXRealIP, network.Forwarded}

// NoteAddress finds a request's address, and counts those that are a proxy's. header
// is the one that the named proxies write; "" = either. forgotten is called once, when
// the first request comes through a proxy that isn't named, and unread when a named
// one has forwarded something else than an address.
func (l Log) NoteAddress(named []netip.Prefix, header string, forgotten, unread func()) func(echo.Context) error {
	told := map[string]func(){causeUnnamed: sync.OnceFunc(forgotten), causeUnread: sync.OnceFunc(unread)}
	return func(c echo.Context) error {
		r := c.Request()
		origin := network.OriginOf(r, named, header)
		cause := ""
		switch {
		case origin.Unread:
			cause = causeUnread
		case origin.Proxys:
			cause = causeNone
		case origin.Direct && isForwarded(r):
			cause = causeUnnamed
		}
		if cause != "" {
			l.Metrics.proxys.WithLabelValues(cause).Inc()
		}
		if once := told[cause]; once != nil {
			once()
		}
		c.Set(addressKey, Address{IP: origin.IP, Proxys: cause != ""})
		return nil
	}
}

// Why an address is a proxy's.
const (
	causeUnnamed = "unnamed-proxy"  // it isn't named, and forwards something
	causeNone    = "not-forwarded"  // it is named, and forwards nothing
	causeUnread  = "not-understood" // it is named, and forwards something else than an address
)

func isForwarded(r *http.Request) bool {
	return slices.ContainsFunc(forwarding, func(name string) bool { return r.Header.Get(name) != "" })
}
