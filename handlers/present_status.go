package handlers

import (
	"time"

	"payapp/apiclient"
	"payapp/internal/money"
	"payapp/methods"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/layout"
	"payapp/views/pages"
)

// reference presents the entry of the number that the bank shows.
func (p presenter) reference(step scenarios.GiveReference) pages.ReferencePage {
	in := methods.ReferenceInput()
	page := pages.ReferencePage{
		Frame:   p.frame("reference", p.l.ReferenceTitle(), stepPay),
		Heading: p.l.ReferenceHeading(),
		Lead:    p.l.ReferenceLead(),
		Field: components.Field{
			Name: "reference", Label: p.l.ReferenceLabel(), Hint: p.l.ReferenceHint(), Value: step.Value,
			Type: in.Type, InputMode: in.InputMode, AutoComplete: in.AutoComplete, AutoCap: in.AutoCapitalize,
			SpellCheck: in.SpellCheck, MaxLength: in.MaxLength, Error: p.problemText(step.Fault, p.l.ReferenceLabel()),
		},
		Where:   []string{p.l.ReferenceWhere1(), p.l.ReferenceWhere2(), p.l.ReferenceWhere3()},
		Submit:  components.Button{Action: p.action("reference"), Hook: "submit-reference", Label: p.l.ReferenceSubmit()},
		Back:    &components.Button{Action: p.action("instructions"), Hook: "back", Label: p.l.ReferenceBack()},
		Return:  p.returnLink(false),
		Support: p.support(),
	}
	page.Frame.Status = string(step.Status)
	page.Frame.Method, page.Frame.Operator = step.Payin.MethodCode, step.Payin.Operator.Code
	page.Frame.Form = layout.Form{ID: "number", Action: p.action("language"), Label: page.Submit.Label}
	if page.Field.Error != "" {
		page.Frame.Title = p.l.CommonTitleFault(page.Frame.Title)
		page.Summary = &components.Summary{
			Title: p.l.ReferenceErrorTitle(),
			Items: []components.SummaryItem{{Field: "reference", Message: page.Field.Error}},
		}
	}
	if step.Unsent {
		page.Notice = p.l.ReferenceUnsent()
	}
	p.news(&page.Frame)
	page.Frame.Refresh = nil // reloading would lose what is being typed
	return page
}

// status presents what is known of the payment.
func (p presenter) status(step scenarios.ShowStatus) pages.StatusPage {
	kind := statusKind(step)
	page := pages.StatusPage{
		Frame:    p.frame("status", p.l.Text("status.title."+string(step.Status)), stepDone),
		Heading:  p.l.Text("status." + kind + ".heading"),
		Money:    p.l.Text("status." + kind + ".money"),
		Next:     p.l.Text("status." + kind + ".next"),
		Timeline: p.timeline(step),
		Receipt:  p.receipt(step),
		Return:   p.returnLink(false),
		Support:  p.support(),
		Ended:    step.Status.Terminal(),
	}
	page.Frame.Status = string(step.Status)
	if step.Payin != nil {
		page.Frame.Method, page.Frame.Operator = step.Payin.MethodCode, step.Payin.Operator.Code
	}
	p.statusWords(&page, step)
	if step.Trouble != scenarios.NoTrouble {
		page.AsOf = p.asOf(step.Stale)
	}
	if step.Notice == scenarios.AlreadyStarted && step.Payin != nil {
		if m, ok := p.method(*step.Payin); ok {
			page.Notice = p.l.InstructionsStarted(p.methodName(m))
		}
	}
	if p.over() {
		p.statusOver(&page, step)
	} else if !step.Status.Terminal() || step.Deadline {
		p.statusActions(&page, step)
	}
	return page
}

// statusOver says what was known last, once the link's time is over: nothing is
// asked any more.
func (p presenter) statusOver(page *pages.StatusPage, step scenarios.ShowStatus) {
	page.Notice = p.l.StatusTokenExpired()
	if step.Status.Terminal() {
		return
	}
	page.Heading, page.Next = p.l.StatusOverHeading(), p.l.StatusOverNext()
	if !step.Stale.IsZero() {
		page.AsOf = p.l.StatusOverKnown(p.l.Time(step.Stale, p.facts.Now, p.zone))
	}
}

// checked says when the payment was asked for last: the button that asks again
// has done something, also where nothing is new.
func (p presenter) checked() string {
	if p.facts.Reading.At.IsZero() {
		return ""
	}
	return p.l.StatusChecked(p.l.Clock(p.facts.Reading.At, p.zone))
}

// asOf says since when nothing new is known; "" for the zero time.
func (p presenter) asOf(known time.Time) string {
	if known.IsZero() {
		return ""
	}
	return p.l.StatusAsOf(p.l.Time(known, p.facts.Now, p.zone))
}

// statusWords puts in what the tables of messages can't: names and amounts.
func (p presenter) statusWords(page *pages.StatusPage, step scenarios.ShowStatus) {
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
	if step.Status != scenarios.StatusPending || step.Reference == "" {
		return
	}
	switch step.ReferenceState {
	case scenarios.ReferenceKept:
		page.Money = p.l.ReferenceKept(unbroken(step.Reference))
	case scenarios.ReferenceSent:
		page.Money = p.l.ReferenceSaved(unbroken(step.Reference))
	}
}

// checking reports whether the customer has paid, as far as anybody told us.
func (p presenter) checking(step scenarios.ShowStatus) bool {
	return !step.SaidPaidAt.IsZero() || step.Reference != "" || p.facts.Work.Returned
}

// pendingNext says how long it takes until the payment is known. Stores, banks
// and chains of blocks report in hours: whoever was promised minutes pays
// twice, or calls.
func (p presenter) pendingNext(step scenarios.ShowStatus) string {
	code, currency := p.facts.Work.Paying.Method, p.visit.instruction.Money.Currency()
	if step.Payin != nil {
		code, currency = step.Payin.MethodCode, step.Payin.Money.Currency()
	}
	m, known := p.server.Catalogue.Find(code, currency)
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
var failureKinds = map[string]string{"REFUSED": "refused", "CANCELED": "canceled", "FAILED": "failed"}

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

// statusActions are the ways on while the payment isn't over.
func (p presenter) statusActions(page *pages.StatusPage, step scenarios.ShowStatus) {
	p.news(&page.Frame)
	if step.Trouble == scenarios.NoTrouble {
		page.AsOf = p.checked()
	}
	page.Refresh = &components.Button{Action: p.action("refresh"), Hook: "refresh", Label: p.l.StatusRefresh()}
	if step.BankURL != "" && step.Payin != nil {
		name := step.Payin.Operator.Name
		if m, ok := p.method(*step.Payin); ok {
			name = p.destination(m, name)
		}
		// To whom nothing is known of, paying once more mustn't be the way on.
		page.Checking = step.Status != scenarios.StatusPending || p.checking(step)
		page.Bank = &components.Link{URL: step.BankURL, Hook: "proceed", Label: p.l.StatusBank(name)}
		if page.Checking {
			page.Bank.Label = p.l.StatusBankUnpaid(name)
		}
	}
	if p.visit.readOnly {
		return // a status link only reads
	}
	if step.CanReturnToInstructions && (step.Reference == "" || step.ReferenceState != scenarios.ReferenceSent) {
		page.Again = &components.Button{Action: p.action("instructions"), Hook: "back", Label: p.l.StatusAgain()}
	}
	if step.CanCorrectReference {
		page.Correct = &components.Button{Action: p.action("correct"), Hook: "back", Label: p.l.StatusCorrect()}
	}
}

// timeline tells what happened so far, each with its time; the last one names
// the zone. Once all is over the page is kept, and the times have their date.
func (p presenter) timeline(step scenarios.ShowStatus) []string {
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
	if step.Payin != nil {
		at(p.l.StatusStarted, step.Payin.CreatedAt)
	}
	if step.Status == scenarios.StatusPending || step.Status == scenarios.StatusUnknown {
		at(p.l.StatusSaidPaid, step.SaidPaidAt)
	}
	if step.Payin != nil && step.Status == scenarios.StatusSuccess {
		at(p.l.StatusConfirmed, step.Payin.ProcessedAt)
	}
	if step.Payin != nil && step.Status == scenarios.StatusFailed {
		at(p.l.StatusEnded, step.Payin.ProcessedAt)
	}
	lines := make([]string, 0, len(events))
	for i, e := range events {
		var written string
		if step.Status.Terminal() {
			written = p.l.Lasting(e.at, p.zone)
		} else {
			written = p.l.Moment(e.at, p.facts.Now, p.zone)
		}
		if i == len(events)-1 {
			written = p.l.InZone(written, e.at, p.zone)
		}
		lines = append(lines, e.say(written))
	}
	return lines
}

// receipt are the lines to keep: what the header doesn't say.
func (p presenter) receipt(step scenarios.ShowStatus) []components.Row {
	r := make(rows, 0, receiptLines)
	r.text("merchant", p.l.StatusReceiptMerchant(), p.merchant)
	if step.Payin == nil {
		return r
	}
	payin := *step.Payin
	if step.Pays.IsPositive() && step.Pays != payin.Money {
		p.moneyRow(&r, "moneyRequired", p.l.StatusReceiptAmount(), step.Pays)
		p.moneyRow(&r, "money", p.l.StatusReceiptOrderAmount(), payin.Money)
	}
	if payin.VAT.IsPositive() {
		p.moneyRow(&r, "vat", p.l.StatusReceiptVAT(), payin.VAT)
	}
	operator, reference := p.l.StatusReceiptOperator(), p.l.StatusReceiptReference()
	m, ok := p.method(payin)
	if ok {
		r.add(components.Row{Hook: "paymentMethodCode", Label: p.l.StatusReceiptMethod(), Text: p.methodName(m), Bare: m.Code})
		operator = p.l.Text("status.receipt.operator." + operatorKind(m))
		if m.Presentation == methods.StoreCode {
			reference = p.l.InstructionsRowCode()
		}
	}
	r.text("paymentOperator", operator, payin.Operator.Name)
	r.number("reference", reference, payin.Reference)
	r.number("externalReference", p.l.StatusReceiptExternalReference(), step.Reference)
	r.account("accountCustomerUsedForPayment", p.l.StatusReceiptAccount(),
		p.accountText(m, payin.AccountCustomerUsed), payin.AccountCustomerUsed)
	r.phone(p.l.InstructionsRowPhoneNumber(), payin.PhoneNumber)
	r.text("emailAddress", p.l.InstructionsRowEmailAddress(), payin.EmailAddress)
	return r
}

// receiptLines is what most receipts have at most.
const receiptLines = 8

// moneyRow adds an amount to read.
func (p presenter) moneyRow(r *rows, hook, label string, m money.Money) {
	r.add(components.Row{Hook: hook, Label: label, Text: p.l.Amount(m), Bare: m.Bare()})
}

// accountText tells an account of the customer's by its number and its holder.
func (p presenter) accountText(m methods.Method, a apiclient.Account) string {
	field, _ := m.Field("accountNumber")
	number := unbroken(field.Text(a.Number))
	if number == "" || a.Name == "" {
		return number + a.Name
	}
	return p.l.InstructionsAccountOf(number, a.Name)
}

// support is whom the merchant's brand names; nobody without one.
func (p presenter) support() *pages.Support {
	return supportOf(p.l, p.server, p.visit, p.merchant)
}
