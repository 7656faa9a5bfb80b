package middleware

import (
	"errors"
	"io"
	"net/http"

	"github.com/labstack/echo/v4"
)

// ParseForm reads a form's body, within the limit of RefuseOversized. It fails
// with ErrTooLarge or ErrBadRequest.
func ParseForm(c echo.Context) error {
	if err := refusal(c.Request().ParseForm()); err != nil {
		return err
	}
	if !isText(c.Request().Form) {
		return ErrBadRequest
	}
	return nil
}

// ReadBody does the same for another body.
func ReadBody(c echo.Context) ([]byte, error) {
	body, err := io.ReadAll(c.Request().Body)
	return body, refusal(err)
}

// refusal is what is wrong with a request whose body can't be read.
func refusal(err error) error {
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &tooLarge):
		return ErrTooLarge
	default:
		return ErrBadRequest
	}
}
