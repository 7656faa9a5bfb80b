package scenarios

import (
	"cmp"

	"payapp/apiclient"
	"payapp/methods"
	"payapp/money"
)

// Next decides which step is due. Nothing else does.
func Next(f Facts) Step {
	f = f.heard().withOperator()
	switch {
	case f.Trouble == TokenRejected && f.Progress.Known == "":
		return ShowProblem{Code: ProblemTokenRejected}
	case f.Reading.State == Created:
		return f.afterPay()
	case f.creating():
		return WaitInLine{Creating: true}
	case f.Reading.State == NotCreated && !f.Progress.Accepted:
		return f.beforePay()
	case f.Progress.Accepted || f.Progress.Known != "":
		return f.unread() // accepted but not readable yet, or known from before
	case f.Trouble == GatewayStrange:
		return f.unread() // a broken answer means neither failed nor paid
	default:
		return f.trouble()
	}
}

// NextStatus is Next for a status link: it only shows a status and, since its
// token may read that, how to pay.
func NextStatus(f Facts) Step {
	f = f.heard()
	switch {
	case f.Reading.State == Created && !f.sameCurrency():
		return ShowProblem{Code: ProblemTokenRejected}
	case f.Reading.State == Created:
		return f.withHow(f.status(f.Reading.Payin, f.statusNow()))
	case f.Progress.Known != "":
		return f.unread()
	case f.Trouble == TokenRejected:
		// The same answer for a wrong token and another payment's.
		return ShowProblem{Code: ProblemTokenRejected}
	case f.Reading.State == NotCreated:
		// The gateway accepted the token, so it is this payment's.
		return ShowProblem{Code: ProblemNotStarted, Wait: true}
	case f.Trouble == InLine && f.Reading.Payin.IDPayin == "":
		return WaitInLine{}
	default:
		return f.unread() // a status link always shows a status
	}
}

// withHow adds how to pay while that is possible on this page, not at a bank. A
// customer who has given a number has paid.
func (f Facts) withHow(s ShowStatus) Step {
	p := f.Reading.Payin
	m, known := f.Catalogue.Find(p.MethodCode, p.Money.Currency())
	if !known || f.statusNow() != StatusPending || f.Progress.Known == StatusSuccess || p.ExternalReference != "" ||
		!sameMoney(p, p.Money) || !judgeRequired(p) || !f.linksAllowed(m, p) {
		return s
	}
	if m, told := f.shown(m, p); told && m.Presentation != methods.Redirect {
		how := f.instructions(m, p)
		s.How = &how
	}
	return s
}

// statusNow is the reading's status, unless this browser saw the payment end
// and the reading isn't newer: another replica's may be older.
func (f Facts) statusNow() Status {
	status := statusAt(f.Reading.Payin, f.Now)
	if status == StatusPending && f.Progress.Known.Terminal() && !f.Reading.At.After(f.Progress.KnownAt) {
		return f.Progress.Known
	}
	return status
}

func (f Facts) sameCurrency() bool {
	return f.Reading.Payin.Money.Currency() == f.Currency
}

// trouble is the step if nothing is known of the payment.
func (f Facts) trouble() Step {
	code := f.Trouble
	switch code {
	case InLine:
		return WaitInLine{} // not trouble: its turn comes
	case NoTrouble:
		code = GatewayDown
	}
	return ShowProblem{Code: string(code), CanRetry: true, Wait: true}
}

// unread is the step if the gateway can't tell: its last word, with its time,
// or that the payment is in progress.
func (f Facts) unread() Step {
	s := ShowStatus{
		Status:         StatusUnknown,
		Pays:           cmp.Or(f.Progress.KnownPays, f.Progress.KnownMoney, f.Order.Money),
		SaidPaidAt:     f.Progress.SaidPaidAt,
		Reference:      f.Progress.Reference,
		ReferenceState: f.Progress.ReferenceState,
		Stale:          f.Progress.KnownAt,
		Trouble:        f.Trouble,
	}
	switch {
	case f.Progress.Known.Terminal():
		s.Status = f.Progress.Known // an end that was seen stays
	case f.Reading.State == NotCreated && f.Progress.Accepted:
		s.Status = StatusPending // accepted but not readable yet
		s.Stale = f.Progress.PaidAt
	}
	if f.Trouble == NoTrouble {
		s.CheckedAt = f.Reading.At
	}
	if f.Reading.Payin.IDPayin != "" {
		payin := f.Reading.Payin
		s.Payin = &payin
	}
	return s
}

// beforePay is the step if the payment doesn't exist yet.
func (f Facts) beforePay() Step {
	if f.Progress.Refused == ProblemTokenRejected {
		return ShowProblem{Code: ProblemTokenRejected} // Pay again would end the same way
	}
	if f.Options == nil {
		return f.trouble()
	}
	offers, problem := f.Offers()
	if problem != "" {
		return ShowProblem{Code: problem}
	}
	s := f.selection(offers)
	if f.Progress.Notice == NoNotice && f.Progress.Method == "" && f.proposalGone(offers) {
		f.Progress.Notice = ProposalGone
	}
	if f.Progress.Refused != "" {
		return ShowProblem{
			Code: f.Progress.Refused, CanChange: s.open, CanRetry: true,
			RetryFirst: f.Progress.Refused == codeInactivity,
			Leave:      !s.open && IsRefusalCode(f.Progress.Refused) && f.Progress.Refused != codeInactivity,
		}
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
		return ShowProblem{Code: ProblemLocked, Field: locked, CanChange: s.open}
	case len(plan.Asked) == 0:
		return ReviewPayment{plan, f.Progress.Notice}
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
	if proposed := f.proposals(s.offers); step.Selected == "" && len(proposed) == 1 {
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

// afterPay is the step if the payment exists, created here or in another
// browser.
func (f Facts) afterPay() Step {
	payin := f.Reading.Payin
	if !sameMoney(payin, f.Order.Money) {
		return ShowProblem{Code: ProblemAmount}
	}
	status := f.statusNow()
	if status != StatusPending || f.Progress.Known == StatusSuccess {
		return f.status(payin, status)
	}
	if !judgeRequired(payin) {
		return ShowProblem{Code: ProblemAmount}
	}
	m, ok := f.Catalogue.Find(payin.MethodCode, payin.Money.Currency())
	if !ok {
		return f.status(payin, status) // created elsewhere with a method that we don't know
	}
	if !f.linksAllowed(m, payin) {
		return ShowProblem{Code: ProblemLink}
	}
	m, told := f.shown(m, payin)
	switch {
	case !told:
		return ShowProblem{Code: ProblemNoWay, Wait: true}
	case m.Presentation == methods.Redirect && payin.RedirectURL != "" && f.Progress.Leaving && !f.Progress.Returned:
		return LeaveForBank{Payin: payin, URL: payin.RedirectURL, Pays: Pays(payin)}
	case m.Presentation == methods.Redirect:
		return f.status(payin, status)
	case f.Progress.SaidPaidAt.IsZero():
		return f.instructions(m, payin)
	case f.needsReference(m, payin):
		return f.reference(m, payin)
	default:
		return f.status(payin, status)
	}
}

// sameMoney reports whether the payment has the amount that the shop asked for.
func sameMoney(p apiclient.Payin, want money.Money) bool {
	return p.Money == want && (p.Requested.IsZero() || p.Requested == want)
}

// judgeRequired reports whether moneyRequired, if present, can be an amount to
// pay: above zero, in the payment's currency, with nothing below its smallest
// unit.
func judgeRequired(p apiclient.Payin) bool {
	r := p.MoneyRequired
	return r.IsZero() || r.IsPositive() && r.FitsUnit() && r.Currency() == p.Money.Currency()
}

// Pays is what the customer pays: moneyRequired if the gateway gave one, or
// else the amount.
func Pays(p apiclient.Payin) money.Money {
	if !p.MoneyRequired.IsZero() && judgeRequired(p) {
		return p.MoneyRequired
	}
	return p.Money
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

func (f Facts) asksReference(m methods.Method, p apiclient.Payin) bool {
	account := p.AccountCustomer.Number
	if account == "" && f.Progress.Paying.Method == p.MethodCode {
		account = f.Progress.Paying.Account
	}
	field, _ := m.Field("accountNumber")
	account = cmp.Or(account, f.Progress.Typed[field.Meaning()], f.Order.Data["accountNumber"])
	return m.NeedsReference(map[string]string{"accountNumber": account})
}

func (f Facts) instructions(m methods.Method, p apiclient.Payin) FollowInstructions {
	step := FollowInstructions{
		Method: m, Payin: network(m, p), Pays: Pays(p), Status: f.waiting(), Notice: f.Progress.Notice,
		AsksReference: f.asksReference(m, p),
	}
	if f.Trouble != NoTrouble {
		step.Stale = f.Reading.At
	}
	step.AppLink = cmp.Or(p.DeepLink, p.RedirectURL) // also if the row has no app
	return step
}

// waiting is the status of a payment that was pending when last read.
func (f Facts) waiting() Status {
	if f.Trouble != NoTrouble {
		return StatusUnknown // the current status isn't known
	}
	return StatusPending
}

func (f Facts) reference(m methods.Method, p apiclient.Payin) Step {
	step := GiveReference{
		Method: m, Payin: p, Status: f.waiting(), Value: f.Progress.Reference,
		Unsent: f.Progress.ReferenceState == ReferenceUnsent, Notice: f.Progress.Notice,
	}
	if f.Progress.ReferenceState == ReferenceFaulty {
		step.Fault = m.CheckReference(f.Progress.Reference).Problem
	}
	return step
}

// status shows what the gateway said, except that paid stays paid.
func (f Facts) status(p apiclient.Payin, status Status) ShowStatus {
	if f.Progress.Known == StatusSuccess {
		status = StatusSuccess
	}
	step := ShowStatus{
		Status:         status,
		Payin:          &p,
		Pays:           Pays(p),
		Reference:      p.ExternalReference,
		ReferenceState: ReferenceSent,
		SaidPaidAt:     f.Progress.SaidPaidAt,
		Deadline:       status == StatusExpired && StatusOf(p) == StatusPending,
		Notice:         f.Progress.Notice,
	}
	if step.Reference == "" {
		step.Reference, step.ReferenceState = f.Progress.Reference, f.Progress.ReferenceState
	}
	switch {
	case f.Trouble != NoTrouble:
		step.Stale, step.Trouble = f.Reading.At, f.Trouble
	case status == StatusPending || step.Deadline:
		step.CheckedAt = f.Reading.At
	}
	if status != StatusPending {
		return step
	}
	step.Status = f.waiting()
	m, ok := f.Catalogue.Find(p.MethodCode, p.Money.Currency())
	if !ok {
		return step
	}
	m, told := f.shown(m, p)
	if m.Presentation == methods.Redirect && f.linksAllowed(m, p) {
		step.BankURL = p.RedirectURL
	}
	step.CanReturnToInstructions = told && m.Presentation != methods.Redirect
	step.CanCorrectReference = f.asksReference(m, p) && p.ExternalReference == "" && step.ReferenceState == ReferenceKept
	return step
}
