package handlers

import (
	"strings"
	"time"

	"payapp/apiclient"
	"payapp/i18n"
	"payapp/internal/money"
	"payapp/internal/qr"
	"payapp/methods"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/layout"
	"payapp/views/pages"
)

// leaving presents the way on to the bank, which it takes by itself.
func (p presenter) leaving(step scenarios.LeaveForBank) pages.LeavingPage {
	name := step.Payin.Operator.Name
	if m, ok := p.method(step.Payin); ok {
		name = p.destination(m, name)
	}
	page := pages.LeavingPage{
		Frame:   p.frame("leaving", p.l.LeavingTitle(name), stepPay),
		Heading: p.l.LeavingHeading(name),
		Lead:    p.l.LeavingLead(),
		Proceed: components.Link{URL: step.URL, Hook: "proceed", Label: p.l.LeavingProceed(name)},

		VAT:      p.vat(step.Payin),
		Deadline: p.deadline(step.Payin),
		Support:  p.support(),
	}
	page.AmountNote, page.AmountWhy = p.amountNote(step.Payin, step.Pays)
	if scenarios.IsWebAddress(step.URL, true) {
		page.Host = p.l.LeavingHost(scenarios.HostOf(step.URL)) // a link into an app has none
	}
	page.Frame.Method, page.Frame.Operator = step.Payin.MethodCode, step.Payin.Operator.Code
	if page.AmountNote != "" {
		page.Lead = p.l.LeavingLeadAmount() // another amount than the order's is to be read first
		return page
	}
	page.Frame.Refresh = &layout.Refresh{Seconds: leavingSeconds, URL: step.URL, Always: true}
	return page
}

// amountNote says that the customer pays another amount than the order's, and
// why; "" where it is the same.
func (p presenter) amountNote(payin apiclient.Payin, pays money.Money) (note, why string) {
	if pays == payin.Money {
		return "", ""
	}
	return p.l.InstructionsAmountNote(p.l.Amount(pays), p.l.Amount(payin.Money)), p.l.InstructionsAmountWhy()
}

// vat is the line about the tax, where there is one.
func (p presenter) vat(payin apiclient.Payin) string {
	if !payin.VAT.IsPositive() {
		return ""
	}
	return p.l.InstructionsVAT(p.l.Amount(payin.VAT))
}

// leavingSeconds is the time to read where the way leads.
const leavingSeconds = 2

// method is the payment's row of the catalogue.
func (p presenter) method(payin apiclient.Payin) (methods.Method, bool) {
	return p.server.Catalogue.Find(payin.MethodCode, payin.Money.Currency())
}

// instructions presents how to pay.
func (p presenter) instructions(step scenarios.FollowInstructions) pages.InstructionsPage {
	m, payin := step.Method, step.Payin
	amount := p.amount(step.Pays)
	page := pages.InstructionsPage{
		Frame:   p.frame("instructions", p.l.InstructionsTitle(), stepPay),
		Heading: p.instructionsHeading(m, payin.Operator.Name, amount.Text),
		Amount:  amount,
		VAT:     p.vat(payin),

		Rows:     p.instructionRows(step),
		Payer:    p.payerRows(m, payin),
		Sections: sections(payin),
		Deadline: p.deadline(payin),
		QR:       p.qrCard(m, payin, amount),
		Refresh:  &components.Button{Action: p.action("refresh"), Hook: "refresh", Label: p.l.CommonRefresh()},
		Paid:     &components.Button{Action: p.action("paid"), Hook: "continue", Label: p.l.InstructionsPaid()},
		Waiting:  p.l.InstructionsWaiting(),
		Chosen:   p.chosenLine(m, payin),
		Return:   p.returnLink(false),
		Support:  p.support(),
	}
	page.AmountNote, page.AmountWhy = p.amountNote(payin, step.Pays)
	page.Steps = p.steps(step, page.QR)
	page.Frame.Status, page.Frame.Method, page.Frame.Operator = string(step.Status), payin.MethodCode, payin.Operator.Code
	switch m.Presentation {
	case methods.Approve:
		page.Paid.Label = p.l.InstructionsPaidApproved()
		p.ownSideFirst(&page, p.l.InstructionsNothingCameApprove)
	case methods.Phone:
		page.Paid.Label = p.l.InstructionsPaidPin()
		p.ownSideFirst(&page, p.l.InstructionsNothingCamePhone)
	}
	if page.QR != nil && page.QR.Path == "" && m.Presentation == methods.QR {
		page.Heading = p.l.InstructionsHeadingPaste(amount.Text) // there is nothing to scan
	}
	if step.AsksReference {
		page.Paid.Label = p.l.InstructionsPaidReference()
	}
	if step.Notice == scenarios.AlreadyStarted {
		page.Notice = p.l.InstructionsStarted(p.methodName(m))
	}
	if !payin.CreatedAt.IsZero() {
		page.Waiting = p.l.InstructionsWaitingStarted(p.l.Clock(payin.CreatedAt, p.zone))
	}
	switch {
	case p.over():
		page.Waiting = p.l.InstructionsWaitingOver() + " " + p.asOf(step.Stale)
		page.Refresh = nil // it would change nothing
	case step.Status != scenarios.StatusUnknown:
		page.Checked = p.checked()
		if !step.AsksReference { // who has a number to give has to come back
			page.Waiting += " " + p.l.InstructionsClose(p.merchant)
		}
	default:
		page.Waiting = p.l.InstructionsWaitingUnknown() + " " + p.asOf(step.Stale)
	}
	if step.AppLink != "" {
		page.App = &components.Link{URL: step.AppLink, Hook: "open-app", Label: p.appLabel(m)}
	}
	page.Print = m.Presentation == methods.Transfer || m.Presentation == methods.VirtualAccount // taken along to pay
	page.Warnings = p.warnings(step)
	p.storeSlip(&page, m, payin)
	if step.NetworkUnknown() {
		p.stopCrypto(&page, step)
	}
	p.news(&page.Frame)
	if refresh := page.Frame.Refresh; refresh != nil && len(page.Sections) > 0 {
		refresh.Seconds = max(refresh.Seconds, longRefresh)
	}
	return page
}

// longRefresh is the time to read sections of instructions, in seconds.
const longRefresh = 60

// ownSideFirst shows the customer's own number or account above the steps: a
// request that never comes went to a wrong one, most often.
func (p presenter) ownSideFirst(page *pages.InstructionsPage, nothing func(string) string) {
	page.Nothing = p.l.InstructionsNothingCame(p.merchant)
	if len(page.Payer) > 0 {
		page.Nothing = nothing(p.merchant)
	}
	page.Rows, page.Payer = append(page.Rows, page.Payer...), nil
}

// stopCrypto takes away everything to pay by while the network is unknown.
func (p presenter) stopCrypto(page *pages.InstructionsPage, step scenarios.FollowInstructions) {
	page.Heading = p.l.InstructionsHeadingNoNetwork(page.Amount.Text)
	page.Danger = p.l.InstructionsWarningNetworkUnknown(step.Pays.Currency())
	page.QR, page.Rows, page.Paid, page.Chosen = nil, nil, nil, ""
	if step.Status == scenarios.StatusPending {
		page.Waiting, page.Checked = "", "" // nobody waits for what mustn't be sent
	}
}

// chosenLine names the way in use; whoever chose it hears how to pay another
// way.
func (p presenter) chosenLine(m methods.Method, payin apiclient.Payin) string {
	name := p.methodName(m)
	if payin.Operator.Name != "" {
		name += " · " + payin.Operator.Name
	}
	if p.facts.Instruction.MethodCode == "" && p.facts.Work.Notice != scenarios.AlreadyStarted && p.returnURL != "" {
		return p.l.InstructionsChosen(name, p.merchant)
	}
	return p.l.CommonLabelled(p.l.StatusReceiptMethod(), name)
}

func (p presenter) instructionsHeading(m methods.Method, operator, amount string) string {
	if m.UPI() && m.Presentation == methods.Approve {
		return p.l.InstructionsHeadingApproveUPI(amount)
	}
	if m.Presentation == methods.StoreCode && operator != "" {
		return p.l.InstructionsHeadingStoreAt(amount, operator)
	}
	return p.l.Format("instructions.heading."+string(m.Presentation), map[string]any{"Amount": amount})
}

func (p presenter) appLabel(m methods.Method) string {
	if m.UPI() {
		return p.l.InstructionsOpenUPI()
	}
	return p.l.InstructionsOpenAppNamed(p.methodName(m))
}

func (p presenter) warnings(step scenarios.FollowInstructions) []pages.Warning {
	var warnings []pages.Warning
	if step.Method.Presentation == methods.Crypto && !step.NetworkUnknown() {
		warnings = append(warnings, pages.Warning{Text: p.l.InstructionsWarningNetwork(step.Pays.Currency(), step.Payin.Operator.Name)})
	}
	if warnsOfPayer(step.Method, step.Payin) {
		account := step.Payin.AccountCustomer
		warnings = append(warnings, pages.Warning{
			Text: p.l.InstructionsWarningPayFrom(p.accountText(step.Method, account)),
			Hook: "accountCustomer", Value: bareAccount(account),
		})
	}
	return warnings
}

// warnsOfPayer: a transfer from another account is hard to recognise. Beside a
// code a row says it: the code stays above the fold.
func warnsOfPayer(m methods.Method, payin apiclient.Payin) bool {
	return m.Presentation == methods.Transfer && payin.AccountCustomer.Number != ""
}

// deadline is the gateway's, by the server's clock. What lies years away is
// no deadline to show.
func (p presenter) deadline(payin apiclient.Payin) *components.Deadline {
	left := payin.ExpireAt.Sub(p.facts.Now)
	if payin.ExpireAt.IsZero() || left > farDeadline {
		return nil
	}
	d := &components.Deadline{
		ISO:      payin.ExpireAt.UTC().Format("2006-01-02T15:04:05Z"),
		Text:     p.l.InstructionsPayBefore(p.l.Time(payin.ExpireAt, p.facts.Now, p.zone)),
		LeftMS:   left.Milliseconds(),
		NearText: p.l.InstructionsMinutesLeft(),
	}
	if i18n.IsToday(payin.ExpireAt, p.facts.Now, p.zone) {
		d.Paper = p.l.InstructionsPayBefore(p.l.InZone(p.l.Lasting(payin.ExpireAt, p.zone), payin.ExpireAt, p.zone))
	}
	return d
}

const farDeadline = 366 * 24 * time.Hour

// qrCard draws the code. What can't be scanned is shown as text.
func (p presenter) qrCard(m methods.Method, payin apiclient.Payin, amount layout.Amount) *components.QRCard {
	text := scenarios.Payload(m, payin)
	if text == "" {
		return nil
	}
	card := &components.QRCard{
		Amount:    amount,
		Alt:       p.l.InstructionsQrAltPlain(amount.Text),
		SaveURL:   p.action("qr.png"),
		SaveAs:    "qr-" + fileName(p.visit.instruction.IDPayin) + ".png",
		Payload:   text,
		CopyLabel: p.l.InstructionsCopyQR(),
		ShowText:  m.CopiesPayload,
		First:     m.Presentation != methods.Crypto, // wallets take the address, not a picture
		Pasted:    m.CopiesPayload || m.QRLink,
	}
	if key := m.CaptionKey(); key != "" {
		card.Caption = p.l.Text(key)
		if strings.EqualFold(card.Caption, payin.QRName) {
			card.Name = payin.QRName
		}
	}
	if p.merchant != "" {
		card.Alt = p.l.InstructionsQrAlt(amount.Text, p.merchant)
	}
	if m.CopiesPayload {
		card.CopyLabel = p.l.InstructionsCopyPix()
	}
	code, err := qr.SVG(text)
	if err != nil {
		card.ShowText, card.SaveURL = true, ""
		return card
	}
	if m.Presentation == methods.Crypto && text == payin.Account.Number {
		card.CopyLabel = "" // the address's row copies it
	}
	card.Size, card.Path = code.Size, code.Path
	return card
}

func sections(payin apiclient.Payin) []components.Section {
	list := make([]components.Section, 0, len(payin.InstructionList))
	for _, s := range payin.InstructionList {
		list = append(list, components.Section{Title: s.Title, Steps: s.Steps})
	}
	return list
}
