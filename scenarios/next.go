package scenarios

import (
	"cmp"

	"payapp/apiclient"
	"payapp/internal/money"
	"payapp/methods"
)

// Next decides which step is due. It is the only place that does.
func Next(f Facts) Step {
	f = f.heard().withOperator()
	switch {
	case f.Trouble == TokenRejected && f.Work.Known == "":
		return ShowProblem{Code: ProblemTokenRejected}
	case f.Reading.State == Created:
		return f.afterPay()
	case f.creating():
		return WaitInLine{Creating: true}
	case f.Reading.State == NotCreated && !f.Work.Accepted:
		return f.beforePay()
	case f.Work.Accepted || f.Work.Known != "":
		return f.unread() // accepted and not readable yet, or known from before
	case f.Trouble == GatewayStrange:
		return f.unread() // an answer that makes no sense is neither failed nor paid
	default:
		return f.trouble()
	}
}

// NextStatus is Next for a status link: it only ever shows a status, and how to
// pay beside it, since its token may read that.
func NextStatus(f Facts) Step {
	f = f.heard()
	switch {
	case f.Reading.State == Created && !f.sameCurrency():
		return ShowProblem{Code: ProblemTokenRejected}
	case f.Reading.State == Created:
		return f.withHow(f.status(f.Reading.Payin, f.statusNow()))
	case f.Work.Known != "":
		return f.unread()
	case f.Trouble == TokenRejected:
		// One answer for a wrong token and another payment's.
		return ShowProblem{Code: ProblemTokenRejected}
	case f.Reading.State == NotCreated:
		// The gateway took the token, so it is this payment's.
		return ShowProblem{Code: ProblemNotStarted, Wait: true}
	case f.Trouble == InLine && f.Reading.Payin.IDPayin == "":
		return WaitInLine{}
	default:
		return f.unread() // who has a status link asks for a status
	}
}

// withHow adds how to pay while somebody can: here, and not at a bank. Who has
// given a number has paid.
func (f Facts) withHow(s ShowStatus) Step {
	p := f.Reading.Payin
	m, known := f.Catalogue.Find(p.MethodCode, p.Money.Currency())
	if !known || f.statusNow() != StatusPending || f.Work.Known == StatusSuccess || p.ExternalReference != "" ||
		!sameMoney(p, p.Money) || !judgeRequired(p) || !f.linksAllowed(m, p) {
		return s
	}
	if m, told := f.shown(m, p); told && m.Presentation != methods.Redirect {
		how := f.instructions(m, p)
		s.How = &how
	}
	return s
}

// statusNow is the reading's status, unless this browser saw the payment end no
// earlier than that reading: another replica's memory may be older.
func (f Facts) statusNow() Status {
	status := statusAt(f.Reading.Payin, f.Now)
	if status == StatusPending && f.Work.Known.Terminal() && !f.Reading.At.After(f.Work.KnownAt) {
		return f.Work.Known
	}
	return status
}

func (f Facts) sameCurrency() bool {
	return f.Reading.Payin.Money.Currency() == f.Currency
}

// trouble is shown where nothing is known of the payment.
func (f Facts) trouble() Step {
	code := f.Trouble
	switch code {
	case InLine:
		return WaitInLine{} // which is no trouble: its turn comes
	case NoTrouble:
		code = GatewayDown
	}
	return ShowProblem{Code: string(code), CanRetry: true, Wait: true}
}

// unread is shown where the gateway can't tell: the last word it gave, with
// its time, or that the payment is in progress.
func (f Facts) unread() Step {
	s := ShowStatus{
		Status:         StatusUnknown,
		Pays:           cmp.Or(f.Work.KnownPays, f.Work.KnownMoney, f.Instruction.Money),
		SaidPaidAt:     f.Work.SaidPaidAt,
		Reference:      f.Work.Reference,
		ReferenceState: f.Work.ReferenceState,
		Stale:          f.Work.KnownAt,
		Trouble:        f.Trouble,
	}
	switch {
	case f.Work.Known.Terminal():
		s.Status = f.Work.Known // what was seen to end stays ended
	case f.Reading.State == NotCreated && f.Work.Accepted:
		s.Status = StatusPending // accepted, and not readable yet
		s.Stale = f.Work.PaidAt
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

// beforePay: the payment doesn't exist yet.
func (f Facts) beforePay() Step {
	if f.Work.Refused == ProblemTokenRejected {
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
	if f.Work.Notice == NoNotice && f.Work.Method == "" && f.proposalGone(offers) {
		f.Work.Notice = ProposalGone
	}
	if f.Work.Refused != "" {
		return ShowProblem{
			Code: f.Work.Refused, CanChange: s.open, CanRetry: true,
			RetryFirst: f.Work.Refused == codeInactivity,
			Leave:      !s.open && IsRefusalCode(f.Work.Refused) && f.Work.Refused != codeInactivity,
		}
	}
	if s.offer == nil || !s.decided {
		return f.choose(s)
	}
	plan, locked := f.plan(s)
	switch {
	case locked != "":
		return ShowProblem{Code: ProblemLocked, Field: locked, CanChange: s.open}
	case len(plan.Asked) == 0:
		return ReviewPayment{plan, f.Work.Notice}
	default:
		return FillDetails{
			Plan: plan, Notice: f.Work.Notice, ShowFaults: f.Work.ShowFaults,
			PayAnyway: f.Work.ShowFaults && f.Work.Warned && len(plan.Faults) == 0,
		}
	}
}

// choose shows the methods, or the operators alone once the method is settled.
func (f Facts) choose(s selection) Step {
	step := ChooseOption{Offers: s.offers, CanChange: s.open, Notice: f.Work.Notice}
	step.Selected, step.Operator = f.Instruction.MethodCode, f.Instruction.OperatorCode
	if proposed := f.proposals(s.offers); step.Selected == "" && len(proposed) == 1 {
		step.Selected = proposed[0].Method.Code
	}
	if s.offer != nil {
		step.Method = s.offer
		step.Selected = s.offer.Method.Code
	}
	return step
}

// afterPay: the payment exists, here or started in another browser.
func (f Facts) afterPay() Step {
	payin := f.Reading.Payin
	if !sameMoney(payin, f.Instruction.Money) {
		return ShowProblem{Code: ProblemAmount}
	}
	status := f.statusNow()
	if status != StatusPending || f.Work.Known == StatusSuccess {
		return f.status(payin, status)
	}
	if !judgeRequired(payin) {
		return ShowProblem{Code: ProblemAmount}
	}
	m, ok := f.Catalogue.Find(payin.MethodCode, payin.Money.Currency())
	if !ok {
		return f.status(payin, status) // created elsewhere with a method we don't know
	}
	if !f.linksAllowed(m, payin) {
		return ShowProblem{Code: ProblemLink}
	}
	m, told := f.shown(m, payin)
	switch {
	case !told:
		return ShowProblem{Code: ProblemNoWay, Wait: true}
	case m.Presentation == methods.Redirect && payin.RedirectURL != "" && f.Work.Leaving && !f.Work.Returned:
		return LeaveForBank{Payin: payin, URL: payin.RedirectURL, Pays: Pays(payin)}
	case m.Presentation == methods.Redirect:
		return f.status(payin, status)
	case f.Work.SaidPaidAt.IsZero():
		return f.instructions(m, payin)
	case f.needsReference(m, payin):
		return f.reference(m, payin)
	default:
		return f.status(payin, status)
	}
}

// sameMoney reports whether the payment is the one that the shop asked for.
func sameMoney(p apiclient.Payin, want money.Money) bool {
	return p.Money == want && (p.Requested.IsZero() || p.Requested == want)
}

// judgeRequired reports whether moneyRequired, where there is one, can be an
// amount to pay: above zero, in the payment's currency, with nothing below its
// unit.
func judgeRequired(p apiclient.Payin) bool {
	r := p.MoneyRequired
	return r.IsZero() || r.IsPositive() && r.FitsUnit() && r.Currency() == p.Money.Currency()
}

// Pays is what the customer pays: moneyRequired where the gateway says so.
func Pays(p apiclient.Payin) money.Money {
	if !p.MoneyRequired.IsZero() && judgeRequired(p) {
		return p.MoneyRequired
	}
	return p.Money
}

// needsReference reports whether the number is still missing. The gateway
// having it, having refused to take it, or getting it soon ends the asking.
func (f Facts) needsReference(m methods.Method, p apiclient.Payin) bool {
	if p.ExternalReference != "" {
		return false
	}
	switch f.Work.ReferenceState {
	case ReferenceSent, ReferenceKept, ReferenceInLine:
		return false
	default:
		return f.asksReference(m, p)
	}
}

func (f Facts) asksReference(m methods.Method, p apiclient.Payin) bool {
	account := p.AccountCustomer.Number
	if account == "" && f.Work.Paying.Method == p.MethodCode {
		account = f.Work.Paying.Account
	}
	field, _ := m.Field("accountNumber")
	account = cmp.Or(account, f.Work.Typed[field.Meaning()], f.Instruction.Data["accountNumber"])
	return m.NeedsReference(map[string]string{"accountNumber": account})
}

func (f Facts) instructions(m methods.Method, p apiclient.Payin) FollowInstructions {
	step := FollowInstructions{
		Method: m, Payin: network(m, p), Pays: Pays(p), Status: f.waiting(), Notice: f.Work.Notice,
		AsksReference: f.asksReference(m, p),
	}
	if f.Trouble != NoTrouble {
		step.Stale = f.Reading.At
	}
	step.AppLink = cmp.Or(p.DeepLink, p.RedirectURL) // also where the row has no app
	return step
}

// waiting is the status of a payment that was pending when it was read last.
func (f Facts) waiting() Status {
	if f.Trouble != NoTrouble {
		return StatusUnknown // what it is now nobody said
	}
	return StatusPending
}

func (f Facts) reference(m methods.Method, p apiclient.Payin) Step {
	step := GiveReference{Method: m, Payin: p, Status: f.waiting(), Value: f.Work.Reference, Unsent: f.Work.ReferenceState == ReferenceUnsent, Notice: f.Work.Notice}
	if f.Work.ReferenceState == ReferenceFaulty {
		step.Fault = m.CheckReference(f.Work.Reference).Problem
	}
	return step
}

// status shows what the gateway said, except that paid stays paid.
func (f Facts) status(p apiclient.Payin, status Status) ShowStatus {
	if f.Work.Known == StatusSuccess {
		status = StatusSuccess
	}
	step := ShowStatus{
		Status:         status,
		Payin:          &p,
		Pays:           Pays(p),
		Reference:      p.ExternalReference,
		ReferenceState: ReferenceSent,
		SaidPaidAt:     f.Work.SaidPaidAt,
		Deadline:       status == StatusExpired && StatusOf(p) == StatusPending,
		Notice:         f.Work.Notice,
	}
	if step.Reference == "" {
		step.Reference, step.ReferenceState = f.Work.Reference, f.Work.ReferenceState
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
