package scenarios

import (
	"fmt"
	"strconv"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/methods"
	"payapp/money"
)

// Version identifies what a page shows, as far as it may change while the
// customer waits: two pages with the same version need no new one. It is sent to
// the browser as a hash.
func Version(due Due) string {
	h := newSum()
	a := due.About
	h.text(a.OrderID, a.Payee, a.Pays.Bare(), a.Pays.Currency(), a.Currency)
	h.flags(a.Verified, a.Test, a.ReadOnly, a.Over)
	switch s := due.Step.(type) {
	case ChooseOption:
		fmt.Fprint(h, "options")
	case FillDetails:
		fmt.Fprint(h, "details")
	case ReviewPayment:
		fmt.Fprint(h, "review")
	case LeaveForBank:
		// The page after leaving: the payment's address shows the status.
		hashStatus(h, ShowStatus{
			Status: known.Pending, Payin: &s.Payin, Pays: s.Pays, BankURL: s.URL, Method: s.Payin.MethodCode, Chosen: s.Chosen,
			Reference: s.Payin.ExternalReference, ReferenceState: ReferenceSent,
		})
	case FollowInstructions:
		hashPayin(h, s.Payin)
		stale := !s.Stale.IsZero() // its time differs between replicas
		s.Method, s.Payin = methods.Method{}, apiclient.Payin{}
		s.Stale, s.CheckedAt, s.Began = time.Time{}, time.Time{}, time.Time{}
		fmt.Fprintf(h, "instructions|%t|%+v", stale, s)
	case GiveReference:
		fmt.Fprint(h, "reference") // a new page would lose what is being typed
	case WaitInLine:
		fmt.Fprintf(h, "waiting|%t|%t|%+v", s.Creating, s.Missing, s.InUse)
	case ShowStatus:
		hashStatus(h, s)
	case ShowProblem:
		fmt.Fprintf(h, "problem|%+v", s)
	}
	return strconv.FormatUint(uint64(*h), 36)
}

// hashStatus leaves out values that matter only together with others, the times
// of readings, and sub-second precision. Tests try every property of a step and
// a payment.
func hashStatus(h *sum, s ShowStatus) {
	if s.Payin != nil {
		if s.Status == known.Failed {
			fmt.Fprint(h, s.Payin.Status, "|") // which kind of failure
		}
		hashPayin(h, *s.Payin)
	}
	if s.Reference == "" {
		s.ReferenceState = ReferenceNone
	}
	h.text("status", string(s.Status), s.Method, s.BankURL, s.Reference, string(s.ReferenceState), string(s.Trouble), string(s.Notice),
		s.Pays.Bare(), s.Pays.Currency())
	h.times(s.SaidPaidAt)
	h.flags(!s.Stale.IsZero(), // its time differs between replicas
		s.Payin == nil, s.How != nil, s.CanReturnToInstructions, s.CanCorrectReference,
		s.Checking, s.Overdue, s.Chosen.Method, s.Chosen.Operator)
}

// hashPayin hashes what the gateway says of a payment, except CreatedAt, which a
// creation's answer lacks, and what no page shows or its step says already.
func hashPayin(h *sum, p apiclient.Payin) {
	if !known.StatusOf(p).Ended() {
		p.ProcessedAt = time.Time{} // no page shows it yet
	}
	h.times(p.ExpireAt.Truncate(time.Minute), p.ProcessedAt)
	p.CreatedAt, p.ExpireAt, p.ProcessedAt = time.Time{}, time.Time{}, time.Time{}
	// paymentRequested, which no page shows, may be missing from a read: the interface names it for creations alone.
	p.Requested, p.Status, p.ProcessorStatus = money.Money{}, "", ""
	fmt.Fprintf(h, "%+v", p)
}

// sum is the FNV-1a hash of its parts, each terminated. hash/fnv's would
// allocate.
type sum uint64

func newSum() *sum { s := sum(14695981039346656037); return &s }

// Write is for fmt. It never fails.
func (s *sum) Write(p []byte) (int, error) {
	for _, b := range p {
		s.byte(b)
	}
	return len(p), nil
}

func (s *sum) byte(b byte) { *s = (*s ^ sum(b)) * 1099511628211 }

func (s *sum) text(values ...string) {
	for _, v := range values {
		for i := range len(v) {
			s.byte(v[i])
		}
		s.byte('|')
	}
}

// times are in seconds: sub-second differences don't count.
func (s *sum) times(values ...time.Time) {
	var digits [20]byte
	for _, t := range values {
		for _, b := range strconv.AppendInt(digits[:0], t.Unix(), 10) {
			s.byte(b)
		}
		s.byte('|')
	}
}

func (s *sum) flags(values ...bool) {
	for _, v := range values {
		s.text(strconv.FormatBool(v))
	}
}
