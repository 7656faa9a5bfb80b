package middleware

import (
	"cmp"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/labstack/echo/v4"
)

var slashes = regexp.MustCompile(`/(\.?/)+`)

// withRef is an address with a payment's ref, what is below it, and what others have
// put behind: a session id in the way of Java's servers, a full stop.
var withRef = regexp.MustCompile(`^(/(?:pay|status|return)/[A-Za-z0-9_-]{24})(/[a-z.-]+)?(?:[^A-Za-z0-9_/-].*)?$`)

// CleanPath takes an address as it was meant: proxies and shops join paths with one
// slash too many, or end them with one, escape what needs no escaping, and put something
// behind. A payment's page is shown at its own address alone, since its cookies are there.
func CleanPath(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		u := c.Request().URL
		if len(u.Path) > maxPath {
			return next(c) // which refuses it
		}
		path, raw := clean(u.Path), ""
		if u.RawPath != "" {
			raw = clean(u.RawPath)
		}
		if found := withRef.FindStringSubmatch(path); found != nil {
			path, raw = found[1]+found[2], ""
		}
		if path == u.Path && raw == u.RawPath {
			return next(c)
		}
		u.Path, u.RawPath = path, raw
		reads := c.Request().Method == http.MethodGet || c.Request().Method == http.MethodHead
		if reads && (strings.HasPrefix(path, "/pay/") || strings.HasPrefix(path, "/status/")) {
			return c.Redirect(http.StatusSeeOther, (&url.URL{Path: u.Path, RawPath: u.RawPath, RawQuery: u.RawQuery}).RequestURI())
		}
		return next(c)
	}
}

func clean(path string) string {
	return cmp.Or(strings.TrimRight(slashes.ReplaceAllString(path, "/"), "/"), "/")
}
