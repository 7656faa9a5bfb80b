package presenter

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"payapp/apiclient"
	"payapp/i18n"
	"payapp/internal/known"
	"payapp/internal/links"
	"payapp/methods"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/pages"
)

// instructions presents how to pay.
func (p *draft) instructions(step scenarios.FollowInstructions) pages.InstructionsPage {
	m, payin := step.Method, step.Payin
	amount := p.amount(step.Pays)
	page := pages.InstructionsPage{
		Frame:  p.taxed(p.frame("instructions", p.instructionsHeading(m, payin.Operator, amount.Text), stepPay), payin),
		Amount: amount,

		Rows:     p.instructionRows(step),
		Payer:    p.payerRows(m, payin),
		Yours:    p.ownRows(m, payin),
		Menus:    kioskMenus(m, payin),
		Sections: sections(payin),
		QR:       p.qrCard(m, payin, amount),
		Refresh:  &components.Button{Action: p.action("refresh"), Hook: "refresh", Label: p.l.CommonRefresh()},
		Paid:     &components.Button{Action: p.action("paid"), Hook: "continue", Seen: p.Mark, Label: p.l.InstructionsPaid()},
		Notice:   p.notice(step.Notice),
		Watching: p.watching(),
		Chosen:   p.chosenLine(m, payin, step.Chosen),
		ToPhone:  p.toPhone(),
		Return:   p.returnLink(false),
	}
	page.Frame.HowToPay = true
	page.AmountNote, page.AmountWhy = p.amountNote(payin, step.Pays, step.Instead)
	page.Steps = p.steps(step, page.QR)
	if page.QR != nil && page.QR.Path != "" && m.Presentation == methods.Transfer {
		page.Heading = p.l.InstructionsHeadingPaste(amount.Text)
		page.Scan, page.ScanPhone = p.l.InstructionsStepsScan(), p.l.InstructionsStepsScanPhone()
	}
	page.Frame.Deadline, page.Frame.Support = p.deadline(payin), p.support()
	page.Frame.Status, page.Frame.Method, page.Frame.Operator = string(step.Status), payin.MethodCode, payin.Operator.Code
	switch m.Presentation {
	case methods.Approve:
		page.Paid.Label = p.l.InstructionsPaidApproved()
		p.ownSideFirst(&page)
	case methods.Phone:
		page.Paid.Label = p.l.InstructionsPaidPin()
		p.ownSideFirst(&page)
	}
	if page.QR != nil && page.QR.Path == "" && m.Presentation == methods.QR {
		page.Heading = p.l.InstructionsHeadingPaste(amount.Text) // there is nothing to scan
	}
	if step.AsksReference {
		page.Paid.Label, page.Asks = p.l.InstructionsPaidReference(), true
	}
	if step.NumberForShop {
		page.Warnings = append(page.Warnings, pages.Warning{Text: p.l.InstructionsNumberForShop()})
	}
	if step.Notice == scenarios.AlreadyStarted {
		page.Notice.Text = i18n.Join(p.l.InstructionsStarted(p.nameWith(m, payin.Operator.Name)), p.returnsOtherMethod())
	}
	page.Notice.Text = i18n.Join(page.Notice.Text, p.doubted())
	switch {
	case p.Over:
		page.Watching, page.Doubt = "", i18n.Join(p.l.InstructionsWaitingOver(), p.detailsAsOf(step.Stale))
		page.Refresh = nil // a reload would change nothing
	case step.Status != known.Unknown:
		page.Checked = p.checked(step.CheckedAt)
		if !step.AsksReference { // who has a number to give has to come back
			page.Waiting = p.closeOncePaid()
		}
	default:
		page.Watching, page.Doubt = "", i18n.Join(p.l.InstructionsWaitingUnknown(), p.detailsAsOf(step.Stale))
	}
	if step.AppLink != "" {
		page.App = &components.Link{URL: step.AppLink, Hook: "open-app", Label: p.appLabel(m, payin.Operator.Name)}
		if links.IntoApp(step.AppLink) {
			page.Unopened = p.l.InstructionsUnopened()
		}
	}
	if _, later := p.PaidLater(p.Now.Add(-p.Behind)); later {
		p.paidLater(&page, step)
	}
	page.Print = m.Presentation == methods.Transfer || m.Presentation == methods.VirtualAccount // to take along when paying
	page.Warnings = append(page.Warnings, p.warnings(step)...)
	p.storeSlip(&page, m, payin)
	if step.NetworkUnknown() {
		p.stopCrypto(&page, step)
	}
	page.OnPhone = p.onPhone(m, payin, page)
	p.news(&page.Frame)
	if refresh := page.Frame.Refresh; refresh != nil && len(page.Sections) > 0 {
		refresh.Seconds = max(refresh.Seconds, longRefresh)
	}
	return page
}

// watching says what the page waits for.
func (p *draft) watching() string {
	switch p.Moment {
	case scenarios.Unpaid:
		return p.l.StatusPendingHeading()
	case scenarios.Working, scenarios.Partly, scenarios.SaidToPay:
		return p.l.StatusPendingHeadingChecking()
	}
	return ""
}

// doubted says beside a way that somebody may have paid already, or that it is another
// one than before.
func (p *draft) doubted() string {
	switch p.Moment {
	case scenarios.Unsure:
		return i18n.Join(p.secondTry(), p.l.WaitingMoneyUnknown())
	case scenarios.Working:
		return i18n.Join(p.secondTry(), p.l.StatusLeftOut())
	case scenarios.Partly:
		return i18n.Join(p.secondTry(), p.l.StatusPart())
	}
	return p.secondTry()
}

// paidLater says until when the page isn't needed. That it waits is no news then.
func (p *draft) paidLater(page *pages.InstructionsPage, step scenarios.FollowInstructions) {
	page.TakenAlong = true
	page.Later = &pages.Later{
		Until:  p.l.InstructionsLater(p.l.Soon(step.Payin.ExpireAt, p.Now, p.zone)),
		Then:   p.l.InstructionsLaterAfter(),
		Remind: components.Link{URL: p.action("reminder.ics"), Hook: "remind", Label: p.l.InstructionsRemind()},
	}
	if !step.Unkept {
		page.Later.Then = i18n.Join(page.Later.Then, p.l.InstructionsLaterAgain())
	}
	page.Waiting = ""
}

// closeOncePaid says that the page may be closed, but not before there is nothing
// left to do.
func (p *draft) closeOncePaid() string {
	if p.payee == "" {
		return p.l.InstructionsClosePaidShop()
	}
	return p.l.InstructionsClosePaid(p.payee)
}

// longRefresh is the time to read sections of instructions, in seconds.
const longRefresh = 60

// ownSideFirst shows the customer's own number or account above the steps: if a
// payment request never comes, the number is usually wrong.
func (p *draft) ownSideFirst(page *pages.InstructionsPage) {
	if p.shop != "" {
		page.Nothing = p.l.InstructionsNothingCame(p.shop)
	}
	page.Rows, page.Payer, page.Yours = slices.Concat(page.Rows, page.Payer, page.Yours), nil, nil
	at := slices.IndexFunc(page.Rows, func(r components.Row) bool { return r.Hook == "phoneNumber" })
	if at < 0 {
		return
	}
	number := page.Rows[at]
	number.Text = strings.ReplaceAll(number.Text, " ", "\u00a0")
	page.Look = &pages.Warning{Text: p.l.InstructionsLookAtPhone(number.Text), Hook: number.Hook, Value: number.Value(), Shown: number.Text}
	page.Rows = slices.Delete(page.Rows, at, at+1)
}

// stopCrypto removes everything to pay by while the network is unknown.
func (p *draft) stopCrypto(page *pages.InstructionsPage, step scenarios.FollowInstructions) {
	page.Heading = p.l.InstructionsHeadingNoNetwork(page.Amount.Text)
	page.Danger = p.l.InstructionsWarningNetworkUnknown(step.Pays.Currency())
	page.QR, page.Rows, page.Paid, page.Chosen = nil, nil, nil, ""
	page.Frame.Deadline, page.Frame.Support.Asked = nil, true // nobody should hurry
	if step.Status == known.Pending {
		page.Watching, page.Waiting, page.Checked, page.Refresh = "", "", "", nil // nor wait for what must not be sent
	}
}

func (p *draft) instructionsHeading(m methods.Method, operator apiclient.Operator, amount string) string {
	if shop := cmp.Or(m.Kiosk[operator.Code].Shop, operator.Name); m.Presentation == methods.StoreCode && shop != "" {
		return p.l.InstructionsHeadingStoreAt(amount, shop)
	}
	return p.l.Format("instructions.heading."+presented(m), map[string]any{"Amount": amount, "App": m.AppName})
}

// appLabel says where the link leads: into an app or, beside a code or an
// account, to the answer's own address.
func (p *draft) appLabel(m methods.Method, operator string) string {
	switch {
	case m.PaysIn() == methods.AppUPI:
		return p.l.InstructionsOpenUPI()
	case m.OpensApp:
		return p.l.InstructionsOpenAppNamed(p.methodName(m))
	default:
		return p.l.LeavingProceed(p.destination(m, operator))
	}
}

func (p *draft) warnings(step scenarios.FollowInstructions) []pages.Warning {
	var warnings []pages.Warning
	if step.Method.Presentation == methods.Crypto && !step.NetworkUnknown() {
		text := p.l.InstructionsWarningNetwork(step.Pays.Currency(), step.Payin.Operator.Name)
		if step.Picked {
			text = i18n.Join(p.l.InstructionsNetworkChosen(step.Payin.Operator.Name), text)
		}
		warnings = append(warnings, pages.Warning{Text: text, Loses: true})
	}
	if warnsOfPayer(step.Method, step.Payin) {
		account := step.Payin.AccountCustomer
		shown := p.accountText(step.Method, account)
		warnings = append(warnings, pages.Warning{
			Text: p.l.InstructionsWarningPayFrom(shown),
			Hook: "accountCustomer", Value: bareAccount(account), Shown: shown,
		})
	}
	if step.Unkept {
		warnings = append(warnings, pages.Warning{Text: p.l.InstructionsUnkept()})
	}
	return warnings
}

// detailsAsOf says when the instructions were read, and that the gateway may
// say something else now.
func (p *draft) detailsAsOf(read time.Time) string {
	if read.IsZero() {
		return ""
	}
	return p.l.InstructionsAsOf(p.l.Time(read, p.Now, p.zone))
}
