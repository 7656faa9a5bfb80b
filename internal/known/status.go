package known

import (
	"slices"
	"time"

	"payapp/apiclient"
)

// Status is a payment's status as customers and test suites see it
// (data-status).
type Status string

// The statuses. Unknown means that the gateway can't be read just now.
const (
	Unknown Status = "unknown"
	Pending Status = "pending"
	Success Status = "success"
	Failed  Status = "failed"
	Expired Status = "expired"
)

// statuses maps the gateway's words to ours. SUCCESS and REFUSED are the interface's
// (States), the others are ours (docs/assumptions.md). Every other word means in
// progress: without the gateway saying so a payment is neither failed nor paid. A
// catalogue file can add words (statusWords).
var statuses = map[string]Status{
	apiclient.StatusSuccess: Success,
	"REFUSED":               Failed,
	"FAILED":                Failed,
	"CANCELED":              Failed,
	"CANCELLED":             Failed,
	"REJECTED":              Failed,
	"DECLINED":              Failed,
	"ERROR":                 Failed,
	"EXPIRED":               Expired,
	"TIMEOUT":               Expired,
}

// named lists documented or known words for "in progress".
var named = map[string]bool{"": true, "PENDING": true, "PROCESSING": true, "CREATED": true, "AWAITING": true}

// StatusOf is the payment's status by the gateway's word. A failure reason is
// given "when the payment failed" (interface.md, Payin read response), so it
// counts where there is no word. Beside another word only a documented one does:
// a gateway may say PENDING with "NONE".
func StatusOf(p apiclient.Payin) Status {
	s, known := statuses[p.Status]
	switch {
	case known:
		return s
	case p.FailureReason != "" && (p.Status == "" || slices.Contains(apiclient.RefusalCodes(), p.FailureReason)):
		return Failed
	default:
		return Pending
	}
}

// IsStrange reports whether the payment's status is in neither statuses nor
// named, and nothing else says that it failed. Such payments are polled slowly.
func IsStrange(p apiclient.Payin) bool {
	return StatusOf(p) == Pending && !named[p.Status]
}

// Ended reports whether the status is an end. Success is final; any other gives way
// to what a later answer says.
func (s Status) Ended() bool { return s == Success || s == Failed || s == Expired }

// meansWaiting are the words under which what was told before of how to pay stays
// good, although an answer leaves it out.
var meansWaiting = map[string]bool{"": true, "PENDING": true, "CREATED": true, "AWAITING": true}

// Over reports whether nothing more is expected, so that it isn't read again by
// itself. An end is watched for a while, since it may be taken back, and late money
// may come.
func (v View) Over(now time.Time) bool {
	switch v.Status() {
	case Success:
		return true
	case Failed, Expired:
		return now.Sub(v.endSince.time()) > endWatched
	default:
		return false
	}
}

// endWatched is how long an end is watched.
const endWatched = time.Hour

// LookAgain is when to look again whether an end was taken back: soon at first, then
// ever later.
func (v View) LookAgain(now time.Time) time.Duration {
	since := now.Sub(v.endSince.time())
	if since < 20*time.Second {
		return 20 * time.Second
	}
	return min(max(2*time.Minute, since), 10*time.Minute)
}

// Tolerance is how far our clock and the gateway's may differ before a deadline
// counts as passed.
const Tolerance = time.Minute

// Overdue reports whether the time to pay is over by our clock, although the
// gateway hasn't said how the payment ended. It may still be paid: validation
// takes minutes (interface.md, States, Behaviour).
func (v View) Overdue(now time.Time) bool {
	return v.Status() == Pending && !v.Payin.ExpireAt.IsZero() && now.After(v.Payin.ExpireAt.Add(Tolerance))
}

// PayableUntil is until when the payment matters to a browser: it can be paid, or
// late money may come. since is when its link was opened. It is zero for one that
// doesn't exist, or is paid or failed.
func (v View) PayableUntil(since, now time.Time) time.Time {
	switch at := v.Payin.ExpireAt; {
	case v.Existence != Described || v.Status() == Success || v.Status() == Failed:
		return time.Time{}
	case at.IsZero() && v.Status() == Expired:
		return v.endSince.time().Add(lateMoney)
	case at.IsZero():
		return since.Add(payableWithoutDeadline)
	case at.Sub(now) > payableMost:
		return since.Add(payableMost)
	default:
		return at.Add(lateMoney)
	}
}

// How long late money matters, a payment without a deadline counts as payable, and
// the maximum: browsers keep no cookie for longer than 400 days.
const (
	lateMoney              = 24 * time.Hour
	payableWithoutDeadline = 7 * 24 * time.Hour
	payableMost            = 366 * 24 * time.Hour
)
