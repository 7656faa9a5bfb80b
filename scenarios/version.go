package scenarios

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/money"
)

// Version identifies what a page shows, as far as it may change while the
// customer waits: two pages with the same version need no new one. It is sent to
// the browser as a hash.
func Version(due Due) string {
	h := newSum()
	a := due.About
	h.text(a.OrderID, a.Payee, a.Currency)
	h.money(a.Pays)
	h.flags(a.Verified, a.Test, a.ReadOnly, a.Over, a.Chose)
	switch s := due.Step.(type) {
	case ChooseOption:
		h.text("options")
	case FillDetails:
		h.text("details")
	case ReviewPayment:
		h.text("review")
	case LeaveForBank:
		// The page after leaving: the payment's address shows the status.
		hashStatus(h, ShowStatus{
			Status: known.Pending, Payin: &s.Payin, Pays: s.Pays, BankURL: s.URL, Method: s.Payin.MethodCode, Chosen: s.Chosen,
			Reference: s.Payin.ExternalReference, ReferenceState: ReferenceSent,
		})
	case FollowInstructions:
		hashPayin(h, s.Payin)
		h.text("instructions", s.AppLink, string(s.Status), string(s.Notice))
		h.money(s.Pays, s.Instead)
		h.flags(!s.Stale.IsZero(), // its time differs between replicas
			s.AsksReference, s.Unkept, s.Picked, s.Chosen.Method, s.Chosen.Operator)
	case GiveReference:
		h.text("reference") // a new page would lose what is being typed
	case WaitInLine:
		h.text("waiting", s.InUse.Method, s.InUse.Operator)
		h.flags(s.Creating, s.Missing)
	case ShowStatus:
		hashStatus(h, s)
	case ShowProblem:
		h.text("problem", s.Code, s.Field, s.Mend, s.InUse.Method, s.InUse.Operator)
		hashAmounts(h, s.Differs)
		h.flags(s.CanChange, s.CanRetry, s.RetryFirst, s.Leave, s.Given, s.Wait, s.Missing, s.Begun)
	}
	return strconv.FormatUint(uint64(*h), 36)
}

// hashStatus leaves out values that matter only together with others, the times
// of readings, and sub-second precision. Tests try every property of a step and
// a payment.
func hashStatus(h *sum, s ShowStatus) {
	if s.Payin != nil {
		if s.Status == known.Failed {
			h.text(s.Payin.Status) // which kind of failure
		}
		hashPayin(h, *s.Payin)
	}
	if s.Reference == "" {
		s.ReferenceState = ReferenceNone
	}
	h.text("status", string(s.Status), s.Method, s.BankURL, s.Reference, string(s.ReferenceState), string(s.Trouble), string(s.Notice))
	h.money(s.Pays)
	hashAmounts(h, s.Differs)
	h.times(s.SaidPaidAt)
	h.flags(!s.Stale.IsZero(), // its time differs between replicas
		s.Payin == nil, s.How != nil, s.CanReturnToInstructions, s.CanCorrectReference, s.AsksReference,
		s.Checking, s.Overdue, s.Accepted, s.CheckedAgain, s.Wavers, s.LeftOut, s.NoneHeard, s.Own, s.Whole, s.Chosen.Method, s.Chosen.Operator)
}

func hashAmounts(h *sum, a *Amounts) {
	if a != nil {
		h.money(a.Named, a.Order)
	}
}

// hashPayin hashes what the gateway says of a payment, except CreatedAt, which a
// creation's answer lacks, and what no page shows or its step says already.
// paymentRequested, which no page shows, may be missing from a read: the interface
// names it for creations alone.
func hashPayin(h *sum, p apiclient.Payin) {
	if !known.StatusOf(p).Ended() {
		p.ProcessedAt = time.Time{} // no page shows it yet
	}
	h.times(p.ExpireAt.Truncate(time.Minute), p.ProcessedAt)
	h.text(p.IDPayin, p.MethodCode, p.Operator.Code, p.Operator.Name, p.Reference, p.ExternalReference, p.ReturnURL, p.RedirectURL,
		p.DeepLink, p.QRCode, p.QRName, p.PaymentAddress.Name, p.PaymentAddress.ID, p.PhoneNumber, p.EmailAddress, p.TaxID, p.FailureReason)
	h.money(p.Money, p.MoneyRequired, p.VAT)
	for _, a := range [...]apiclient.Account{p.Account, p.AccountCustomer, p.AccountCustomerUsed} {
		h.text(a.Name, a.Number, a.Type, a.BankCode, a.BankName)
	}
	for _, section := range p.InstructionList {
		h.text(section.Title, strconv.Itoa(len(section.Steps)))
		h.text(section.Steps...)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Location)) {
		h.text(name, p.Location[name])
	}
	h.flags(p.IsTest)
}

// sum is the FNV-1a hash of its parts, each terminated. hash/fnv's would
// allocate.
type sum uint64

func newSum() *sum { s := sum(14695981039346656037); return &s }

func (s *sum) byte(b byte) { *s = (*s ^ sum(b)) * 1099511628211 }

func (s *sum) text(values ...string) {
	for _, v := range values {
		for i := range len(v) {
			s.byte(v[i])
		}
		s.byte('|')
	}
}

func (s *sum) money(values ...money.Money) {
	for _, m := range values {
		s.text(m.Amount(), m.Currency())
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
