package scenarios

import (
	"time"

	"payapp/apiclient"
)

// Status is a payment's status as customers and test suites see it
// (data-status).
type Status string

// The statuses. Unknown means that the gateway can't be read just now.
const (
	StatusUnknown Status = "unknown"
	StatusPending Status = "pending"
	StatusSuccess Status = "success"
	StatusFailed  Status = "failed"
	StatusExpired Status = "expired"
)

// statuses maps the gateway's words to ours (interface.md, States, and
// docs/assumptions.md). Every other word means in progress: without the gateway
// saying so a payment is neither failed nor paid. A catalogue file can add
// words (statusWords).
var statuses = map[string]Status{
	apiclient.StatusSuccess: StatusSuccess,
	"REFUSED":               StatusFailed,
	"FAILED":                StatusFailed,
	"CANCELED":              StatusFailed,
	"CANCELLED":             StatusFailed,
	"REJECTED":              StatusFailed,
	"DECLINED":              StatusFailed,
	"ERROR":                 StatusFailed,
	"EXPIRED":               StatusExpired,
	"TIMEOUT":               StatusExpired,
}

// named lists documented or known words for "in progress".
var named = map[string]bool{"": true, "PENDING": true, "PROCESSING": true, "CREATED": true}

// StatusOf is the payment's status by the gateway's word. A failure reason is
// given "when the payment failed" (interface.md, Payin read response), so a
// payment with one has failed, unless its word says how it ended.
func StatusOf(p apiclient.Payin) Status {
	s, known := statuses[p.Status]
	switch {
	case known:
		return s
	case p.FailureReason != "":
		return StatusFailed
	default:
		return StatusPending
	}
}

// IsStrange reports whether the payment's status is in neither statuses nor
// named, and nothing else says that it failed. Such payments are polled slowly.
func IsStrange(p apiclient.Payin) bool {
	_, known := statuses[p.Status]
	return !known && !named[p.Status] && p.FailureReason == ""
}

// Terminal reports whether the status ends a payment. EXPIRED does, but polling
// may continue: late money still counts.
func (s Status) Terminal() bool {
	return s == StatusSuccess || s == StatusFailed || s == StatusExpired
}

// statusAt is StatusOf, or expired if the gateway's own deadline has passed and
// it hasn't said how the payment ended.
func statusAt(p apiclient.Payin, now time.Time) Status {
	s := StatusOf(p)
	if s == StatusPending && !p.ExpireAt.IsZero() && !now.Before(p.ExpireAt) {
		return StatusExpired
	}
	return s
}
