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
	maxQuery = 16 << 10
	maxBody  = 64 << 10
)

// RefuseOversized refuses requests that are too large or aren't text, before
// anything reads them.
func RefuseOversized(c echo.Context) error {
	r := c.Request()
	if len(r.URL.RawQuery) > maxQuery {
		return ErrTooLong
	}
	if r.ContentLength > maxBody {
		return ErrTooLarge
	}
	if !isTextQuery(r.URL.RawQuery) || !utf8.ValidString(r.URL.Path) || strings.ContainsRune(r.URL.Path, 0) {
		return ErrBadRequest
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
		open := path == "/" || path == "/status" || strings.HasPrefix(path, "/return/") || strings.HasPrefix(path, "/callback/")
		if c.Request().Method != http.MethodPost || open {
			return nil
		}
		if err := protection.Check(c.Request()); err != nil {
			return fmt.Errorf("%w: %w", ErrForbidden, err)
		}
		return nil
	}, nil
}
