package scenarios

import (
	"fmt"
	"hash"
	"hash/fnv"
	"maps"
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
//
// The properties are listed by hand, since this is done for every page that
// waits and fmt would allocate for each; a test tries every one that Payin has.
func hashPayin(h hash.Hash, p apiclient.Payin) {
	var room [512]byte
	b := room[:0]
	text := func(values ...string) {
		for _, v := range values {
			b = append(append(b, v...), '|')
		}
	}
	text(p.IDPayin, p.MethodCode, p.Operator.Code, p.Operator.Name, p.Reference, p.ExternalReference, p.ReturnURL, p.RedirectURL,
		p.DeepLink, p.QRCode, p.QRName, p.PaymentAddress.Name, p.PaymentAddress.ID, p.PhoneNumber, p.EmailAddress, p.TaxID, p.FailureReason)
	for _, a := range [...]apiclient.Account{p.Account, p.AccountCustomer, p.AccountCustomerUsed} {
		text(a.Name, a.Number, a.Type, a.BankCode, a.BankName)
	}
	for _, m := range [...]money.Money{p.Requested, p.Money, p.MoneyRequired, p.VAT} {
		text(m.Bare(), m.Currency())
	}
	for _, t := range [...]time.Time{p.ExpireAt, p.ProcessedAt} {
		b = append(strconv.AppendInt(b, t.Unix(), 10), '|')
	}
	for _, section := range p.InstructionList {
		text(section.Title)
		text(section.Steps...)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Location)) {
		text(name, p.Location[name])
	}
	_, _ = h.Write(b)
}

// whole is a time in seconds, wherever and by whichever clock it was read.
func whole(t time.Time) time.Time { return t.UTC().Truncate(time.Second) }
