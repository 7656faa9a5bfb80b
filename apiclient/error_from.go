package apiclient

import (
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const maxMessage = 300

// errorFrom makes the typed error of an answer that isn't 2xx. Only it knows
// what statuses mean (interface.md, Errors, and assumptions about what that
// doesn't show).
func (c *Client) errorFrom(request call, response *http.Response, body []byte) *Error {
	detail := readErrorBody(body)
	err := &Error{kind: kindOf(response.StatusCode), Op: request.op, HTTPStatus: response.StatusCode, Code: detail.code}
	if response.StatusCode == http.StatusGone && request.finds() {
		err.kind = ErrNotFound // also means that it doesn't exist
	}
	if errors.Is(err, ErrNotFound) && (!request.finds() || speaksOfVersion(detail)) {
		err.kind = ErrVersion
	}
	err.RetryAfter = min(retryAfter(response.Header), c.timings.RetryAfterCap)
	err.Message = quotable(detail.message, request)
	err.Fields = detail.fields
	for i := range err.Fields {
		err.Fields[i].Field = quotable(err.Fields[i].Field, request)
		err.Fields[i].Message = quotable(err.Fields[i].Message, request)
	}
	if request.op == opOptions {
		err.list = aboutList(err)
	}
	return err
}

// finds reports whether the operation is about a payment that may not exist
// yet. For all others, creations included, interface.md has only one meaning of
// 404: "the X-API-Version header is missing or its version is unsupported"
// (Errors).
func (c call) finds() bool {
	creates := c.method() == http.MethodPost && strings.HasSuffix(c.op, "}")
	return strings.Contains(c.op, "{idPay") && !creates
}

// versionWords distinguishes a 404 about the version from one about a payment.
// A version number alone says nothing: answers may carry it for information.
var versionWords = regexp.MustCompile(`(?i)x-api-version|` +
	`\b(unsupported|unknown|missing|invalid|obsolete|deprecated|no such)\b[^.]{0,40}\bversion|` +
	`\bversion\b[^.]{0,40}\b(unsupported|not supported|isn.t supported|missing|required|unknown|invalid|not found|not available)\b`)

func speaksOfVersion(detail errorBody) bool {
	return strings.Contains(strings.ToUpper(detail.code), "VERSION") || versionWords.MatchString(detail.message)
}

func kindOf(status int) error {
	switch {
	case status == http.StatusUnauthorized:
		return ErrUnauthorized
	case status == http.StatusForbidden:
		return ErrForbidden
	case status == http.StatusNotFound:
		return ErrNotFound
	case status == http.StatusConflict:
		return ErrConflict
	case status == http.StatusNotAcceptable:
		return ErrRefused
	case status == http.StatusTooManyRequests:
		return ErrRateLimited
	case status >= 500 || status == http.StatusRequestTimeout:
		return ErrUnavailable
	case status >= 400:
		return ErrInvalid
	default: // a redirect, or an unknown status
		return ErrMalformed
	}
}

// retryAfter reads seconds or a date. A date is relative to the gateway's own
// clock if it sends one. 0 means none.
func retryAfter(header http.Header) time.Duration {
	value := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	now, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	return max(0, at.Sub(now))
}

// quotable makes the gateway's text fit for a log: short, on one line, without
// the token or secret.
func quotable(text string, request call) string {
	for _, secret := range []string{request.token.Reveal(), request.secret} {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, redacted)
		}
	}
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "") + "…"
	}
	return text
}

// quotedError has err's text as far as it may be logged.
type quotedError struct {
	error
	text string
}

func (e *quotedError) Error() string { return e.text }
func (e *quotedError) Unwrap() error { return e.error }

// quoting makes an error fit for logs. It may quote the gateway: net/http's
// errors contain the line that it couldn't read.
func quoting(err error, request call) error {
	return &quotedError{err, quotable(err.Error(), request)}
}
