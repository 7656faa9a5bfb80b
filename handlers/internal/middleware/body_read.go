package middleware

import (
	"bytes"
	"io"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"payapp/internal/query"
)

// ParseForm reads a form of our own pages, which Bodies has taken, into
// Request.PostForm. Each value is read by itself: what a browser's extension adds, in
// whatever encoding, spoils none of ours, and what can't be read of ours is told at its
// field. The address isn't read: others add to it.
func ParseForm(c echo.Context) {
	r := c.Request()
	r.PostForm = url.Values{}
	kind, _, _ := strings.Cut(r.Header.Get(echo.HeaderContentType), ";")
	if kind, _, _ = strings.Cut(kind, ","); !strings.EqualFold(strings.TrimSpace(kind), echo.MIMEApplicationForm) {
		return
	}
	for p := range query.Pairs(string(ReadBody(c))) {
		if p.Name != "" {
			r.PostForm.Add(p.Name, p.Loose)
		}
	}
}

// ReadBody is another body, which can be read again.
func ReadBody(c echo.Context) []byte {
	body, _ := io.ReadAll(c.Request().Body) // from memory: never fails
	c.Request().Body = io.NopCloser(bytes.NewReader(body))
	return body
}
