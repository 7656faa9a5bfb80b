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
	ErrForbidden    = errors.New("operation not granted")   // 403, besides ErrUnauthorized
	ErrNotFound     = errors.New("not found")               // 404
	ErrConflict     = errors.New("id already accepted")     // 409
	ErrRefused      = errors.New("payment refused")         // 406, see Error.Code
	ErrRateLimited  = errors.New("rate limited")            // 429 to every request: not processed
	ErrInvalid      = errors.New("request invalid")         // 400, 422, other 4xx
	ErrUnavailable  = errors.New("gateway unavailable")     // 5xx, network, timeout: may have been processed
	ErrMalformed    = errors.New("answer can't be trusted") // HTML, bad JSON, wrong payment, too long
	ErrVersion      = errors.New("API version refused")     // 404 that is about X-API-Version: ours to mend
	ErrNoBody       = errors.New("answer without a body")   // besides ErrMalformed: accepted, and nothing said of it
)

// Kind classifies an Error.
type Kind int

// The kinds; each has the sentinel of its name. KindForbidden is
// ErrUnauthorized and ErrForbidden at once.
const (
	KindUnavailable Kind = iota
	KindUnauthorized
	KindForbidden
	KindNotFound
	KindConflict
	KindRefused
	KindRateLimited
	KindInvalid
	KindMalformed
	KindVersion
)

// sentinel is indexed by Kind.
var sentinel = [...]error{
	ErrUnavailable, ErrUnauthorized, ErrForbidden, ErrNotFound, ErrConflict,
	ErrRefused, ErrRateLimited, ErrInvalid, ErrMalformed, ErrVersion,
}

// String is the sentinel's text.
func (k Kind) String() string { return sentinel[k].Error() }

// Error is every failure of a call.
type Error struct {
	Kind Kind
	// Op names the call as the interface does: "POST /payins/{idPayin}".
	Op string
	// HTTPStatus is 0 where no answer arrived.
	HTTPStatus int
	// Code is the gateway's, for example SECURITY_CHECK_FAILED with
	// KindRefused; empty where it sent none.
	Code string
	// Message is the gateway's words, shortened and without the token: for
	// logs, never for customers.
	Message string
	Fields  []FieldError
	// RetryAfter is how long the gateway asked to be left alone, capped.
	RetryAfter time.Duration
	// Attempts counts the requests sent, this failure's included.
	Attempts int

	err error
}

// FieldError is one field that the gateway found at fault.
type FieldError struct{ Field, Code, Message string }

// Error holds neither token nor body: operation, kind, status, code, attempts.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", e.Op, e.Kind)
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

// Unwrap gives the cause: a network error, context.DeadlineExceeded and the like.
func (e *Error) Unwrap() error { return e.err }

// Is makes errors.Is work with the sentinels.
func (e *Error) Is(target error) bool {
	return target == sentinel[e.Kind] || e.Kind == KindForbidden && target == ErrUnauthorized
}
