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

// statuses maps the gateway's words to ours (interface.md, States, and
// docs/assumptions.md). Every other word means in progress: without the gateway
// saying so a payment is neither failed nor paid. A catalogue file can add
// words (statusWords).
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
var named = map[string]bool{"": true, "PENDING": true, "PROCESSING": true, "CREATED": true}

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

// Ended reports whether the status ends a payment: it isn't paid any more.
// Money that comes after EXPIRED still counts.
func (s Status) Ended() bool { return s == Success || s == Failed || s == Expired }

// Over reports whether nothing more is expected, so that it needn't be read
// again. Late money is waited for until a day after the payment expired.
func (p Payment) Over(now time.Time) bool {
	switch p.Status() {
	case Success, Failed:
		return true
	case Expired:
		last := slices.MaxFunc([]time.Time{p.Payin.ExpireAt, p.Payin.ProcessedAt, p.Payin.CreatedAt}, time.Time.Compare)
		return !last.IsZero() && now.Sub(last) > lateMoney
	default:
		return false
	}
}

const lateMoney = 24 * time.Hour

// Tolerance is how far our clock and the gateway's may differ before a deadline
// counts as passed.
const Tolerance = time.Minute

// Overdue reports whether the time to pay is over by our clock, although the
// gateway hasn't said how the payment ended. It may still be paid: validation
// takes minutes (interface.md, States, Behaviour).
func (p Payment) Overdue(now time.Time) bool {
	return p.Status() == Pending && !p.Payin.ExpireAt.IsZero() && now.After(p.Payin.ExpireAt.Add(Tolerance))
}

// PayableUntil is until when the payment matters to a browser: it can be paid, or
// late money may come. since is when its link was opened. It is zero for one that
// doesn't exist or is over.
func (p Payment) PayableUntil(since, now time.Time) time.Time {
	switch at := p.Payin.ExpireAt; {
	case p.State != Created || p.Over(now):
		return time.Time{}
	case at.IsZero():
		return since.Add(payableWithoutDeadline)
	case at.Sub(now) > payableMost:
		return since.Add(payableMost)
	default:
		return at.Add(lateMoney)
	}
}

// How long a payment without a deadline counts as payable, and the maximum:
// browsers keep no cookie for longer than 400 days.
const (
	payableWithoutDeadline = 7 * 24 * time.Hour
	payableMost            = 366 * 24 * time.Hour
)
