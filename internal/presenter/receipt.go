package presenter

import (
	"time"

	"payapp/internal/known"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios"
	"payapp/views/components"
)

// timeline lists what has happened, with times; the last one has the zone. Once
// the payment is over, people keep the page, so times have a date. What is paid has
// one time only.
func (p *draft) timeline(step scenarios.ShowStatus) []string {
	type event struct {
		say func(string) string
		at  time.Time
	}
	events := make([]event, 0, 2)
	at := func(say func(string) string, t time.Time) {
		if !t.IsZero() {
			events = append(events, event{say, t})
		}
	}
	if step.Payin != nil && (step.Status != known.Success || step.Payin.ProcessedAt.IsZero()) {
		at(p.l.StatusStarted, step.Payin.CreatedAt)
	}
	if step.Status == known.Pending || step.Status == known.Unknown || step.Status == known.Expired {
		at(p.l.StatusSaidPaid, step.SaidPaidAt)
	}
	if step.Payin != nil && step.Status == known.Failed {
		at(p.l.StatusEnded, step.Payin.ProcessedAt)
	}
	lines := make([]string, 0, len(events))
	for i, e := range events {
		var written string
		if step.Status.Ended() {
			written = p.l.Lasting(e.at, p.zone)
		} else {
			written = p.l.Moment(e.at, p.Now, p.zone)
		}
		if i == len(events)-1 {
			written = p.l.InZone(written, e.at, p.zone)
		}
		lines = append(lines, e.say(written))
	}
	return lines
}

// receipt are the lines to keep that neither the header nor the page says already.
// What is paid has all of them: people send it on.
func (p *draft) receipt(step scenarios.ShowStatus) []components.Row {
	r := make(rows, 0, receiptLines)
	if step.Payin == nil {
		return r
	}
	payin, paid := *step.Payin, step.Status == known.Success
	if paid {
		r.text("payee", p.l.StatusReceiptPaidTo(), p.payee)
		r.copyable("idPayin", p.l.StatusReceiptOrder(), p.OrderID)
	}
	switch {
	case step.Differs != nil && paid:
		p.amounts(&r, *step.Differs, p.l.StatusReceiptPaid())
	case step.Differs != nil:
		p.amounts(&r, *step.Differs, p.l.StatusReceiptPayment())
	case step.Pays.IsPositive() && step.Pays != payin.Money:
		p.moneyRow(&r, "money", p.l.StatusReceiptOrderAmount(), payin.Money)
	}
	switch {
	case !paid || step.Differs != nil || !step.Pays.IsPositive():
	case step.Instead.IsPositive():
		p.moneyRow(&r, "money", p.l.StatusReceiptOrderAmount(), step.Pays)
		p.moneyRow(&r, "moneyRequired", p.l.StatusReceiptBankShows(), step.Instead)
	default:
		p.moneyRow(&r, "amount", p.l.CommonAmount(), step.Pays)
	}
	if paid && payin.VAT.IsPositive() {
		p.moneyRow(&r, "vat", p.l.StatusReceiptVAT(), payin.VAT)
	}
	operator, reference := p.l.StatusReceiptOperator(), p.l.StatusReceiptReference()
	own := reference
	m, ok := p.method(payin)
	if ok {
		r.add(components.Row{Hook: "paymentMethodCode", Label: p.l.StatusReceiptMethod(), Text: p.methodName(m), Bare: m.Code})
		operator = p.l.Text("status.receipt.operator." + operatorKind(m))
		if m.Presentation == methods.StoreCode {
			reference = p.l.InstructionsRowCode()
		}
		if m.Reference != methods.ReferenceNone {
			own = p.l.StatusReceiptExternalReference()
		}
	}
	r.text("paymentOperator", operator, payin.Operator.Name)
	if at := payin.ProcessedAt; paid && !at.IsZero() {
		r.add(components.Row{
			Hook: "date", Label: p.l.StatusReceiptTime(), Text: p.l.InZone(p.l.Lasting(at, p.zone), at, p.zone), Bare: at.UTC().Format(time.RFC3339),
		})
	}
	r.reference("reference", reference, payin.Reference)
	r.reference("externalReference", own, step.Reference)
	r.account("accountCustomerUsedForPayment", p.l.StatusReceiptAccount(),
		p.accountText(m, payin.AccountCustomerUsed), payin.AccountCustomerUsed)
	r.phone(p.l.InstructionsRowPhoneNumber(), payin.PhoneNumber, m.Country)
	r.text("emailAddress", p.l.InstructionsRowEmailAddress(), payin.EmailAddress)
	return r
}

// receiptLines is the maximum of most receipts.
const receiptLines = 14

// moneyRow adds an amount to read.
func (p *draft) moneyRow(r *rows, hook, label string, m money.Money) {
	r.add(components.Row{Hook: hook, Label: label, Text: p.l.Amount(m), Bare: m.Bare()})
}

// amounts are the order's and, by its label, that of the payment, which differs.
func (p *draft) amounts(r *rows, a scenarios.Difference, payment string) {
	p.moneyRow(r, "money", p.orderLabel(a), a.Order)
	p.moneyRow(r, "amount", payment, a.Named)
}

// orderLabel is what the order's amount is called: a link may be edited.
func (p *draft) orderLabel(a scenarios.Difference) string {
	if a.Linked {
		return p.l.StatusReceiptLink()
	}
	return p.l.StatusReceiptOrderAmount()
}
