package scenarios

import (
	"errors"
	"slices"
)

// MaxInline is the number of operators that fit into a method's row; more get a
// page of their own.
const MaxInline = 4

// ErrNotDue is returned for an action that doesn't fit the current step; the
// payment's own page shows what does.
var ErrNotDue = errors.New("not the step that is due")

// Choose takes the options form. What isn't offered is never chosen; Next says
// so. operator is nil if the form had no input for it, and empty if the customer
// continues without one. An offered method is always accepted. The first line that
// fits decides about its operator:
//
//	the form names another method's              to choose again
//	the form names one                           that one
//	the shop proposed one of this method's, and
//	  the form has no input for it               that one
//	  "without" was pressed beside the proposal  still to choose, on a page with all of them
//	the method needs one                         still to choose, likewise
//	the form says "without"                      none
//	the form has no input for it, and the few
//	  operators were shown with the method       none, unless it must be asked for
//	otherwise                                    still to choose
func (f Facts) Choose(method string, operator *string) (Progress, error) {
	if !f.missing() || f.Options == nil || f.creating() {
		return f.Progress, ErrNotDue
	}
	offers, problem := f.Offers()
	if problem != "" {
		return f.Progress, ErrNotDue
	}
	notOffered := f.Progress.with(func(p *Progress) { p.Refused = ProblemUnavailable })
	s := f.selection(offers)
	again := f.again(s)
	if method == "" {
		return f.Progress.with(func(p *Progress) {
			if p.Notice = ChooseMethod; again == AgainMethod {
				p.Method, p.Operator, p.OperatorDecided = "", "", false
			}
		}), nil
	}
	at := slices.IndexFunc(offers, func(o Offer) bool { return o.Method.Code == method })
	if at < 0 {
		return notOffered, nil
	}
	offer := offers[at]
	if operator != nil && *operator != "" && !offer.Has(*operator) {
		return f.chooseAgain(offer), nil
	}
	asked := (f.Progress.Method == method || s.offer != nil) && again != AgainMethod // the page had only operators
	return f.Progress.with(func(p *Progress) {
		p.startAgain()
		p.Method = method
		switch {
		case operator != nil && *operator != "":
			p.Operator, p.OperatorDecided = *operator, true
		case f.proposed(offer) && operator != nil && !asked:
			// "Another one": nothing is decided.
		case f.proposed(offer) && operator == nil:
			p.Operator, p.OperatorDecided = f.Order.OperatorCode, true
		case offer.NeedsOperator():
			if asked && len(offer.Operators) > 1 {
				p.Notice = ChooseOperator
			}
		default:
			p.OperatorDecided = operator != nil || len(offer.Operators) <= MaxInline && !offer.asks()
		}
	}), nil
}

// chooseAgain handles a form that names one method and another method's
// operator, which a page of methods can send. It asks again: on the method's own
// page of operators or, if there is no choice among them, on the page of methods.
func (f Facts) chooseAgain(o Offer) Progress {
	return f.Progress.with(func(p *Progress) {
		p.startAgain()
		p.Notice = ChooseMethod
		if len(o.Operators) > 1 {
			p.Method, p.Notice = o.Method.Code, ChooseOperator
		}
	})
}

// proposed reports whether the shop's operator is preselected in the offer.
func (f Facts) proposed(o Offer) bool {
	return f.Order.OperatorCode != "" && o.Has(f.Order.OperatorCode) &&
		(f.Order.MethodCode == "" || f.Order.MethodCode == o.Method.Code)
}

// ChangeMethod goes back to the choice before: to the page of operators if one was
// chosen there and another page followed, otherwise to the methods. Typed values stay, including those sent
// by the form being left. It has no effect on a Pay that waits in line.
func (f Facts) ChangeMethod(typed map[string]string) Progress {
	if f.creating() {
		return f.Progress
	}
	step := Next(f)
	plan, due := planOf(step)
	review, _ := step.(ReviewPayment)
	return f.Progress.with(func(p *Progress) {
		plan.take(p, typed)
		method, onPage := p.Method, review.Among == nil && f.choseOnPage(due)
		if p.startAgain(); onPage {
			p.Method = method
		}
	})
}

// choseOnPage reports whether the choice before was of an operator alone: on a page of
// operators or, after a refusal, by whoever can have another one.
func (f Facts) choseOnPage(due bool) bool {
	if f.Options == nil {
		return false
	}
	offers, _ := f.Offers()
	s := f.selection(offers)
	return f.choseAmong(s) && (!due || len(s.offer.Operators) > MaxInline)
}

// choseAmong reports whether the customer chose the operator, among several.
func (f Facts) choseAmong(s selection) bool {
	return f.Progress.Operator != "" && f.Progress.Operator != f.Order.OperatorCode && s.offer != nil && len(s.offer.Operators) > 1
}

// KeepTyped keeps what a half-filled form holds, without checking it. A number
// is kept even if its page isn't due now, but was earlier. Another tab's form has no
// field for it, and changes nothing of it.
func (f Facts) KeepTyped(typed map[string]string) Progress {
	number, given := typed["reference"]
	step := Next(f)
	if _, due := step.(GiveReference); given && (due || number != "" && f.keepsNumber(step)) {
		return f.Progress.with(func(p *Progress) {
			p.Reference = bounded(number)
			if p.ReferenceState != ReferenceFaulty || p.Reference == "" {
				p.ReferenceState = ReferenceNone
			}
		})
	}
	plan, due := planOf(step)
	if !due {
		return f.Progress
	}
	return f.Progress.with(func(p *Progress) { plan.take(p, typed) })
}

// TryAgain goes back to the form after a refusal, with what was typed.
func (f Facts) TryAgain() Progress {
	return f.Progress.with(func(p *Progress) { p.Refused, p.Notice = "", NoNotice })
}
