package scenarios

import (
	"cmp"
	"slices"

	"payapp/internal/known"
	"payapp/methods"
)

// Decide is all that the payment's page shows.
func Decide(f Facts) Due {
	step, moment := f.next()
	about := About{
		Verified: f.Verified || f.Known.Exists(), OrderID: f.Order.IDPayin, Payee: f.Progress.Payee, ReadOnly: f.ReadOnly,
		Chose: f.Progress.Method != "", Moment: moment, Second: f.Known.Second,
		Test: f.Known.Test, Over: f.Trouble == TokenRejected,
		Pays: f.Order.Money, Currency: cmp.Or(f.Order.Money.Currency(), f.Known.Payin.Money.Currency()),
	}
	if f.ReadOnly && f.Known.Class != "" && f.sees() == f.Known.Class {
		about.Unfolds = f.Again
	}
	if differs, pays := f.differs(), Pays(f.Known.Payin); differs != nil {
		about.Pays = differs.Order
	} else if pays.IsPositive() {
		about.Pays = pays
	}
	if about.ToPhone = f.toPhone(moment); about.ToPhone && f.Now.Before(f.Progress.PhoneUntil) {
		about.PhoneUntil = f.Progress.PhoneUntil
	}
	return Due{step, about}
}

// Next decides which step is due. Nothing else does.
func Next(f Facts) Step {
	step, _ := f.next()
	return step
}

func (f *Facts) next() (Step, Moment) {
	if f.ReadOnly {
		return f.nextOfStatusLink()
	}
	switch {
	case f.Trouble == TokenRejected && !f.Known.Exists():
		return f.rejected(), ""
	case f.Known.Existence == known.Described:
		return f.afterPay()
	case f.creating():
		line := f.Progress.InLine
		return WaitInLine{Creating: true, Since: line.At, InUse: InUse{line.Method, line.Operator.Code}}, ""
	case f.missing():
		return f.beforePay(), ""
	case f.Known.Exists(): // accepted, but the gateway doesn't say more yet
		return f.afterPay()
	case f.Trouble == GatewayStrange: // a broken answer means neither failed nor paid
		return f.afterPay()
	default:
		return f.trouble(), ""
	}
}

// nextOfStatusLink is next for a status link: it only shows a status and, since
// its token may read that, how to pay.
func (f *Facts) nextOfStatusLink() (Step, Moment) {
	inCurrency := slices.Contains([]string{f.Known.Payin.Money.Currency(), f.Known.Ordered.Currency()}, f.Order.CurrencyCode)
	switch {
	case f.Known.Existence == known.Described && !inCurrency:
		return ShowProblem{Code: ProblemTokenRejected}, ""
	case f.Known.Existence == known.Described:
		return f.afterPay()
	case f.Trouble == TokenRejected && !f.Known.Exists():
		// The same answer for a wrong token and another payment's.
		return f.rejected(), ""
	case f.missingForSure():
		// The gateway accepted the token, so it is this payment's.
		return f.problem(ShowProblem{Code: ProblemNotStarted, Wait: true, Leave: true}), ""
	case f.Trouble == Unasked:
		return WaitInLine{}, ""
	default:
		return f.afterPay() // a status link always shows a status
	}
}

// rejected is a token that the gateway doesn't accept, or one that has expired by
// its own word, which then is why.
func (f *Facts) rejected() Step {
	p := ShowProblem{Code: ProblemTokenRejected, Begun: f.begunHere()}
	if !f.Expires.IsZero() && !f.Now.Before(f.Expires) {
		p.Code = ProblemTokenExpired
	}
	return p
}

// trouble is the step if nothing is known of the payment. Without trouble, it
// must be asked for again.
func (f *Facts) trouble() Step {
	if f.Trouble == Unasked || f.Trouble == NoTrouble {
		return WaitInLine{Missing: f.missingForSure(), InUse: f.InUse()} // not trouble: its turn comes
	}
	code := f.Trouble
	if code == GatewayStrange {
		code = GatewayDown // it says the same
	}
	return f.problem(ShowProblem{Code: string(code), CanRetry: true, Wait: true})
}

// problem completes what a problem's page shows.
func (f *Facts) problem(p ShowProblem) Step {
	p.Missing, p.Begun, p.InUse = f.missingForSure(), f.begunHere(), f.InUse()
	return p
}

// beforePay is the step if the payment doesn't exist yet.
func (f Facts) beforePay() Step {
	if f.Progress.Refused == ProblemTokenRejected {
		return f.rejected() // Pay again would end the same way
	}
	if f.Options == nil && f.Trouble == OptionsRefused {
		return f.problem(ShowProblem{Code: ProblemUnsupported, Leave: true})
	}
	if f.Options == nil && f.Trouble == AmountRefused {
		return f.problem(ShowProblem{Code: ProblemNoOptions, CanRetry: true, Leave: true})
	}
	if f.Options == nil {
		return f.trouble()
	}
	offers, problem := f.Offers()
	if problem != "" {
		return f.problem(ShowProblem{Code: problem})
	}
	s := f.selection(offers)
	if f.Progress.Notice == NoNotice && f.Progress.Method == "" && f.proposalGone(offers) {
		f.Progress.Notice = ProposalGone
	}
	if f.Progress.Refused != "" {
		return f.refused(s)
	}
	again := f.again(s)
	if again == AgainMethod {
		s.offer = nil
	}
	if s.offer == nil || !s.decided || again != NotAgain {
		return f.choose(s, again)
	}
	plan, locked := f.plan(s)
	switch {
	case locked != "":
		return f.problem(ShowProblem{Code: ProblemLocked, Field: locked, Mend: f.lockedMend(s.offer.Method, locked), CanChange: s.open})
	case len(plan.Asked) == 0:
		review := ReviewPayment{Plan: plan, Notice: f.Progress.Notice, Open: s.open}
		if plan.Method.Presentation == methods.Redirect && len(plan.Locked)+len(plan.Implied) == 0 && f.choseAmong(s) {
			review.Among = s.offer
		}
		return review
	default:
		return FillDetails{
			Plan: plan, Notice: f.Progress.Notice, ShowFaults: f.Progress.ShowFaults,
			PayAnyway: f.Progress.ShowFaults && f.Progress.Warned && len(plan.Faults) == 0,
		}
	}
}

// choose shows the methods, or only the operators once the method is settled.
func (f Facts) choose(s selection, again Again) Step {
	step := ChooseOption{Offers: s.offers, CanChange: s.open, Again: again, Notice: f.Progress.Notice}
	step.Selected, step.Operator = f.Order.MethodCode, f.Order.OperatorCode
	step.OperatorLocked = f.Order.OptionLocked()
	proposed := slices.DeleteFunc(slices.Clone(s.offers), func(o Offer) bool { return !f.proposed(o) })
	if step.Selected == "" && len(proposed) == 1 {
		step.Selected = proposed[0].Method.Code
	}
	if f.Progress.Method != "" {
		step.Selected = f.Progress.Method
	}
	if s.offer != nil {
		step.Method = s.offer
		step.Selected = s.offer.Method.Code
	}
	return step
}

// again is the choice that the page's address asks for once more, if there was
// one and it is still open.
func (f Facts) again(s selection) Again {
	switch {
	case f.Again == AgainMethod && s.open,
		f.Again == AgainOperator && s.offer != nil && f.operatorOpen(*s.offer):
		return f.Again
	default:
		return NotAgain
	}
}
