package middleware

import (
	"bytes"
	"io"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
)

// ParseForm reads a form of our own pages, which Bodies has taken, into
// Request.PostForm. It fails with ErrBadRequest. The address isn't read: others add
// to it.
func ParseForm(c echo.Context) error {
	r := c.Request()
	address := r.URL.RawQuery
	r.URL.RawQuery = ""
	err := r.ParseForm()
	r.URL.RawQuery = address
	if err != nil || !isText(r.PostForm) {
		return ErrBadRequest
	}
	return nil
}

// ReadBody is another body, which can be read again.
func ReadBody(c echo.Context) []byte {
	body, _ := io.ReadAll(c.Request().Body) // from memory: never fails
	c.Request().Body = io.NopCloser(bytes.NewReader(body))
	return body
}

// isText reports whether all names and values are UTF-8 without NUL.
func isText(values url.Values) bool {
	ok := func(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }
	for name, list := range values {
		if !ok(name) || slices.ContainsFunc(list, func(v string) bool { return !ok(v) }) {
			return false
		}
	}
	return true
}
