package middleware

import (
	"bytes"
	"io"
	"net/http"
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
	if !isForm(r) {
		return
	}
	for p := range query.Pairs(string(ReadBody(c))) {
		if p.Name != "" {
			r.PostForm.Add(p.Name, p.Loose)
		}
	}
}

func isForm(r *http.Request) bool {
	kind, _, _ := strings.Cut(r.Header.Get(echo.HeaderContentType), ";")
	kind, _, _ = strings.Cut(kind, ",")
	return strings.EqualFold(strings.TrimSpace(kind), echo.MIMEApplicationForm)
}

// ReadBody is another body, which can be read again.
func ReadBody(c echo.Context) []byte {
	body, _ := io.ReadAll(c.Request().Body) // from memory: never fails
	c.Request().Body = io.NopCloser(bytes.NewReader(body))
	return body
}
