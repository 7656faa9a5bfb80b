package handlers

import (
	"time"

	"payapp/apiclient"
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

		AmountNote: p.amountNote(step.Payin, step.Pays),
		VAT:        p.vat(step.Payin),
		Deadline:   p.deadline(step.Payin),
	}
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

// amountNote says why the customer pays another amount than the order's; ""
// where it is the same.
func (p presenter) amountNote(payin apiclient.Payin, pays money.Money) string {
	if pays == payin.Money {
		return ""
	}
	return p.l.InstructionsAmountNote(p.l.Amount(pays), p.l.Amount(payin.Money))
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
		Heading: p.instructionsHeading(m, amount.Text),
		Amount:  amount,

		AmountNote: p.amountNote(payin, step.Pays),
		VAT:        p.vat(payin),

		Rows:     p.instructionRows(step),
		Steps:    p.steps(step),
		Sections: sections(payin),
		Deadline: p.deadline(payin),
		QR:       p.qrCard(m, payin, amount),
		Refresh:  &components.Button{Action: p.action("refresh"), Hook: "refresh", Label: p.l.CommonRefresh()},
		Paid:     &components.Button{Action: p.action("paid"), Hook: "continue", Label: p.l.InstructionsPaid()},
		Waiting:  p.l.InstructionsWaiting(),
		Chosen:   *p.chosen(m, payin.Operator.Name, false),
		Return:   p.returnLink(false),
	}
	page.Frame.Status, page.Frame.Method, page.Frame.Operator = string(step.Status), payin.MethodCode, payin.Operator.Code
	switch m.Presentation {
	case methods.Approve:
		page.Paid.Label = p.l.InstructionsPaidApproved()
	case methods.Phone:
		page.Paid.Label = p.l.InstructionsPaidPin()
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
	default:
		page.Waiting = p.l.InstructionsWaitingUnknown() + " " + p.asOf(step.Stale)
	}
	if step.AppLink != "" {
		page.App = &components.Link{URL: step.AppLink, Hook: "open-app", Label: p.appLabel(m)}
	}
	page.Print = m.Presentation == methods.Transfer || m.Presentation == methods.VirtualAccount // taken along to pay
	page.Warnings = p.warnings(step)
	p.storeSlip(&page, m, payin)
	p.news(&page.Frame)
	if refresh := page.Frame.Refresh; refresh != nil && len(page.Sections) > 0 {
		refresh.Seconds = max(refresh.Seconds, longRefresh)
	}
	return page
}

// longRefresh is the time to read sections of instructions, in seconds.
const longRefresh = 60

func (p presenter) instructionsHeading(m methods.Method, amount string) string {
	if m.UPI() && m.Presentation == methods.Approve {
		return p.l.InstructionsHeadingApproveUPI(amount)
	}
	return p.l.Format("instructions.heading."+string(m.Presentation), map[string]any{"Amount": amount})
}

func (p presenter) appLabel(m methods.Method) string {
	if m.UPI() {
		return p.l.InstructionsOpenUPI()
	}
	return p.l.InstructionsOpenAppNamed(p.methodName(m))
}

func (p presenter) warnings(step scenarios.FollowInstructions) []string {
	var warnings []string
	if step.Method.Presentation == methods.Crypto {
		if network := step.Payin.Operator.Name; network != "" {
			warnings = append(warnings, p.l.InstructionsWarningNetwork(step.Pays.Currency(), network))
		} else {
			warnings = append(warnings, p.l.InstructionsWarningNetworkUnknown(step.Pays.Currency()))
		}
	}
	// Beside a code the row says it: the code stays above the fold.
	if step.Method.Presentation == methods.Transfer && step.Payin.AccountCustomer.Number != "" {
		warnings = append(warnings, p.l.InstructionsWarningPayFrom(p.accountText(step.Method, step.Payin.AccountCustomer)))
	}
	return warnings
}

// deadline is the gateway's, by the server's clock. What lies years away is
// no deadline to show.
func (p presenter) deadline(payin apiclient.Payin) *components.Deadline {
	left := payin.ExpireAt.Sub(p.facts.Now)
	if payin.ExpireAt.IsZero() || left > farDeadline {
		return nil
	}
	return &components.Deadline{
		ISO:      payin.ExpireAt.UTC().Format("2006-01-02T15:04:05Z"),
		Text:     p.l.InstructionsPayBefore(p.l.Time(payin.ExpireAt, p.facts.Now, p.zone)),
		LeftMS:   left.Milliseconds(),
		NearText: p.l.InstructionsMinutesLeft(),
	}
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
	}
	if key := m.CaptionKey(); key != "" {
		card.Caption = p.l.Text(key)
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
