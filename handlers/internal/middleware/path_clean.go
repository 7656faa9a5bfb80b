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

// CleanPath takes an address as it was meant: proxies and shops join paths with one
// slash too many, or end them with one. A payment's page is shown at its own address
// alone, since its cookies are there.
func CleanPath(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		u := c.Request().URL
		path := clean(u.Path)
		if path == u.Path {
			return next(c)
		}
		if u.Path = path; u.RawPath != "" {
			u.RawPath = clean(u.RawPath)
		}
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
