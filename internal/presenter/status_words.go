package presenter

import (
	"payapp/i18n"
	"payapp/internal/known"
	"payapp/methods"
	"payapp/scenarios"
	"payapp/views/pages"
)

// words are what a status page says: what happened, what that means for the money, and
// what comes next.
type words struct{ heading, money, next, notice string }

// wordsOf are a moment's words. What can't be read now is no more than when it was.
func (p *draft) wordsOf(step scenarios.ShowStatus) words {
	moment, careful, slow := p.Moment, p.l.WaitingMoneyUnknown(), p.pendingNext(step)
	if step.Status == known.Unknown {
		moment = scenarios.NotKnown
	}
	if p.Second {
		careful = "" // the notice says it
	}
	checking := p.l.StatusPendingHeadingChecking()
	switch moment {
	case scenarios.Paid, scenarios.PaidOther:
		return p.paidWords(step)
	case scenarios.Closed:
		return words{p.l.StatusClosedHeading(), careful, p.l.StatusOverNext(), ""}
	case scenarios.CheckedAgain:
		return words{checking, p.l.StatusCheckedAgainMoney(), i18n.Join(slow, p.l.StatusUnpaidAsk()), ""}
	case scenarios.Failed, scenarios.UsedUpFor:
		return p.failedWords(step)
	case scenarios.Expired:
		return words{p.l.StatusExpiredHeading(), i18n.Join(careful, p.named("status.expired.next")), p.unpaid(step), ""}
	case scenarios.NotKnown:
		return words{p.l.StatusUnknownHeading(), p.l.StatusUnknownMoney(), p.l.StatusUnknownNext(), ""}
	case scenarios.Accepted:
		return words{p.l.StatusAcceptedHeading(), p.l.StatusAcceptedMoney(), p.l.StatusAcceptedNext(), ""}
	case scenarios.Partly:
		return words{checking, p.l.StatusPart(), p.closeLine(), ""}
	case scenarios.Working:
		closing := p.closeLine()
		if step.SaidPaidAt.IsZero() { // nor is it known who has paid
			closing = p.closeOncePaid()
		}
		return words{checking, p.l.StatusLeftOut(), i18n.Join(slow, closing), ""}
	case scenarios.OverdueSaid:
		return words{checking, careful, i18n.Join(slow, p.onceSaid(step)), p.l.StatusOverdueHeading()}
	case scenarios.OverdueNone:
		return words{p.l.StatusOverdueHeading(), p.l.StatusOverdueMoney(), i18n.Join(p.unpaid(step), careful), ""}
	case scenarios.Overdue:
		return words{p.l.StatusOverdueHeading(), careful, p.unpaid(step), ""}
	case scenarios.SaidToPay:
		w := words{i18n.Join(p.l.StatusThanks(), p.awaited(step)), "", slow, ""}
		if step.Way != scenarios.NoWay && !hasNumber(step) { // what is said of the number says it
			w.next = i18n.Join(slow, careful)
		}
		w.next = i18n.Join(w.next, p.onceSaid(step))
		return w
	case scenarios.Unsure, scenarios.Stopped:
		return words{p.l.StatusUnsureHeading(), careful, slow, ""}
	default:
		w := words{p.l.StatusPendingHeading(), "", slow, ""}
		if step.Way != scenarios.NoWay {
			w.money = careful
		}
		return w
	}
}

// onceSaid is for who said to have paid, or came back from a bank.
func (p *draft) onceSaid(step scenarios.ShowStatus) string {
	switch {
	case !step.SaidPaidAt.IsZero() || step.Reference != "":
		return p.closeLine()
	case step.BankURL == "":
		return p.unpaid(step)
	}
	return ""
}

// secondTry says that the end was the first try's alone.
func (p *draft) secondTry() string {
	if !p.Second {
		return ""
	}
	return p.l.StatusSecondTry()
}

// numberWords say what became of a number, which is more than the moment says.
func (p *draft) numberWords(page *pages.StatusPage, step scenarios.ShowStatus) {
	if step.NumberForShop && !step.SaidPaidAt.IsZero() {
		page.Notice = i18n.Join(page.Notice, p.l.InstructionsNumberForShop())
	}
	if step.Status != known.Pending || step.Reference == "" || p.Moment == scenarios.Closed {
		return
	}
	switch step.ReferenceState {
	case scenarios.ReferenceInLine:
		page.Heading, page.Money = p.l.ReferenceInLineHeading(), p.l.WaitingMoneyUnknown()
		page.Next = p.l.ReferenceInLine(unbroken(step.Reference))
		page.Return, page.Frame.Sending = nil, true // leaving loses the number
	case scenarios.ReferenceKept:
		page.Heading, page.Wrong = p.l.ReferenceNotSent(), true
		page.Money, page.Next = p.l.WaitingMoneyUnknown(), i18n.Join(p.l.ReferenceKept(unbroken(step.Reference)), p.l.StatusOverNext())
		page.AskShop, page.Frame.Support.Asked = !p.ReadOnly, !p.ReadOnly
	case scenarios.ReferenceSent:
		page.Money = p.l.ReferenceSaved(unbroken(step.Reference))
	}
}

// failedWords say why it failed, and what is left to do: of an order for which the
// gateway takes no other payment, nothing here. Who may have paid reads that first, in
// a paragraph of its own.
func (p *draft) failedWords(step scenarios.ShowStatus) words {
	kind := statusKind(step)
	w := words{heading: p.l.Text("status." + kind + ".heading"), next: p.named("status." + kind + ".next")}
	switch {
	case p.Moment == scenarios.UsedUpFor:
		w.next = p.l.StatusUsedUp()
	case !step.Sure:
		w.next = p.l.StatusOverNext() // whether to try again is known elsewhere
	}
	if step.Payin != nil && scenarios.IsRefusalCode(step.Payin.FailureReason) { // what its problem page says
		w.next = i18n.Join(p.l.Text("problem."+step.Payin.FailureReason+".what"), w.next)
	}
	if unpaidPlainly(step) {
		w.money, w.next = p.l.MoneyNotPaid(), i18n.Join(p.named("money.accountLeft"), w.next)
		return w
	}
	w.money = i18n.Join(p.l.WaitingMoneyUnknown(), p.named("money.accountLeft"))
	return w
}

// unpaidPlainly reports whether a failed payment is told as not paid, without a word to
// who has paid: where nobody can have, or somebody pressed Cancel and says nothing else.
func unpaidPlainly(step scenarios.ShowStatus) bool {
	return step.Sure || statusKind(step) == canceled && step.SaidPaidAt.IsZero() && step.Reference == ""
}

// awaited says whose word is waited for, after somebody has paid or come back: the
// bank's where it was paid there.
func (p *draft) awaited(step scenarios.ShowStatus) string {
	if m, ok := p.catalogue.Find(step.Method, p.Currency); ok && m.Presentation == methods.Redirect && operatorKind(m) == "bank" {
		return p.l.StatusPendingHeadingBank()
	}
	return p.l.StatusPendingHeadingChecking()
}

// unpaid says what to do for who hasn't paid: to start again, where nobody can have.
func (p *draft) unpaid(step scenarios.ShowStatus) string {
	if step.Sure {
		return p.named("status.unpaid")
	}
	return p.l.StatusUnpaidAsk()
}

// paidWords say that it is paid, and how much. That nothing is left to do is known only
// where the order's amount is, and nothing newer says otherwise.
func (p *draft) paidWords(step scenarios.ShowStatus) words {
	w := words{p.l.StatusSuccessHeading(), "", p.closeLine(), ""}
	if step.Pays.IsPositive() {
		w.heading = p.l.StatusSuccessHeadingAmount(p.l.Amount(step.Pays))
	}
	d := step.Differs
	switch {
	case p.Moment == scenarios.Paid:
		w.next = i18n.Join(p.l.StatusSuccessNext(), w.next)
	case d == nil && step.Class == known.Closes:
		w.money = p.l.StatusReversed()
	case d == nil: // nothing names the order's amount
	case p.payee != "":
		w.money = p.l.StatusDiffersMerchant(p.payee)
	default:
		w.money = p.l.StatusDiffersShop()
	}
	if d != nil && !d.Linked && d.Named.Currency() == d.Order.Currency() && d.Named.Less(d.Order) {
		w.heading = p.l.StatusSuccessHeadingPart(p.l.Amount(d.Named), p.l.Amount(d.Order))
		w.money = i18n.Join(p.l.StatusDiffersRest(), w.money)
	}
	return w
}

// unsentNumber asks the customer to keep a number that wasn't sent before the
// payment was over, or may never be.
func (p *draft) unsentNumber(step scenarios.ShowStatus) string {
	if step.Reference == "" || step.ReferenceState == scenarios.ReferenceSent {
		return ""
	}
	if step.Status == known.Pending || step.Status == known.Success {
		return "" // the first text says it already, and a customer who has paid needs none
	}
	return p.l.ReferenceKept(unbroken(step.Reference))
}

// pendingNext says how long it takes until the payment is known. Stores, banks
// and blockchains need hours: a customer who was promised minutes would pay
// twice, or call.
func (p *draft) pendingNext(step scenarios.ShowStatus) string {
	if m, ok := p.catalogue.Find(step.Method, p.Currency); ok && reportsAtOnce(m) {
		return p.l.StatusPendingNext()
	}
	return p.l.StatusPendingNextSlow()
}

// closeLine says that the page may be closed: the shop is told anyway.
func (p *draft) closeLine() string {
	if p.payee == "" {
		return p.l.InstructionsCloseShop()
	}
	return p.l.InstructionsClose(p.payee)
}

func reportsAtOnce(m methods.Method) bool {
	switch m.Presentation {
	case methods.Redirect, methods.QR, methods.Approve, methods.Phone:
		return true
	default:
		return false
	}
}
