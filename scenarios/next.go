package scenarios

import (
	"cmp"

	"payapp/apiclient"
	"payapp/internal/money"
	"payapp/methods"
)

// Next decides which step is due. It is the only place that does.
func Next(f Facts) Step {
	f = f.withOperator()
	switch {
	case f.Trouble == TokenRejected && f.Work.Known == "":
		return ShowProblem{Code: ProblemTokenRejected}
	case f.Reading.State == Created:
		return f.afterPay()
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

// NextStatus is Next for a status link: it only ever shows a status.
func NextStatus(f Facts) Step {
	switch {
	case f.Reading.State == Created && !f.sameCurrency():
		return ShowProblem{Code: ProblemTokenRejected}
	case f.Reading.State == Created:
		return f.status(f.Reading.Payin, statusAt(f.Reading.Payin, f.Now))
	case f.Work.Known != "":
		return f.unread()
	case f.Trouble == TokenRejected:
		// One answer for a wrong token and another payment's.
		return ShowProblem{Code: ProblemTokenRejected}
	case f.Reading.State == NotCreated:
		// The gateway took the token, so it is this payment's.
		return ShowProblem{Code: ProblemNotStarted, Wait: true}
	default:
		return f.unread() // who has a status link asks for a status
	}
}

func (f Facts) sameCurrency() bool {
	return f.Reading.Payin.Money.Currency() == f.Currency
}

// trouble is shown where nothing is known of the payment.
func (f Facts) trouble() Step {
	code := f.Trouble
	if code == NoTrouble {
		code = GatewayDown
	}
	return ShowProblem{Code: string(code), CanRetry: true, Wait: true}
}

// unread is shown where the gateway can't tell: the last word it gave, with
// its time, or that the payment is in progress.
func (f Facts) unread() Step {
	s := ShowStatus{
		Status:         StatusUnknown,
		Pays:           f.Instruction.Money,
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
	status := statusAt(payin, f.Now)
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
	if payin.RedirectURL != "" && !m.LinkAllowed(payin.RedirectURL, f.AllowHTTP) ||
		payin.DeepLink != "" && !m.LinkAllowed(payin.DeepLink, f.AllowHTTP) {
		return ShowProblem{Code: ProblemLink}
	}
	switch {
	case goesToBank(m, payin) && f.Work.Leaving && !f.Work.Returned:
		return LeaveForBank{Payin: payin, URL: payin.RedirectURL, Pays: Pays(payin)}
	case !f.tells(m, payin):
		return ShowProblem{Code: ProblemNoWay, Wait: true}
	case goesToBank(m, payin) || m.Presentation == methods.Redirect:
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
// amount to pay: above zero, in the payment's currency.
func judgeRequired(p apiclient.Payin) bool {
	r := p.MoneyRequired
	return r.IsZero() || r.IsPositive() && r.Currency() == p.Money.Currency()
}

// Pays is what the customer pays: moneyRequired where the gateway says so.
func Pays(p apiclient.Payin) money.Money {
	if !p.MoneyRequired.IsZero() && judgeRequired(p) {
		return p.MoneyRequired
	}
	return p.Money
}

// goesToBank reports whether the customer pays at the address of the answer.
func goesToBank(m methods.Method, p apiclient.Payin) bool {
	return p.RedirectURL != "" && (m.Presentation == methods.Redirect || m.RedirectFirst)
}

// needsReference reports whether the number is still missing. The gateway
// having it, or having refused to take it, ends the asking.
func (f Facts) needsReference(m methods.Method, p apiclient.Payin) bool {
	if p.ExternalReference != "" || f.Work.ReferenceState == ReferenceSent || f.Work.ReferenceState == ReferenceKept {
		return false
	}
	return f.asksReference(m, p)
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

func (f Facts) instructions(m methods.Method, p apiclient.Payin) Step {
	if m.Presentation == methods.QR && Payload(m, p) == "" {
		m.Presentation = methods.Transfer // the same without the code
	}
	step := FollowInstructions{
		Method: m, Payin: p, Pays: Pays(p), Status: f.waiting(), Notice: f.Work.Notice,
		AsksReference: f.asksReference(m, p),
	}
	if f.Trouble != NoTrouble {
		step.Stale = f.Reading.At
	}
	if m.OpensApp {
		step.AppLink = cmp.Or(p.DeepLink, p.RedirectURL)
	}
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
	step := GiveReference{Method: m, Payin: p, Status: f.waiting(), Value: f.Work.Reference, Unsent: f.Work.ReferenceState == ReferenceUnsent}
	if f.Work.ReferenceState == ReferenceFaulty {
		step.Fault = methods.CheckReference(f.Work.Reference).Problem
	}
	return step
}

// status shows what the gateway said, except that paid stays paid.
func (f Facts) status(p apiclient.Payin, status Status) Step {
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
	if f.Trouble != NoTrouble {
		step.Stale, step.Trouble = f.Reading.At, f.Trouble
	}
	if status != StatusPending {
		return step
	}
	step.Status = f.waiting()
	m, ok := f.Catalogue.Find(p.MethodCode, p.Money.Currency())
	if !ok {
		return step
	}
	if goesToBank(m, p) && m.LinkAllowed(p.RedirectURL, f.AllowHTTP) {
		step.BankURL = p.RedirectURL
	}
	step.CanReturnToInstructions = m.Presentation != methods.Redirect && !goesToBank(m, p)
	step.CanCorrectReference = f.asksReference(m, p) && p.ExternalReference == "" && step.ReferenceState == ReferenceKept
	return step
}
