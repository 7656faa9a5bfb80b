package handlers

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/middleware"
)

// posted is a posted form as it was written, of which each part is read by itself.
// otherKind names what was posted instead of a form, such as JSON.
func posted(c echo.Context) (form, otherKind string) {
	if c.Request().Method != http.MethodPost {
		return "", ""
	}
	body := middleware.ReadBody(c)
	if len(body) == 0 {
		return "", ""
	}
	kind, _, _ := strings.Cut(c.Request().Header.Get(echo.HeaderContentType), ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	if kind != echo.MIMEApplicationForm {
		return "", kindInWords(kind)
	}
	return string(body), ""
}

// kindInWords is a Content-Type that is fit to be shown.
func kindInWords(kind string) string {
	const most = 60
	if kind == "" || len(kind) > most || strings.Trim(kind, "abcdefghijklmnopqrstuvwxyz0123456789/.+-_") != "" {
		return "?"
	}
	return kind
}
