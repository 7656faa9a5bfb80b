package scenarios

import (
	"fmt"
	"hash"
	"hash/fnv"
	"strconv"
	"time"

	"payapp/apiclient"
	"payapp/methods"
)

// Version names what a page of the step shows, as far as it changes while the
// customer waits: two steps of one version need no new page. It goes to the
// browser, as a hash.
func Version(step Step) string {
	h := fnv.New64a()
	switch s := step.(type) {
	case ChooseOption:
		fmt.Fprint(h, "options")
	case FillDetails:
		fmt.Fprint(h, "details")
	case ReviewPayment:
		fmt.Fprint(h, "review")
	case LeaveForBank:
		// The page of somebody who left: the payment's address shows the status.
		hashStatus(h, ShowStatus{
			Status: StatusPending, Payin: &s.Payin, Pays: s.Pays, BankURL: s.URL,
			Reference: s.Payin.ExternalReference, ReferenceState: ReferenceSent,
		})
	case FollowInstructions:
		hashPayin(h, s.Payin)
		s.Method, s.Payin, s.Stale = methods.Method{}, apiclient.Payin{}, whole(s.Stale)
		fmt.Fprintf(h, "instructions|%+v", s)
	case GiveReference:
		fmt.Fprint(h, "reference") // a new page would lose what is being typed
	case ShowStatus:
		hashStatus(h, s)
	case ShowProblem:
		fmt.Fprintf(h, "problem|%+v", s)
	}
	return strconv.FormatUint(h.Sum64(), 36)
}

// hashStatus leaves out what counts only beside something else, and clocks'
// precision.
func hashStatus(h hash.Hash, s ShowStatus) {
	if s.Payin != nil {
		if s.Status == StatusFailed {
			fmt.Fprint(h, s.Payin.Status, "|") // which kind of failure
		}
		hashPayin(h, *s.Payin)
	}
	s.Payin = nil
	if s.Reference == "" {
		s.ReferenceState = ReferenceNone
	}
	s.Stale, s.SaidPaidAt = whole(s.Stale), whole(s.SaidPaidAt)
	fmt.Fprintf(h, "status|%+v", s)
}

// hashPayin takes everything that the gateway says of a payment but what no
// page shows and what only tells when it began: a creation's answer hasn't it
// yet, and nobody needs another page for it.
func hashPayin(h hash.Hash, p apiclient.Payin) {
	p.Status, p.ProcessorStatus, p.IsTest = "", "", false
	p.CreatedAt, p.ExpireAt = time.Time{}, whole(p.ExpireAt)
	fmt.Fprintf(h, "payin|%+v|", p)
}

// whole is a time in seconds, wherever and by whichever clock it was read.
func whole(t time.Time) time.Time { return t.UTC().Truncate(time.Second) }
