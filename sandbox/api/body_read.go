package api

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"payapp/sandbox/internal/body"
)

// maxBody is far more than any creation needs, in bytes.
const maxBody = 64 << 10

// readBody reads a POST's JSON. Its cost is limited before anybody is
// authenticated: by length, by depth, and by refusing compressed bodies.
func (c *call) readBody() error {
	if c.Method != http.MethodPost {
		return nil
	}
	media, parameters, err := mime.ParseMediaType(c.Header.Get("Content-Type"))
	if charset := parameters["charset"]; err != nil || media != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") {
		return errContentType
	}
	if c.Header.Get("Content-Encoding") != "" {
		return errEncoding
	}
	expected := min(max(c.ContentLength, 0), maxBody) + 1
	read := bytes.NewBuffer(make([]byte, 0, expected+bytes.MinRead))
	if _, err := read.ReadFrom(io.LimitReader(c.Body, maxBody+1)); err != nil {
		return errUnreadable
	}
	if read.Len() > maxBody {
		return errTooLarge
	}
	switch err := body.Check(read.Bytes()); {
	case errors.Is(err, body.ErrTooDeep):
		return errTooDeep
	case err != nil:
		return errNotJSON
	}
	c.body = read.Bytes()
	return nil
}
