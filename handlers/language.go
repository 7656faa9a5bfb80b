package handlers

import (
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/i18n"
)

// languageCookie remembers the customer's last choice, over all payments.
const languageCookie = "lang"

// locale is the page's language: ?lang=, the last choice, the browser's, and
// English.
func (s *server) locale(c echo.Context) *i18n.Locale {
	wish, remembered := query(c, "lang"), ""
	if cookie, err := c.Cookie(languageCookie); err == nil {
		remembered = cookie.Value
	}
	l := s.Bundle.Match(wish, remembered, c.Request().Header.Get("Accept-Language"))
	if wish != "" && remembered != l.Tag() && s.Bundle.Match(wish, "", "") == l {
		c.SetCookie(&http.Cookie{ //nolint:gosec // Secure follows the public address; without https there is only the sandbox
			Name: languageCookie, Value: l.Tag(), Path: "/", MaxAge: int(365 * 24 * time.Hour / time.Second),
			HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: strings.HasPrefix(s.PublicURL, "https:"),
		})
	}
	return l
}

// query is a parameter of the address; most addresses have none to parse.
func query(c echo.Context, name string) string {
	if c.Request().URL.RawQuery == "" {
		return ""
	}
	return c.QueryParam(name)
}
