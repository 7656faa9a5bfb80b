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

// ends maps the gateway's words for an end to ours. SUCCESS and REFUSED are the
// interface's (States), the others are ours (docs/assumptions.md). A catalogue file can
// add words (statusWords).
var ends = map[string]Status{
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

// Class is what a word that is no end says of the money; "" = there is no such word.
type Class string

// The classes. Unsure is every word that isn't listed, whatever came before: a gateway
// may call by it what waits for the money, or what has it.
const (
	Waits  Class = "waits" // for the money
	Works  Class = "works" // the money came, or is looked at
	Partly Class = "part"  // part of it came
	Closes Class = "closed"
	Unsure Class = "unsure"
)

// classes are ours (docs/assumptions.md); "Complete set of status values: not shown".
var classes = map[string]Class{
	"": Waits, "PENDING": Waits, "CREATED": Waits, "AWAITING": Waits,
	"WORKING": Works, "VALIDATING": Works, "VERIFYING": Works, "IN_CLEARING": Works, "CLEARING": Works, "SETTLING": Works,
	"PAYMENT_DETECTED": Works, "PAYMENT_RECEIVED": Works, "OVERPAID": Works, "PAID": Works, "COMPLETED": Works, "SETTLED": Works,
	"PARTIALLY_PAID": Partly,
	"CLOSED":         Closes, "REFUNDED": Closes, "REVERSED": Closes, "CHARGEBACK": Closes, "VOID": Closes, "LAPSED": Closes,
	"ABANDONED": Closes, "BLOCKED": Closes,
}

// StatusOf is the status by one answer. A failure reason is given "when the payment
// failed" (interface.md, Payin read response), so it counts where there is no word.
// Beside one that is no end only a documented reason does, and only where the answer
// names nothing to pay by: else it may be the last attempt's.
func StatusOf(p apiclient.Payin) Status {
	s, end := ends[p.Status]
	switch {
	case end:
		return s
	case p.FailureReason != "" && (p.Status == "" || documented(p.FailureReason) && !wayOf(p, 0, false).leads()):
		return Failed
	default:
		return Pending
	}
}

func documented(reason string) bool { return slices.Contains(apiclient.RefusalCodes(), reason) }

// class is what the state of a payment that goes on says of the money. A documented
// reason beside a word that waits says that something happened.
func (s State) class() Class {
	c, listed := classes[s.Word]
	if !listed || c == Waits && documented(s.Reason) {
		return Unsure
	}
	return c
}

// IsStrange reports whether nobody here knows the payment's word: somebody should map it,
// and little is expected of it.
func IsStrange(p apiclient.Payin) bool {
	_, end := ends[p.Status]
	_, known := classes[p.Status]
	return !end && !known && p.Status != "PROCESSING"
}

// Ended reports whether the status is an end. Success is final; any other gives way
// to what a later answer says.
func (s Status) Ended() bool { return s == Success || s == Failed || s == Expired }

// Over reports whether nothing more is expected, so that it isn't read again by
// itself. An end is watched for a while, since it may be taken back, and late money
// may come.
func (v *View) Over(now time.Time) bool {
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
func (v *View) LookAgain(now time.Time) time.Duration {
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
func (v *View) Overdue(now time.Time) bool {
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
