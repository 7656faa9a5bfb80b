package scenarios

import (
	"cmp"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/methods"
	"payapp/money"
)

// afterPay is the step if the payment exists, created here or in another
// browser.
func (f Facts) afterPay() Step {
	payin := f.Known.Payin
	if f.Known.Status() != known.Pending || f.Known.CheckedAgain {
		return f.status()
	}
	if !sameMoney(payin, f.Order.Money) {
		return f.problem(ShowProblem{Code: ProblemAmount, Differs: f.differs()})
	}
	if !judgeRequired(payin) {
		return f.problem(ShowProblem{Code: ProblemAmount})
	}
	m, ok := f.Catalogue.Find(payin.MethodCode, payin.Money.Currency())
	if !ok {
		return f.status() // created elsewhere with a method that we don't know
	}
	if !f.linksAllowed(m, payin) {
		return f.problem(ShowProblem{Code: ProblemLink})
	}
	m, ways := f.shown(m, payin)
	over := f.overdue()
	switch {
	case !ways && !f.Known.Less && !over:
		return f.problem(ShowProblem{Code: ProblemNoWay, Wait: true})
	case !ways:
		return f.status()
	case m.Presentation == methods.Redirect && payin.RedirectURL != "" && f.Progress.Leaving && !f.Progress.Returned && !over:
		return LeaveForBank{Payin: payin, URL: payin.RedirectURL, Pays: Pays(payin), Chosen: f.chosen()}
	case m.Presentation == methods.Redirect:
		return f.status()
	case f.Progress.SaidPaidAt.IsZero() && !over && (!f.Known.LeftOut || f.Progress.SeesWay):
		return f.instructions(m, payin)
	case !f.Progress.SaidPaidAt.IsZero() && f.needsReference(m, payin):
		return f.reference(m, payin)
	default:
		return f.status()
	}
}

// chosen is what this customer chose: the shop locked nothing, and it is what
// this browser sent.
func (f Facts) chosen() Chosen {
	sent, ok := f.Known.SentWith(f.Known.Payin.MethodCode)
	if !ok || f.ReadOnly || f.Order.MethodCode != "" || f.Progress.Notice == AlreadyStarted {
		return Chosen{}
	}
	return Chosen{Method: true, Operator: sent.Operator.Code != "" && sent.Operator.Code == f.Known.Payin.Operator.Code}
}

// picked reports whether the gateway picked the operator of a payment that is known to
// be just what this browser sent.
func (f Facts) picked() bool {
	sent, ok := f.Known.SentWith(f.Known.Payin.MethodCode)
	return ok && sent.Taken && sent.Operator.Code == "" && f.Known.Payin.Operator.Code != ""
}

// needsReference reports whether the number is still missing. It isn't once the
// gateway has it, refuses it, or will get it soon.
func (f Facts) needsReference(m methods.Method, p apiclient.Payin) bool {
	if p.ExternalReference != "" {
		return false
	}
	switch f.Progress.ReferenceState {
	case ReferenceSent, ReferenceKept, ReferenceInLine:
		return false
	default:
		return f.asksReference(m, p)
	}
}

// asksReference reports whether the payment needs a number. What was typed here or
// given by the shop counts only while it isn't known what was sent.
func (f Facts) asksReference(m methods.Method, p apiclient.Payin) bool {
	sent, ok := f.Known.SentWith(p.MethodCode)
	account := cmp.Or(p.AccountCustomer.Number, sent.Account)
	if !ok && account == "" {
		field, _ := m.Field("accountNumber")
		account = cmp.Or(f.Progress.Typed[field.Meaning()], f.Order.Data["accountNumber"])
	}
	return m.NeedsReference(map[string]string{"accountNumber": account})
}

func (f Facts) instructions(m methods.Method, p apiclient.Payin) FollowInstructions {
	step := FollowInstructions{
		Method: m, Payin: network(m, p), Pays: Pays(p), Status: f.waiting(), Notice: f.Progress.Notice,
		AsksReference: f.asksReference(m, p), Chosen: f.chosen(), Unkept: f.Unkept && f.Trouble != TokenRejected,
		CheckedAt: f.Known.At, Instead: f.Known.Instead, Picked: f.picked(),
	}
	if f.Trouble != NoTrouble {
		step.Stale = f.Known.At
	}
	step.AppLink = cmp.Or(p.DeepLink, p.RedirectURL) // also if the row has no app
	return step
}

// waiting is the status of a payment that was pending when last read.
func (f Facts) waiting() known.Status {
	if f.Trouble != NoTrouble || f.Known.Less {
		return known.Unknown // the current status isn't known, or not how to pay
	}
	return known.Pending
}

func (f Facts) reference(m methods.Method, p apiclient.Payin) Step {
	step := GiveReference{
		Method: m, Payin: p, Status: f.waiting(), Value: m.SeenReference(f.Progress.Reference),
		State: f.Progress.ReferenceState, Notice: f.Progress.Notice,
	}
	if f.Progress.ReferenceState == ReferenceFaulty {
		step.Fault = m.CheckReference(f.Progress.Reference).Problem
	}
	return step
}

// noneHeard reports whether nobody has heard of a payment whose time is over: all the
// gateway's words meant that it waits for the money, or has waited in vain, and the
// customer neither came back from a bank nor said to have paid.
func (f Facts) noneHeard() bool {
	return (f.is(known.Expired) || f.overdue()) && !f.Known.Worked && !f.Known.Wavers && !f.checking()
}

// differs are the amounts, if the payment's isn't the order's. What the gateway names
// as the amount of a paid payment is taken for what was paid; that is ours.
func (f Facts) differs() *Amounts {
	order := cmp.Or(f.Known.Ordered, f.Order.Money)
	if named := f.Known.Payin.Money; !order.IsZero() && named != order {
		return &Amounts{Named: named, Order: order}
	}
	if order != f.Order.Money && !f.Order.Money.IsZero() && !f.is(known.Success) {
		return &Amounts{Named: order, Order: f.Order.Money}
	}
	return nil
}

// pays is what is to be paid, or was: where that isn't the order's amount, by the
// gateway's word for it.
func (f Facts) pays() money.Money {
	if f.is(known.Success) && f.differs() != nil {
		return f.Known.Payin.Money
	}
	return Pays(f.Known.Payin)
}

// status shows what the gateway said of a payment that it has described.
func (f Facts) status() ShowStatus {
	p, status := f.Known.Payin, f.Known.Status()
	step := ShowStatus{
		Status:         status,
		Payin:          &p,
		Pays:           f.pays(),
		Method:         p.MethodCode,
		Reference:      p.ExternalReference,
		ReferenceState: ReferenceSent,
		SaidPaidAt:     f.Progress.SaidPaidAt,
		Checking:       f.checking(),
		Overdue:        f.overdue(),
		CheckedAgain:   f.Known.CheckedAgain,
		Wavers:         f.Known.Wavers,
		LeftOut:        f.Known.LeftOut,
		NoneHeard:      f.noneHeard(),
		Own:            !f.ReadOnly && !f.Progress.PaidAt.IsZero(),
		Differs:        f.differs(),
		Whole:          status == known.Success && f.differs() == nil && !cmp.Or(f.Known.Ordered, f.Order.Money).IsZero(),
		Chosen:         f.chosen(),
		Notice:         f.Progress.Notice,
	}
	if step.Reference == "" {
		step.Reference, step.ReferenceState = f.Progress.Reference, f.Progress.ReferenceState
	}
	switch {
	case f.Trouble != NoTrouble:
		step.Stale, step.Trouble = f.Known.At, f.Trouble
	case status != known.Success:
		step.CheckedAt = f.Known.At
	}
	if status != known.Pending || f.Known.CheckedAgain {
		return step
	}
	if step.Status = f.waiting(); f.Known.Less {
		step.Stale = f.Known.At
	}
	m, ok := f.Catalogue.Find(p.MethodCode, p.Money.Currency())
	if !ok {
		return step
	}
	m, ways := f.shown(m, p)
	step.CanCorrectReference = f.asksReference(m, p) && p.ExternalReference == "" && step.ReferenceState == ReferenceKept
	if step.Overdue { // who paid in time must still be able to give the number
		step.AsksReference = ways && m.Presentation != methods.Redirect && f.needsReference(m, p)
		return step
	}
	if m.Presentation == methods.Redirect && f.linksAllowed(m, p) {
		step.BankURL = p.RedirectURL
	}
	step.CanReturnToInstructions = ways && m.Presentation != methods.Redirect
	return step
}
