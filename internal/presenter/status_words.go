package presenter

import (
	"strings"
	"time"

	"payapp/i18n"
	"payapp/methods"
	"payapp/scenarios"
	"payapp/views/pages"
)

// statusWords puts in what the tables of messages can't: names and amounts.
func (p *draft) statusWords(page *pages.StatusPage, step scenarios.ShowStatus) {
	switch step.Status {
	case scenarios.StatusPending:
		page.Frame.Step = stepPay
		if p.checking(step) {
			page.Heading = p.l.StatusPendingHeadingChecking()
		}
		page.Next = p.pendingNext(step)
	case scenarios.StatusExpired:
		page.Next = p.l.StatusExpiredNextShop()
		if p.merchant != "" {
			page.Next = p.l.StatusExpiredNext(p.merchant)
		}
	case scenarios.StatusSuccess:
		if step.Pays.IsPositive() {
			page.Heading = p.l.StatusSuccessHeadingAmount(p.l.Amount(step.Pays))
		}
		page.Money = p.l.StatusSuccessMoneyShop()
		if p.merchant != "" {
			page.Money = p.l.StatusSuccessMoney(p.merchant)
		}
	case scenarios.StatusUnknown:
		page.Frame.Step = stepPay
	}
	page.Next = strings.TrimSpace(p.unsentNumber(step) + " " + page.Next)
	if step.Status != scenarios.StatusPending || step.Reference == "" {
		return
	}
	switch step.ReferenceState {
	case scenarios.ReferenceInLine:
		page.Money, page.Next = p.l.ReferenceInLine(unbroken(step.Reference)), p.l.ReferenceInLineNext()
	case scenarios.ReferenceKept:
		page.Money = p.l.ReferenceKept(unbroken(step.Reference))
	case scenarios.ReferenceSent:
		page.Money = p.l.ReferenceSaved(unbroken(step.Reference))
	}
}

// unsentNumber tells the customer to keep a number that wasn't passed on before
// the payment was over, or of which nobody can say now whether it will be.
func (p *draft) unsentNumber(step scenarios.ShowStatus) string {
	if step.Reference == "" || step.ReferenceState == scenarios.ReferenceSent {
		return ""
	}
	if step.Status == scenarios.StatusPending || step.Status == scenarios.StatusSuccess {
		return "" // the first says it in other words, and who has paid needs none
	}
	return p.l.ReferenceKept(unbroken(step.Reference))
}

// checking reports whether the customer has paid, as far as anybody told us.
func (p *draft) checking(step scenarios.ShowStatus) bool {
	return !step.SaidPaidAt.IsZero() || step.Reference != "" || p.Facts.Progress.Returned
}

// pendingNext says how long it takes until the payment is known. Stores, banks
// and chains of blocks report in hours: whoever was promised minutes pays
// twice, or calls.
func (p *draft) pendingNext(step scenarios.ShowStatus) string {
	code, currency := p.Facts.Progress.Paying.Method, p.Facts.Order.Money.Currency()
	if step.Payin != nil {
		code, currency = step.Payin.MethodCode, step.Payin.Money.Currency()
	}
	m, known := p.Facts.Catalogue.Find(code, currency)
	switch quick := known && reportsAtOnce(m); {
	case quick && p.merchant != "":
		return p.l.StatusPendingNext(p.merchant)
	case quick:
		return p.l.StatusPendingNextShop()
	case p.merchant != "":
		return p.l.StatusPendingNextSlow(p.merchant)
	default:
		return p.l.StatusPendingNextSlowShop()
	}
}

func reportsAtOnce(m methods.Method) bool {
	switch m.Presentation {
	case methods.Redirect, methods.QR, methods.Approve, methods.Phone:
		return true
	default:
		return false
	}
}

// failureKinds are the gateway's words with messages of their own.
var failureKinds = map[string]string{
	"REFUSED": "refused", "REJECTED": "refused", "DECLINED": "refused", "CANCELED": "canceled", "CANCELLED": "canceled", "FAILED": "failed",
}

// statusKind chooses the messages: by reason, then by the gateway's word, then
// by status.
func statusKind(step scenarios.ShowStatus) string {
	if step.Status != scenarios.StatusFailed || step.Payin == nil {
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

// checked says when the payment was asked for last: pages show the last answer,
// and the button that asks again has done something, also where nothing is new.
func (p *draft) checked(at time.Time) string {
	switch {
	case at.IsZero():
		return ""
	case i18n.IsToday(at, p.Facts.Now, p.zone):
		return p.l.StatusChecked(p.l.Clock(at, p.zone))
	default:
		return p.l.StatusChecked(p.l.Moment(at, p.Facts.Now, p.zone))
	}
}

// asOf says since when nothing new is known; "" for the zero time.
func (p *draft) asOf(known time.Time) string {
	if known.IsZero() {
		return ""
	}
	return p.l.StatusAsOf(p.l.Time(known, p.Facts.Now, p.zone))
}
