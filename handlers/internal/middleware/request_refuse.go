package middleware

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
)

// What is wrong with a request that is refused.
var (
	ErrBadRequest = errors.New("request can't be read")
	ErrTooLong    = errors.New("address too long")
	ErrTooLarge   = errors.New("request too large")
	ErrForbidden  = errors.New("cross-site request refused")
	ErrOverloaded = errors.New("too many requests under way")
)

// Before runs checks before a request; the first error ends it. It is one
// middleware for all of them, because echo builds each one anew for every
// request.
func Before(checks ...func(echo.Context) error) echo.MiddlewareFunc {
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
	maxPath  = 4 << 10
	maxQuery = 16 << 10
	maxBody  = 64 << 10
	maxPairs = 256 // of a query or a form, whatever others have added to it
)

// RefuseOversized refuses requests that are too large, and addresses that aren't text,
// before anything reads them. What stands behind the ? is read by whoever needs it.
func RefuseOversized(c echo.Context) error {
	r := c.Request()
	if len(r.URL.Path) > maxPath || len(r.URL.RawQuery) > maxQuery && !isForeign(r.URL.Path) ||
		strings.Count(r.URL.RawQuery, "&") >= maxPairs {
		return ErrTooLong
	}
	if r.ContentLength > maxBody && !isLanding(r.URL.Path) {
		return ErrTooLarge
	}
	if !utf8.ValidString(r.URL.Path) || strings.ContainsRune(r.URL.Path, 0) {
		return ErrBadRequest
	}
	return nil
}

// isForeign reports whether others make links to the address: shops, mail programs,
// advertisers, banks. What they add to it is theirs.
func isForeign(path string) bool {
	return path == "/" || path == "/status" || isLanding(path)
}

// isLanding reports whether banks send customers back to the address.
func isLanding(path string) bool { return strings.HasPrefix(path, "/return/") }

// RefuseCrossSite refuses cross-site POSTs, except to the addresses made for
// them, which change nothing here: three for customers, one for the gateway.
// publicURL is our address for customers, if known: a proxy may call us by
// another name.
func RefuseCrossSite(publicURL string) (func(echo.Context) error, error) {
	var protection http.CrossOriginProtection
	if publicURL != "" {
		if err := protection.AddTrustedOrigin(publicURL); err != nil {
			return nil, err
		}
	}
	return func(c echo.Context) error {
		path := c.Request().URL.Path
		open := isForeign(path) || strings.HasPrefix(path, "/callback/")
		if c.Request().Method != http.MethodPost || open {
			return nil
		}
		if err := protection.Check(c.Request()); err != nil && !isOwn(c.Request(), publicURL) {
			return fmt.Errorf("%w: %w", ErrForbidden, err)
		}
		return nil
	}, nil
}

// isOwn reports whether a browser that says no more than its page's origin (no
// Sec-Fetch-Site) names ours: a proxy may write the host in capitals, with its port
// or with a full stop at its end, and so may the customer.
func isOwn(r *http.Request, publicURL string) bool {
	origin, err := url.Parse(r.Header.Get("Origin"))
	if r.Header.Get("Sec-Fetch-Site") != "" || err != nil || origin.Host == "" {
		return false
	}
	public, err := url.Parse(publicURL)
	given := bareHost(origin.Host, origin.Scheme)
	return given == bareHost(r.Host, origin.Scheme) ||
		err == nil && origin.Scheme == public.Scheme && given == bareHost(public.Host, public.Scheme)
}

// bareHost is a host as browsers have it in an origin.
func bareHost(host, scheme string) string {
	host = strings.TrimSuffix(strings.ToLower(host), map[string]string{"https": ":443", "http": ":80"}[scheme])
	name, port, _ := strings.Cut(host, ":")
	return strings.TrimSuffix(name, ".") + "|" + port
}
