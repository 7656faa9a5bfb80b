package scenarios

import (
	"cmp"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/methods"
	"payapp/money"
)

// Decide is all that the payment's page shows.
func Decide(f Facts) Due {
	step := Next(f)
	about := About{
		Verified: f.Verified || f.Known.Exists(), OrderID: f.Order.IDPayin, Payee: f.Payee, ReadOnly: f.ReadOnly,
		Test: f.Known.Test, Over: f.Trouble == TokenRejected,
		Pays: f.Order.Money, Currency: cmp.Or(f.Order.Money.Currency(), f.Known.Payin.Money.Currency()),
	}
	if pays := Pays(f.Known.Payin); pays.IsPositive() {
		about.Pays = pays
	}
	return Due{step, about}
}

// Next decides which step is due. Nothing else does.
func Next(f Facts) Step {
	if f.ReadOnly {
		return f.nextOfStatusLink()
	}
	switch {
	case f.Trouble == TokenRejected && !f.Known.Exists():
		return f.rejected()
	case f.Known.State == known.Created:
		return f.afterPay()
	case f.creating():
		return WaitInLine{Creating: true, Since: f.Progress.InLine.Since, InUse: InUse{f.Progress.InLine.Method, f.Progress.InLine.Operator}}
	case f.missing():
		return f.beforePay()
	case f.Known.Exists():
		return f.undescribed() // accepted, but the gateway doesn't say more yet
	case f.Trouble == GatewayStrange:
		return f.undescribed() // a broken answer means neither failed nor paid
	default:
		return f.trouble()
	}
}

// nextOfStatusLink is Next for a status link: it only shows a status and, since
// its token may read that, how to pay.
func (f Facts) nextOfStatusLink() Step {
	switch {
	case f.Known.State == known.Created && f.Known.Payin.Money.Currency() != f.Currency:
		return ShowProblem{Code: ProblemTokenRejected}
	case f.Known.State == known.Created:
		return f.withHow(f.status())
	case f.Trouble == TokenRejected && !f.Known.Exists():
		// The same answer for a wrong token and another payment's.
		return f.rejected()
	case f.missingForSure():
		// The gateway accepted the token, so it is this payment's.
		return f.problem(ShowProblem{Code: ProblemNotStarted, Wait: true})
	case f.Trouble == InLine:
		return WaitInLine{}
	default:
		return f.undescribed() // a status link always shows a status
	}
}

// rejected is a token that the gateway doesn't accept, or one that has expired by
// its own word, which then is why.
func (f Facts) rejected() Step {
	if !f.Expires.IsZero() && !f.Now.Before(f.Expires) {
		return ShowProblem{Code: ProblemTokenExpired, Begun: f.begunHere()}
	}
	return ShowProblem{Code: ProblemTokenRejected, Begun: f.begunHere()}
}

// withHow adds how to pay while that is possible on this page, not at a bank. A
// customer who has given a number has paid.
func (f Facts) withHow(s ShowStatus) Step {
	p := f.Known.Payin
	m, ok := f.Catalogue.Find(p.MethodCode, p.Money.Currency())
	if !ok || f.Known.Status() != known.Pending || s.Overdue || p.ExternalReference != "" ||
		!sameMoney(p, p.Money) || !judgeRequired(p) || !f.linksAllowed(m, p) {
		return s
	}
	if m, told := f.shown(m, p); told && m.Presentation != methods.Redirect {
		how := f.instructions(m, p)
		s.How = &how
	}
	return s
}

// trouble is the step if nothing is known of the payment. Without trouble, it
// must be asked for again.
func (f Facts) trouble() Step {
	if f.Trouble == InLine || f.Trouble == NoTrouble {
		return f.waitsToRead() // not trouble: its turn comes
	}
	return f.problem(ShowProblem{Code: string(f.Trouble), CanRetry: true, Wait: true})
}

func (f Facts) waitsToRead() Step {
	return WaitInLine{Missing: f.missingForSure(), InUse: f.InUse()}
}

// problem completes what a problem's page shows.
func (f Facts) problem(p ShowProblem) Step {
	p.Missing, p.Begun, p.InUse = f.missingForSure(), f.begunHere(), f.InUse()
	return p
}

// undescribed is the step if the gateway says nothing of the payment, although it
// may or does exist.
func (f Facts) undescribed() Step {
	s := ShowStatus{
		Status:         known.Unknown,
		Pays:           f.Order.Money,
		Method:         f.methodSent(),
		SaidPaidAt:     f.Progress.SaidPaidAt,
		Checking:       f.checking(),
		Reference:      f.Progress.Reference,
		ReferenceState: f.Progress.ReferenceState,
		Trouble:        f.Trouble,
	}
	if f.Known.State != known.Accepted {
		return s
	}
	if s.Stale = f.Known.At; f.Trouble == NoTrouble && f.Now.Sub(f.Known.At) < describedWithin {
		s.Status, s.CheckedAt = known.Pending, f.Known.At // it takes a moment to be visible everywhere
	}
	return s
}

// describedWithin is how long an accepted payment may stay invisible to reads.
// After that nothing is known of it, and the page says so.
const describedWithin = 10 * time.Minute

// beforePay is the step if the payment doesn't exist yet.
func (f Facts) beforePay() Step {
	if f.Progress.Refused == ProblemTokenRejected {
		return f.rejected() // Pay again would end the same way
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
		return f.problem(ShowProblem{
			Code: f.Progress.Refused, CanChange: s.open, CanRetry: true,
			RetryFirst: f.Progress.Refused == codeInactivity,
			Leave:      !s.open && IsRefusalCode(f.Progress.Refused) && f.Progress.Refused != codeInactivity,
		})
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
		return f.problem(ShowProblem{Code: ProblemLocked, Field: locked, CanChange: s.open})
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
	step.OperatorFixed = f.Order.OptionFixed()
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
	payin := f.Known.Payin
	if !sameMoney(payin, f.Order.Money) {
		return f.problem(ShowProblem{Code: ProblemAmount})
	}
	if f.Known.Status() != known.Pending {
		return f.status()
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
	m, told := f.shown(m, payin)
	over := f.Known.Overdue(f.Now)
	switch {
	case !told && !f.Known.Part && !over:
		return f.problem(ShowProblem{Code: ProblemNoWay, Wait: true})
	case !told:
		return f.status()
	case m.Presentation == methods.Redirect && payin.RedirectURL != "" && f.Progress.Leaving && !f.Progress.Returned && !over:
		return LeaveForBank{Payin: payin, URL: payin.RedirectURL, Pays: Pays(payin), Began: f.began(), Chosen: f.chosen()}
	case m.Presentation == methods.Redirect:
		return f.status()
	case f.Progress.SaidPaidAt.IsZero() && !over:
		return f.instructions(m, payin)
	case !f.Progress.SaidPaidAt.IsZero() && f.needsReference(m, payin):
		return f.reference(m, payin)
	default:
		return f.status()
	}
}

// began is when the time to pay began: the gateway's word or, before it says so,
// when Pay was pressed here.
func (f Facts) began() time.Time {
	if at := f.Known.Payin.CreatedAt; !at.IsZero() {
		return at
	}
	return f.Progress.PaidAt
}

// chosen is what this customer chose: the shop fixed nothing, and it is what
// this browser sent.
func (f Facts) chosen() Chosen {
	sent, ok := f.Known.SentWith(f.Known.Payin.MethodCode)
	if !ok || f.ReadOnly || f.Order.MethodCode != "" || f.Progress.Notice == AlreadyStarted {
		return Chosen{}
	}
	return Chosen{Method: true, Operator: sent.Operator.Code != "" && sent.Operator.Code == f.Known.Payin.Operator.Code}
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
	sent, _ := f.Known.SentWith(p.MethodCode)
	field, _ := m.Field("accountNumber")
	account := cmp.Or(p.AccountCustomer.Number, sent.Account, f.Progress.Typed[field.Meaning()], f.Order.Data["accountNumber"])
	return m.NeedsReference(map[string]string{"accountNumber": account})
}

func (f Facts) instructions(m methods.Method, p apiclient.Payin) FollowInstructions {
	step := FollowInstructions{
		Method: m, Payin: network(m, p), Pays: Pays(p), Status: f.waiting(), Notice: f.Progress.Notice,
		AsksReference: f.asksReference(m, p), Began: f.began(), Chosen: f.chosen(), Unkept: f.Unkept && f.Trouble != TokenRejected,
		CheckedAt: f.Known.At,
	}
	if f.Trouble != NoTrouble {
		step.Stale = f.Known.At
	}
	step.AppLink = cmp.Or(p.DeepLink, p.RedirectURL) // also if the row has no app
	return step
}

// waiting is the status of a payment that was pending when last read.
func (f Facts) waiting() known.Status {
	if f.Trouble != NoTrouble || f.Known.Part {
		return known.Unknown // the current status isn't known, or not how to pay
	}
	return known.Pending
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

// status shows what the gateway said of a payment that it has described.
func (f Facts) status() ShowStatus {
	p, status := f.Known.Payin, f.Known.Status()
	step := ShowStatus{
		Status:         status,
		Payin:          &p,
		Pays:           Pays(p),
		Method:         p.MethodCode,
		Reference:      p.ExternalReference,
		ReferenceState: ReferenceSent,
		SaidPaidAt:     f.Progress.SaidPaidAt,
		Checking:       f.checking(),
		Overdue:        f.Known.Overdue(f.Now),
		Began:          f.began(),
		Chosen:         f.chosen(),
		Notice:         f.Progress.Notice,
	}
	if step.Reference == "" {
		step.Reference, step.ReferenceState = f.Progress.Reference, f.Progress.ReferenceState
	}
	switch {
	case f.Trouble != NoTrouble:
		step.Stale, step.Trouble = f.Known.At, f.Trouble
	case !f.Known.Over(f.Now):
		step.CheckedAt = f.Known.At
	}
	if status != known.Pending {
		return step
	}
	if step.Status = f.waiting(); f.Known.Part {
		step.Stale = f.Known.At
	}
	m, ok := f.Catalogue.Find(p.MethodCode, p.Money.Currency())
	if !ok || step.Overdue {
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
