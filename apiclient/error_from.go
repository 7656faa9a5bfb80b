package apiclient

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const maxMessage = 300

// errorFrom makes the typed error of an answer that isn't 2xx: the one place
// that knows what statuses mean (interface.md, Errors, and the assumptions
// about what it doesn't show).
func (c *Client) errorFrom(request call, response *http.Response, body []byte) *Error {
	err := &Error{Kind: kindOf(response.StatusCode), Op: request.op, HTTPStatus: response.StatusCode}
	err.RetryAfter = min(retryAfter(response.Header), c.timings.RetryAfterCap)
	told := readErrorBody(body)
	if plainCode.MatchString(told.code) {
		err.Code = told.code
	}
	err.Message = quotable(told.message, request)
	err.Fields = told.fields
	for i := range err.Fields {
		err.Fields[i].Message = quotable(err.Fields[i].Message, request)
	}
	return err
}

func kindOf(status int) Kind {
	switch {
	case status == http.StatusUnauthorized:
		return KindUnauthorized
	case status == http.StatusForbidden:
		return KindForbidden
	case status == http.StatusNotFound:
		return KindNotFound
	case status == http.StatusConflict:
		return KindConflict
	case status == http.StatusNotAcceptable:
		return KindRefused
	case status == http.StatusTooManyRequests:
		return KindRateLimited
	case status >= 500 || status == http.StatusRequestTimeout:
		return KindUnavailable
	case status >= 400:
		return KindInvalid
	default: // a redirect, or something that HTTP doesn't have
		return KindMalformed
	}
}

// retryAfter reads seconds or a date; the date counts from the gateway's own
// clock where it sends one. 0 is none.
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

// plainCode is what codes look like; anything else isn't worth a log line.
var plainCode = regexp.MustCompile(`\A[A-Za-z0-9_.-]{1,64}\z`)

// quotable shortens the gateway's words for a log, on one line, and takes out
// the token or secret should they be quoted.
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

// quotedError says what err says as far as it may stand in a log.
type quotedError struct {
	error
	text string
}

func (e *quotedError) Error() string { return e.text }
func (e *quotedError) Unwrap() error { return e.error }

// quoting keeps an error that may quote the gateway's words fit for logs:
// net/http's name the line that it couldn't read.
func quoting(err error, request call) error {
	return &quotedError{err, quotable(err.Error(), request)}
}

type errorBody struct {
	code, message string
	fields        []FieldError
}

// readErrorBody understands {"code", "message", "fields"?}, also under "error"
// or "errors"[0]; anything else is an error by its status alone.
func readErrorBody(body []byte) errorBody {
	var odd []string
	top, err := parseObject(body, &odd)
	if err != nil {
		return errorBody{}
	}
	if _, ok := top.props["error"]; ok {
		top = top.object("error")
	} else if list := top.list("errors"); len(list) > 0 {
		top = asObject(list[0], &odd)
	}
	return errorBody{code: top.text("code"), message: top.text("message"), fields: readFieldErrors(top)}
}

// readFieldErrors understands a list of names, a list of {name or field, code,
// message}, and an object of name → message.
func readFieldErrors(top object) []FieldError {
	raw, ok := top.props["fields"]
	if !ok {
		return nil
	}
	var names []string
	if json.Unmarshal(raw, &names) == nil {
		return eachField(names, func(name string) FieldError { return FieldError{Field: name} })
	}
	var messages map[string]string
	if json.Unmarshal(raw, &messages) == nil {
		return eachField(slices.Sorted(maps.Keys(messages)), func(name string) FieldError {
			return FieldError{Field: name, Message: messages[name]}
		})
	}
	var list []struct{ Name, Field, Code, Message string }
	if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	return eachField(list, func(entry struct{ Name, Field, Code, Message string }) FieldError {
		return FieldError{Field: entry.Field + entry.Name, Code: entry.Code, Message: entry.Message}
	})
}

func eachField[T any](entries []T, read func(T) FieldError) []FieldError {
	var fields []FieldError
	for _, entry := range entries {
		fields = append(fields, read(entry))
	}
	return fields
}
