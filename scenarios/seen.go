package scenarios

import (
	"cmp"
	"strings"

	"payapp/apiclient"
	"payapp/money"
)

// Seen is what a page shows of the payment that its buttons act on. Its form
// brings it back as a mark, so that pressing a button does what the page
// showed, or nothing: another tab may have changed the choice or opened another
// link. A part is "" if the page doesn't show it, or if the form sends it
// itself.
type Seen [seenParts]string

// The parts of Seen.
const (
	seenMethod   = iota // paymentMethodCode
	seenOperator        // paymentOperatorCode
	seenAmount          // "100.00 THB"
	seenRequired        // moneyRequired, likewise
	seenFields          // the names of those asked
	seenLink            // the link that it came from
	seenParts
)

// Mark reports whether the form's page showed the value as this part of Seen;
// nil is a form without a mark.
type Mark func(part int, value string) bool

// fits reports whether the page showed exactly this.
func (m Mark) fits(s Seen) bool {
	if m == nil {
		return false
	}
	for part, value := range s {
		if !m(part, value) {
			return false
		}
	}
	return true
}

// Seen is what a page of the step shows; ok is false if nothing on it acts on a
// certain payment.
func (f Facts) Seen(step Step) (s Seen, ok bool) {
	switch step := step.(type) {
	case ChooseOption:
		return f.seenChoosing(), true
	case FillDetails:
		return f.seenBefore(step.Plan), true
	case ReviewPayment:
		return f.seenBefore(step.Plan), true
	case FollowInstructions:
		return f.seenAfter(step.Payin), true
	case GiveReference:
		return f.seenAfter(step.Payin), true
	}
	return Seen{}, false
}

func (f Facts) seenChoosing() Seen {
	return Seen{seenAmount: written(f.Order.Money), seenLink: f.Order.Print()}
}

func (f Facts) seenBefore(p Plan) Seen {
	s := f.seenChoosing()
	s[seenMethod], s[seenOperator] = p.Method.Code, p.Operator.Code
	names := make([]string, 0, len(p.Asked))
	for _, asked := range p.Asked {
		names = append(names, asked.Field.Name)
	}
	s[seenFields] = strings.Join(names, " ")
	return s
}

// seenAfter leaves out the operator, which some answers don't repeat and which
// can't change for an existing payment.
func (f Facts) seenAfter(p apiclient.Payin) Seen {
	return Seen{
		seenMethod: p.MethodCode, seenAmount: written(p.Money), seenRequired: written(p.MoneyRequired), seenLink: f.Order.Terms(),
	}
}

func written(m money.Money) string {
	if m.IsZero() {
		return ""
	}
	return m.Bare() + " " + m.Currency()
}

// ChoiceOutdated reports whether the page of an options form showed another
// link or amount: the progress says so, and nothing is chosen. The choice
// itself is in the form, so a form without a mark is accepted: Pay checks
// later.
func (f Facts) ChoiceOutdated(mark Mark) (Progress, bool) {
	s := f.seenChoosing()
	if mark == nil || mark(seenAmount, s[seenAmount]) && mark(seenLink, s[seenLink]) {
		return f.Progress, false
	}
	return f.Progress.with(func(p *Progress) { p.Notice = Changed }), true
}

// paidOutdated reports whether the page of an "I have paid", or of a number,
// showed another payment than the current one. If neither is due any more, nothing
// is reported.
func (f Facts) paidOutdated(step Step, mark Mark) bool {
	switch step.(type) {
	case FollowInstructions, GiveReference:
		seen, _ := f.Seen(step)
		return mark != nil && !mark.fits(seen)
	default:
		return false
	}
}

// changed is the progress after a Pay whose page showed something other than
// what is due: only typed values are taken from it.
func (f Facts) changed(typed map[string]string, mark Mark) Progress {
	return f.Progress.with(func(p *Progress) {
		p.Notice = Changed
		f.keepFields(p, f.methodOf(mark), typed)
	})
}

// begun is the progress after a Pay for a payment that has already started. A
// second press isn't reported; one with another choice, or from another account
// than the one that was sent, is. Before the gateway is known to have it, what was
// typed is kept: another browser's Pay may have come to nothing.
func (f Facts) begun(typed map[string]string, mark Mark) Progress {
	method, operator := f.Known.Payin.MethodCode, f.Known.Payin.Operator.Code
	if waits := f.Progress.InLine; method == "" && waits != nil {
		method, operator = waits.Method, waits.Operator.Code
	}
	same := mark == nil || method == "" || mark(seenMethod, method) && (operator == "" || mark(seenOperator, operator))
	return f.Progress.with(func(p *Progress) {
		if !f.Known.Exists() && p.InLine == nil {
			f.keepFields(p, f.methodOf(mark), typed)
		}
		if !same || f.otherAccount(method, typed) {
			p.Notice = AlreadyStarted
		}
	})
}

// otherAccount reports whether a form has another account than the one that was
// sent with the method.
func (f Facts) otherAccount(method string, form map[string]string) bool {
	sent, _ := f.Known.SentWith(method)
	m, known := f.Catalogue.Find(method, f.Order.Money.Currency())
	field, asks := m.Field("accountNumber")
	typed, given := form["accountNumber"]
	if !known || !asks || !given || sent.Account == "" {
		return false
	}
	return m.Check(field, typed).Value != sent.Account
}

// methodOf is the method that the page showed; without a mark, the one in use.
func (f Facts) methodOf(mark Mark) string {
	if mark == nil {
		return cmp.Or(f.InUse().Method, f.Progress.Method, f.Order.MethodCode)
	}
	for _, code := range f.Catalogue.Codes(f.Order.Money.Currency()) {
		if mark(seenMethod, code) {
			return code
		}
	}
	return ""
}
