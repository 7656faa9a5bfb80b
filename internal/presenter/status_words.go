package presenter

import (
	"payapp/i18n"
	"payapp/internal/known"
	"payapp/methods"
	"payapp/scenarios"
	"payapp/views/pages"
)

// statusWords adds names and amounts, which the message tables can't have.
func (p *draft) statusWords(page *pages.StatusPage, step scenarios.ShowStatus) {
	switch step.Status {
	case known.Pending:
		page.Frame.Step, page.Money = stepPay, "" // the heading says it
		p.pendingWords(page, step)
	case known.Failed:
		page.Frame.Step = 0
		if step.Payin != nil && scenarios.IsRefusalCode(step.Payin.FailureReason) { // what its problem page says
			page.Next = i18n.Join(p.l.Text("problem."+step.Payin.FailureReason+".what"), page.Next)
		}
		if step.Wavers || !step.Own {
			page.Next = p.l.StatusOverNext() // whether to try again is known elsewhere
		}
		p.failedWords(page, step)
	case known.Expired:
		page.Frame.Step, page.Money = 0, i18n.Join(p.l.WaitingMoneyUnknown(), p.named("status.expired.next"))
		page.Next = p.unpaid(step)
	case known.Success:
		p.paidWords(page, step)
	case known.Unknown:
		page.Frame.Step = 0
	}
	page.Next = i18n.Join(p.unsentNumber(step), page.Next)
	if step.Status != known.Pending || step.Reference == "" {
		return
	}
	switch step.ReferenceState {
	case scenarios.ReferenceInLine:
		page.Heading, page.Money = p.l.ReferenceInLineHeading(), p.l.WaitingMoneyUnknown()
		page.Next = p.l.ReferenceInLine(unbroken(step.Reference))
		page.Return, page.Frame.Sending = nil, true // leaving loses the number
	case scenarios.ReferenceKept:
		page.Money, page.Next = p.l.ReferenceKept(unbroken(step.Reference)), p.pendingNext(step) // who may close the page wouldn't correct it
		if step.CanCorrectReference && !p.ReadOnly {
			page.Heading, page.Wrong = p.l.ReferenceNotSent(), true
			page.Money, page.Next = p.l.WaitingMoneyUnknown(), p.l.ReferenceCompare(unbroken(step.Reference))
		}
	case scenarios.ReferenceSent:
		page.Money = p.l.ReferenceSaved(unbroken(step.Reference))
	}
}

// failedWords say what is left to do after a failure: of an order for which the
// gateway takes no other payment, nothing here. Who may have paid reads that first, in
// a paragraph of its own; who only pressed Cancel isn't alarmed.
func (p *draft) failedWords(page *pages.StatusPage, step scenarios.ShowStatus) {
	if step.Notice == scenarios.UsedUp {
		page.Next = p.l.StatusUsedUp()
	}
	if page.Canceled && step.SaidPaidAt.IsZero() && step.Reference == "" {
		page.Next = i18n.Join(p.named("money.accountLeft"), page.Next)
		return
	}
	page.Money = i18n.Join(p.l.WaitingMoneyUnknown(), p.named("money.accountLeft"))
}

// pendingWords say what is known of somebody who waits: that they have paid, that
// they may have, or that the time to pay is over. Who may not have paid is told
// how to go on.
func (p *draft) pendingWords(page *pages.StatusPage, step scenarios.ShowStatus) {
	reportsPaid := !step.SaidPaidAt.IsZero() || step.Reference != ""
	switch {
	case step.CheckedAgain:
		page.Heading, page.Money = p.l.StatusPendingHeadingChecking(), p.l.StatusCheckedAgainMoney()
		page.Next = i18n.Join(p.pendingNext(step), p.l.StatusUnpaidAsk())
		return
	case step.Accepted && !step.Checking:
		page.Heading, page.Money, page.Next = p.l.StatusAcceptedHeading(), p.l.StatusAcceptedMoney(), p.l.StatusAcceptedNext()
		return
	case step.Overdue && !step.Checking:
		page.Frame.Step = 0
		page.Heading, page.Money, page.Next = p.l.StatusOverdueHeading(), p.l.WaitingMoneyUnknown(), p.unpaid(step)
		if step.NoneHeard {
			page.Next = i18n.Join(page.Next, page.Money)
			page.Money = p.l.StatusOverdueMoney()
		}
		return
	case step.LeftOut && !step.Checking:
		page.Heading, page.Money, page.Next = p.l.StatusPendingHeadingChecking(), p.l.StatusLeftOut(), p.pendingNext(step)
		return
	case step.Overdue:
		page.Heading, page.Notice = p.l.StatusPendingHeadingChecking(), p.l.StatusOverdueChecking()
	case step.Checking:
		page.Heading = i18n.Join(p.l.StatusThanks(), p.awaited(step))
	}
	page.Next = p.pendingNext(step)
	switch warning := p.l.WaitingMoneyUnknown(); {
	case hasNumber(step): // what is said of the number says it
	case step.Checking && !step.Overdue && (step.CanReturnToInstructions || step.BankURL != ""):
		page.Next = i18n.Join(page.Next, warning) // beside a way to pay, after the thanks
	case step.CanReturnToInstructions || step.BankURL != "" || step.Overdue:
		page.Money = warning
	}
	switch {
	case reportsPaid:
		page.Next = i18n.Join(page.Next, p.closeLine())
	case p.ReadOnly: // a status link doesn't know who has paid
	case step.BankURL != "":
		page.Deadline = nil
		if step.Payin != nil && !step.Checking {
			page.Deadline = p.deadline(*step.Payin)
			if m, ok := p.method(*step.Payin); ok {
				page.Next = p.otherMethod(m, *step.Payin, step.Chosen)
			}
		}
	case step.Checking: // back from the bank, and no way there is known
		page.Next = i18n.Join(page.Next, p.unpaid(step))
	}
}

// awaited says whose word is waited for, after somebody has paid or come back: that of
// a bank or a wallet where it was paid there.
func (p *draft) awaited(step scenarios.ShowStatus) string {
	if m, ok := p.catalogue.Find(step.Method, p.Currency); ok && m.Presentation == methods.Redirect {
		switch operatorKind(m) {
		case "bank":
			return p.l.StatusPendingHeadingBank()
		case "wallet":
			return p.l.StatusPendingHeadingWallet()
		}
	}
	return p.l.StatusPendingHeadingChecking()
}

// unpaid says what to do for who hasn't paid: to start again, where it is known that
// nobody has heard of a payment and what this customer did.
func (p *draft) unpaid(step scenarios.ShowStatus) string {
	if step.Own && (step.NoneHeard || step.Checking) {
		return p.named("status.unpaid")
	}
	return p.l.StatusUnpaidAsk()
}

// paidWords say that it is paid, and how much. That nothing is left to do is known only
// where the order's amount is.
func (p *draft) paidWords(page *pages.StatusPage, step scenarios.ShowStatus) {
	if p.payee != "" {
		page.Frame.More = p.l.Isolate(p.payee) // to find it among tabs or prints
	}
	page.Money, page.Next = "", p.closeLine()
	if step.Pays.IsPositive() {
		page.Heading, page.Paid = p.l.StatusSuccessHeadingAmount(p.l.Amount(step.Pays)), p.amount(step.Pays)
	}
	if step.Whole {
		page.Next = i18n.Join(p.l.StatusSuccessNext(), page.Next)
	}
	if d := step.Differs; d != nil {
		page.Wrong, page.Money = true, p.l.StatusDiffersShop()
		if p.payee != "" {
			page.Money = p.l.StatusDiffersMerchant(p.payee)
		}
		if d.Named.Currency() == d.Order.Currency() && d.Named.Less(d.Order) {
			page.Heading = p.l.StatusSuccessHeadingPart(p.l.Amount(d.Named), p.l.Amount(d.Order))
			page.Money = i18n.Join(p.l.StatusDiffersRest(), page.Money)
		}
	} else if own := p.Brand.Success.In(p.l.Tag()); own != "" {
		page.Own, page.OwnFrom = own, p.payee
	}
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
