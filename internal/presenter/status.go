package presenter

import (
	"slices"
	"time"

	"payapp/i18n"
	"payapp/internal/known"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/pages"
)

// status presents what is known of the payment.
func (p *draft) status(step scenarios.ShowStatus) pages.StatusPage {
	said := p.wordsOf(step)
	over := step.Status.Ended() || p.Moment == scenarios.Closed
	page := pages.StatusPage{
		Frame:    p.frame("status", said.heading, p.lineOf(step)),
		Money:    said.money,
		Next:     i18n.Join(p.unsentNumber(step), said.next),
		Notice:   i18n.Join(said.notice, p.secondTry()),
		Timeline: p.timeline(step),
		Receipt:  p.receipt(step),
		Return:   p.returnLink(false),
		Ended:    over,
		AskShop:  p.Moment == scenarios.Closed,
		Wrong:    p.Moment == scenarios.Closed || p.Moment == scenarios.PaidOther && (step.Differs != nil || step.Class == known.Closes),
		Canceled: statusKind(step) == canceled,
	}
	page.Frame.Support = p.support()
	page.Frame.Support.Asked = page.AskShop
	page.Frame.Status = string(step.Status)
	if step.Payin != nil {
		if step.Status != known.Success { // then it is on the receipt
			page.Frame = p.taxed(page.Frame, *step.Payin)
		}
		page.Frame.Method, page.Frame.Operator = step.Payin.MethodCode, step.Payin.Operator.Code
	}
	if step.Status == known.Success {
		p.paid(&page, step)
	}
	p.numberWords(&page, step)
	if !step.Stale.IsZero() || step.Status == known.Unknown {
		page.AsOf = p.asOf(step.Stale)
	}
	if step.BankURL != "" && step.Instead.IsPositive() {
		note, _ := p.amountNote(*step.Payin, step.Pays, step.Instead)
		page.Notice = i18n.Join(page.Notice, note)
	}
	if step.Notice == scenarios.AlreadyStarted && step.Payin != nil {
		if m, ok := p.method(*step.Payin); ok {
			page.Notice = i18n.Join(p.l.InstructionsStarted(p.nameWith(m, step.Payin.Operator.Name)), p.returnsOtherMethod(), page.Notice)
		}
	}
	p.howToPay(&page, step)
	if p.Over {
		p.statusOver(&page, step)
	} else if step.Status != known.Success {
		p.statusActions(&page, step)
	}
	p.statusOnPhone(&page, step)
	return page
}

// lineOf is the step of the progress line; 0 where it isn't known how far it is.
func (p *draft) lineOf(step scenarios.ShowStatus) int {
	switch {
	case step.Status == known.Success:
		return stepDone
	case step.Status != known.Pending, p.Moment == scenarios.OverdueNone, p.Moment == scenarios.Overdue, p.Moment == scenarios.Closed:
		return 0
	}
	return stepPay
}

// paid adds what only a receipt has.
func (p *draft) paid(page *pages.StatusPage, step scenarios.ShowStatus) {
	if p.payee != "" {
		page.Frame.More = p.l.Isolate(p.payee) // to find it among tabs or prints
	}
	if step.Pays.IsPositive() {
		page.Paid = p.amount(step.Pays)
	}
	if own := p.Brand.Success.In(p.l.Tag()); own != "" && !page.Wrong {
		page.Own, page.OwnFrom = own, p.payee
	}
}

// howToPay adds how to pay, if the step has it. The payment's details then
// don't repeat it.
func (p *draft) howToPay(page *pages.StatusPage, step scenarios.ShowStatus) {
	if step.How == nil {
		return
	}
	how := p.instructions(*step.How)
	how.Watching, how.Waiting = "", p.detailsAsOf(step.How.Stale)
	shown := map[string]bool{}
	for _, row := range slices.Concat(how.Rows, how.Payer, how.Yours) {
		shown[row.Hook] = true
	}
	if how.Code != nil {
		shown[how.Code.Hook] = true
	}
	page.Receipt = slices.DeleteFunc(page.Receipt, func(row components.Row) bool { return shown[row.Hook] })
	page.Frame.Deadline, page.Frame.HowToPay, page.Frame.TakenAlong = how.Frame.Deadline, true, how.Frame.TakenAlong
	page.How = &how
}

// statusOver says what was last known when the link has expired: the gateway
// isn't asked any more.
func (p *draft) statusOver(page *pages.StatusPage, step scenarios.ShowStatus) {
	if step.Status.Ended() {
		page.Notice = p.l.StatusTokenExpired()
		return
	}
	page.Frame.Step = 0
	page.Heading, page.Next = p.l.StatusOverHeading(), i18n.Join(p.unsentNumber(step), p.l.StatusTokenExpired(), p.l.StatusOverNext())
	if !step.Stale.IsZero() {
		page.AsOf = p.l.StatusOverKnown(p.l.Time(step.Stale, p.Now, p.zone))
	}
	if step.SaidPaidAt.IsZero() && step.Reference == "" {
		p.statusWays(page, step) // it can still be paid
	}
	page.Ended, page.Folded, page.AskShop, page.Frame.Support.Asked = true, true, true, true
	page.Frame.Deadline = nil // it stands with how to pay
}

// hasNumber reports whether the number has arrived or is on its way: then the
// customer needs no instructions.
func hasNumber(step scenarios.ShowStatus) bool {
	return step.Reference != "" &&
		(step.ReferenceState == scenarios.ReferenceSent || step.ReferenceState == scenarios.ReferenceInLine)
}

// statusActions are the buttons while the payment isn't over.
func (p *draft) statusActions(page *pages.StatusPage, step scenarios.ShowStatus) {
	if p.news(&page.Frame); step.Status.Ended() && page.Frame.News != nil {
		page.Frame.News.Ended, page.Frame.Refresh = true, nil // it may be taken back, but nobody waits for that
	}
	if !step.CheckedAt.IsZero() {
		page.Checked = p.checked(step.CheckedAt)
	}
	page.Refresh = &components.Button{Action: p.action("refresh"), Hook: "refresh", Label: p.l.StatusRefresh()}
	p.statusWays(page, step)
	switch {
	case p.ReadOnly:
	case step.AsksReference:
		page.Correct = &components.Button{Action: p.action("paid"), Hook: "continue", Label: p.l.InstructionsPaidReference()}
	case step.CanCorrectReference:
		page.Correct = &components.Button{Action: p.action("correct"), Hook: "back", Label: p.l.StatusCorrect()}
	}
}

// statusWays lead to how to pay, for customers who haven't paid.
func (p *draft) statusWays(page *pages.StatusPage, step scenarios.ShowStatus) {
	if p.Moment == scenarios.Unsure && !p.ReadOnly && step.Way != scenarios.NoWay && !hasNumber(step) { // it asks
		page.Yes = &components.Button{Action: p.action("paid"), Hook: "continue", Label: p.l.InstructionsPaid()}
	}
	switch {
	case step.BankURL != "":
		m, _ := p.method(*step.Payin)
		// Unless the way is open and what is known is new, paying must not be the main button.
		page.Checking = step.Status != known.Pending || step.Way != scenarios.Open
		if !page.Checking && !p.ReadOnly { // a status link doesn't know who has paid
			page.Deadline = p.deadline(*step.Payin)
			if p.Moment == scenarios.AtBank {
				page.Next = p.otherMethod(m, *step.Payin, step.Chosen)
			}
		}
		page.Bank = &components.Link{URL: step.BankURL, Hook: "proceed", Label: p.l.LeavingProceed(p.destination(m, step.Payin.Operator.Name))}
	case step.Way != scenarios.Folded || hasNumber(step):
	case p.ReadOnly: // it can only read
		page.Unfold = &components.Link{URL: stepQuery(scenarios.Again(step.Class)), Hook: "back",
			Label: i18n.Join(p.l.StatusNotPaid(), p.l.StatusAgain())}
	default:
		page.Again = &components.Button{Action: p.action("instructions"), Hook: "back", Label: i18n.Join(p.l.StatusNotPaid(), p.l.StatusAgain())}
	}
}

// canceled is the kind of failure for which nobody is to blame.
const canceled = "canceled"

// failureKinds are the gateway's words that have messages of their own.
var failureKinds = map[string]string{
	"REFUSED": "refused", "REJECTED": "refused", "DECLINED": "refused", "CANCELED": canceled, "CANCELLED": canceled, "FAILED": "failed",
}

// statusKind selects the messages: by reason, then by the gateway's word, then
// by status.
func statusKind(step scenarios.ShowStatus) string {
	if step.Status != known.Failed || step.Payin == nil {
		return string(step.Status)
	}
	if scenarios.IsRefusalCode(step.Payin.FailureReason) {
		return step.Payin.FailureReason
	}
	if kind, ok := failureKinds[step.Payin.Status]; ok {
		return kind
	}
	return string(step.Status)
}

// checked says when the payment was last read. It is beside the button that asks
// again, to the second, to show that the button worked even if nothing is new.
func (p *draft) checked(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	if age := p.Now.Sub(at); age >= 0 && age < 12*time.Hour { // it can be no other day's
		return p.l.StatusChecked(p.l.InZone(p.l.Second(at, p.zone), at, p.zone))
	}
	return p.l.StatusChecked(p.l.Time(at, p.Now, p.zone))
}

// asOf says since when nothing new is known; "" for the zero time.
func (p *draft) asOf(known time.Time) string {
	if known.IsZero() {
		return ""
	}
	return p.l.StatusAsOf(p.l.Time(known, p.Now, p.zone))
}
