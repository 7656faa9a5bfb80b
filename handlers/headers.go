package handlers

import (
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"payapp/static"
)

// policy is the content security policy of every answer. The page's own style
// and script are allowed by their hashes: nothing else runs, and nothing is
// loaded from another site.
var policy = strings.Join([]string{
	"default-src 'none'",
	"base-uri 'none'",
	"form-action 'self'",
	"frame-ancestors 'none'",
	"connect-src 'self'",
	"img-src 'self' data:",
	"style-src " + static.CSSHash(),
	"script-src " + static.JSHash(),
}, "; ")

// fixedHeaders are those of every answer. Pages are never stored; static files
// say otherwise. The values are shared between answers, which only replace
// them.
var fixedHeaders = map[string][]string{
	"Content-Security-Policy": {policy},
	"X-Content-Type-Options":  {"nosniff"},
	"X-Frame-Options":         {"DENY"},
	// Not no-referrer: with it browsers send "Origin: null" with forms.
	"Referrer-Policy":            {"same-origin"},
	"Cache-Control":              {"no-store"},
	"Cross-Origin-Opener-Policy": {"same-origin"},
	"X-Robots-Tag":               {"noindex, nofollow"},
}

// setHeaders puts the security headers on every answer, errors, redirects and
// static files included. The addresses that carry a token are never a
// referrer, not even of our own pages.
func (s *Server) setHeaders() func(echo.Context) error {
	headers := maps.Clone(fixedHeaders)
	if strings.HasPrefix(s.PublicURL, "https:") {
		headers["Strict-Transport-Security"] = []string{"max-age=31536000"}
	}
	return func(c echo.Context) error {
		h := c.Response().Header()
		maps.Copy(h, headers)
		if path := c.Request().URL.Path; path == "/" || path == "/status" {
			h.Set("Referrer-Policy", "no-referrer")
		}
		return nil
	}
}

// before runs checks in front of a request; the first error ends it. One
// middleware for all of them: echo builds each anew for every request.
func before(checks ...func(echo.Context) error) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			for _, check := range checks {
				if err := check(c); err != nil {
					return err
				}
			}
			return next(c)
		}
	}
}

// Sizes that no honest request has.
const (
	maxQuery = 16 << 10
	maxBody  = 64 << 10
)

// refuseOversized turns away what is too large or isn't text, before anything
// looks at it.
func refuseOversized(c echo.Context) error {
	r := c.Request()
	if len(r.URL.RawQuery) > maxQuery {
		return errTooLong
	}
	if r.ContentLength > maxBody {
		return errTooLarge
	}
	if r.ContentLength != 0 {
		r.Body = http.MaxBytesReader(c.Response(), r.Body, maxBody)
	}
	if !isTextQuery(r.URL.RawQuery) || !utf8.ValidString(r.URL.Path) || strings.ContainsRune(r.URL.Path, 0) {
		return errBadRequest
	}
	return nil
}

// isTextQuery reports whether the whole query can be read.
func isTextQuery(raw string) bool {
	if raw == "" {
		return true
	}
	query, err := url.ParseQuery(raw)
	return err == nil && isText(query)
}

// isText reports whether all names and values are UTF-8 without NUL.
func isText(values url.Values) bool {
	ok := func(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }
	for name, list := range values {
		if !ok(name) {
			return false
		}
		for _, v := range list {
			if !ok(v) {
				return false
			}
		}
	}
	return true
}

// refuseCrossSite turns away POSTs that another site's page sends, but for the
// two addresses made for that, which change nothing.
func refuseCrossSite(c echo.Context) error {
	path := c.Request().URL.Path
	if c.Request().Method != http.MethodPost || path == "/" || strings.HasPrefix(path, "/return/") {
		return nil
	}
	if err := crossOrigin.Check(c.Request()); err != nil {
		return fmt.Errorf("%w: %w", errForbidden, err)
	}
	return nil
}

// crossOrigin has nothing to configure: no other site may post here.
var crossOrigin http.CrossOriginProtection

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
