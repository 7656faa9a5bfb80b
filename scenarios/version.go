package scenarios

import (
	"fmt"
	"hash"
	"hash/fnv"
	"slices"
	"strconv"
	"time"

	"payapp/apiclient"
	"payapp/internal/money"
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
		stale := !s.Stale.IsZero() // since when differs between replicas
		s.Method, s.Payin, s.Stale = methods.Method{}, apiclient.Payin{}, time.Time{}
		fmt.Fprintf(h, "instructions|%t|%+v", stale, s)
	case GiveReference:
		fmt.Fprint(h, "reference") // a new page would lose what is being typed
	case WaitInLine:
		fmt.Fprintf(h, "waiting|%t", s.Creating)
	case ShowStatus:
		hashStatus(h, s)
	case ShowProblem:
		fmt.Fprintf(h, "problem|%+v", s)
	}
	return strconv.FormatUint(h.Sum64(), 36)
}

// hashStatus leaves out what counts only beside something else, when the payment
// was read, and clocks' precision. Properties are listed by hand here and below, since this is done
// for every page that waits and fmt would allocate for each; tests try every
// one that a step and a payment have.
func hashStatus(h hash.Hash, s ShowStatus) {
	if s.Payin != nil {
		if s.Status == StatusFailed {
			fmt.Fprint(h, s.Payin.Status, "|") // which kind of failure
		}
		hashPayin(h, *s.Payin)
	}
	if s.Reference == "" {
		s.ReferenceState = ReferenceNone
	}
	d := newDigest()
	d.text("status", string(s.Status), s.BankURL, s.Reference, string(s.ReferenceState), string(s.Trouble), string(s.Notice),
		s.Pays.Bare(), s.Pays.Currency())
	d.times(s.SaidPaidAt)
	d.flags(!s.Stale.IsZero(), // since when differs between replicas
		s.Payin == nil, s.CanReturnToInstructions, s.CanCorrectReference, s.Deadline)
	_, _ = h.Write(d)
}

// hashPayin takes everything that the gateway says of a payment but what no
// page shows and what only tells when it began: a creation's answer hasn't it
// yet, and nobody needs another page for it.
func hashPayin(h hash.Hash, p apiclient.Payin) {
	d := newDigest()
	d.text(p.IDPayin, p.MethodCode, p.Operator.Code, p.Operator.Name, p.Reference, p.ExternalReference, p.ReturnURL, p.RedirectURL,
		p.DeepLink, p.QRCode, p.QRName, p.PaymentAddress.Name, p.PaymentAddress.ID, p.PhoneNumber, p.EmailAddress, p.TaxID, p.FailureReason)
	for _, a := range [...]apiclient.Account{p.Account, p.AccountCustomer, p.AccountCustomerUsed} {
		d.text(a.Name, a.Number, a.Type, a.BankCode, a.BankName)
	}
	// paymentRequested, which no page shows, may be missing from a read: the interface names it for creations alone.
	for _, m := range [...]money.Money{p.Money, p.MoneyRequired, p.VAT} {
		d.text(m.Bare(), m.Currency())
	}
	d.times(p.ExpireAt, p.ProcessedAt)
	for _, section := range p.InstructionList {
		d.text(section.Title)
		d.text(section.Steps...)
	}
	names := make([]string, 0, 8)
	for name := range p.Location {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		d.text(name, p.Location[name])
	}
	_, _ = h.Write(d)
}

// digest gathers what is hashed, each part with its end.
type digest []byte

func newDigest() digest { return make(digest, 0, 512) }

func (d *digest) text(values ...string) {
	for _, v := range values {
		*d = append(append(*d, v...), '|')
	}
}

// times are taken in seconds: clocks' precision is nothing new.
func (d *digest) times(values ...time.Time) {
	for _, t := range values {
		*d = append(strconv.AppendInt(*d, t.Unix(), 10), '|')
	}
}

func (d *digest) flags(values ...bool) {
	for _, v := range values {
		*d = append(strconv.AppendBool(*d, v), '|')
	}
}
