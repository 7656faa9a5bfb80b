package apiclient

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// The kinds of failure, for errors.Is.
var (
	ErrUnauthorized = errors.New("token refused")           // 401, 403
	ErrForbidden    = errors.New("operation not granted")   // 403, with ErrUnauthorized
	ErrNotFound     = errors.New("not found")               // 404
	ErrConflict     = errors.New("id already accepted")     // 409
	ErrRefused      = errors.New("payment refused")         // 406, see Error.Code
	ErrRateLimited  = errors.New("rate limited")            // 429 to every request: not processed
	ErrInvalid      = errors.New("request invalid")         // 400, 422, other 4xx
	ErrUnavailable  = errors.New("gateway unavailable")     // 5xx, network, timeout: may have been processed
	ErrMalformed    = errors.New("answer can't be trusted") // HTML, bad JSON, wrong payment, too long
	ErrVersion      = errors.New("API version refused")     // 404 about X-API-Version: a mistake on our side
	ErrAmount       = errors.New("amount refused")          // with another kind, to a list of ways to pay: not this amount or currency
	ErrNoList       = errors.New("no ways to pay are told") // with another kind, to the same: there is no such list
	ErrNoBody       = errors.New("answer without a body")   // with ErrMalformed: a 2xx about no payment; a creation is accepted
)

// Error is the type of every failed call's error; errors.Is tells its kind.
type Error struct {
	// Op is the call as the interface names it: "POST /payins/{idPayin}".
	Op string
	// HTTPStatus is 0 if no answer arrived.
	HTTPStatus int
	// Code is the gateway's code, for example SECURITY_CHECK_FAILED with
	// ErrRefused; empty if it sent none.
	Code string
	// Message is the gateway's text, shortened and without the token: for logs,
	// never for customers.
	Message string
	Fields  []FieldError
	// RetryAfter is how long the gateway asked us to wait, at most
	// Timings.RetryAfterCap.
	RetryAfter time.Duration
	// Attempts counts the requests sent, including the one that failed.
	Attempts int
	// Lost: an earlier request of this call got no answer, and may have been
	// processed. With ErrConflict it very likely was.
	Lost bool

	kind error // one of the above
	list error // ErrAmount, ErrNoList or nil
	err  error
}

// FieldError is one field that the gateway rejected.
type FieldError struct{ Field, Code, Message string }

// Error has operation, kind, status, code and attempts, but neither token nor
// body.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", e.Op, e.kind)
	if e.HTTPStatus != 0 {
		fmt.Fprintf(&b, ": status %d", e.HTTPStatus)
	}
	if e.Code != "" {
		fmt.Fprintf(&b, ": code %s", e.Code)
	}
	if e.Attempts > 1 {
		fmt.Fprintf(&b, " after %d attempts", e.Attempts)
	}
	if e.err != nil {
		fmt.Fprintf(&b, ": %v", e.err)
	}
	return b.String()
}

// Unwrap returns the cause: a network error, context.DeadlineExceeded and the
// like.
func (e *Error) Unwrap() error { return e.err }

// Is makes errors.Is work with the sentinels.
func (e *Error) Is(target error) bool {
	return target == e.kind || e.list != nil && target == e.list || e.kind == ErrForbidden && target == ErrUnauthorized
}
