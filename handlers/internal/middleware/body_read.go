package middleware

import (
	"io"

	"github.com/labstack/echo/v4"
)

// ParseForm reads a form's body, which Bodies has taken. It fails with ErrBadRequest.
func ParseForm(c echo.Context) error {
	if err := c.Request().ParseForm(); err != nil || !isText(c.Request().Form) {
		return ErrBadRequest
	}
	return nil
}

// ReadBody does the same for another body.
func ReadBody(c echo.Context) []byte {
	body, _ := io.ReadAll(c.Request().Body) // from memory: never fails
	return body
}
