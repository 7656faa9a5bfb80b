package relay

import (
	"errors"
	"fmt"
	"net"
)

// Why a callback wasn't passed on or got no answer. An error's text is short
// and contains no address except a host, so it may be logged.
var (
	// ErrBusy: too many calls under way, in total, to this host or for this
	// payment.
	ErrBusy = errors.New("too many callbacks under way")
	// ErrRefused: this address must not be called.
	ErrRefused = errors.New("address refused")
	// ErrTimeout: the merchant didn't answer in time. It may have accepted.
	ErrTimeout = errors.New("merchant's answer timed out")
	// ErrUnreachable: no connection, or no valid HTTP answer.
	ErrUnreachable = errors.New("merchant can't be reached")
)

// longestCause limits what a merchant's server can put into an error's text, in
// bytes.
const longestCause = 200

// failureOf maps an error of the call to one of the kinds above.
func failureOf(err error) error {
	var timed net.Error
	kind := ErrUnreachable
	switch {
	case errors.Is(err, ErrRefused):
		kind = ErrRefused
	case errors.As(err, &timed) && timed.Timeout():
		kind = ErrTimeout
	}
	return fmt.Errorf("%w: %.*s", kind, longestCause, err.Error())
}

// OutcomeOf names what Pass returned, for metrics.
func OutcomeOf(status int, err error) string {
	switch {
	case err == nil:
		return fmt.Sprintf("%dxx", status/100)
	case errors.Is(err, ErrBusy):
		return "busy"
	case errors.Is(err, ErrRefused):
		return "refused"
	case errors.Is(err, ErrTimeout):
		return "timeout"
	}
	return "unreachable"
}
