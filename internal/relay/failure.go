package relay

import (
	"errors"
	"fmt"
	"net"
)

// Why a callback wasn't passed on, or has no answer. An error's text has no
// address but a host's, and is short: it may be logged.
var (
	// ErrBusy: too many are under way, in all, at this host or of this payment.
	ErrBusy = errors.New("too many callbacks under way")
	// ErrRefused: nothing may be called there.
	ErrRefused = errors.New("address refused")
	// ErrTimeout: the merchant didn't answer in time. It may have accepted.
	ErrTimeout = errors.New("merchant's answer timed out")
	// ErrUnreachable: there was no connection, or no answer that HTTP knows.
	ErrUnreachable = errors.New("merchant can't be reached")
)

// longestCause cuts what a merchant's server can put into an error's text.
const longestCause = 200

// failureOf sorts what went wrong on the way.
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
