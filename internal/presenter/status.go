package presenter

import (
	"slices"
	"strings"

	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/pages"
)

// status presents what is known of the payment.
func (p *draft) status(step scenarios.ShowStatus) pages.StatusPage {
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
	p.howToPay(&page, step)
	if p.over() {
		p.statusOver(&page, step)
	} else if !step.Status.Terminal() || step.Deadline {
		p.statusActions(&page, step)
	}
	return page
}

// howToPay adds what one pays by, where the step has it. What stands there isn't
// repeated among the payment's details.
func (p *draft) howToPay(page *pages.StatusPage, step scenarios.ShowStatus) {
	if step.How == nil {
		return
	}
	how := p.instructions(*step.How)
	how.Waiting = p.detailsAsOf(step.How.Stale)
	shown := map[string]bool{}
	for _, row := range slices.Concat(how.Rows, how.Payer) {
		shown[row.Hook] = true
	}
	if how.Code != nil {
		shown[how.Code.Hook] = true
	}
	page.Receipt = slices.DeleteFunc(page.Receipt, func(row components.Row) bool { return shown[row.Hook] })
	page.How = &how
}

// statusOver says what was known last, once the link's time is over: nothing is
// asked any more.
func (p *draft) statusOver(page *pages.StatusPage, step scenarios.ShowStatus) {
	page.Notice = p.l.StatusTokenExpired()
	if step.Status.Terminal() {
		return
	}
	page.Heading, page.Next = p.l.StatusOverHeading(), strings.TrimSpace(p.unsentNumber(step)+" "+p.l.StatusOverNext())
	if !step.Stale.IsZero() {
		page.AsOf = p.l.StatusOverKnown(p.l.Time(step.Stale, p.Facts.Now, p.zone))
	}
	p.statusWays(page, step) // it can still be paid
	page.Ended = true
}

// hasNumber reports whether the number is where it belongs, or on its way there:
// who has paid and given it needs no instructions.
func hasNumber(step scenarios.ShowStatus) bool {
	return step.Reference != "" &&
		(step.ReferenceState == scenarios.ReferenceSent || step.ReferenceState == scenarios.ReferenceInLine)
}

// statusActions are the ways on while the payment isn't over.
func (p *draft) statusActions(page *pages.StatusPage, step scenarios.ShowStatus) {
	p.news(&page.Frame)
	if !step.CheckedAt.IsZero() {
		page.AsOf = p.checked(step.CheckedAt)
	}
	page.Refresh = &components.Button{Action: p.action("refresh"), Hook: "refresh", Label: p.l.StatusRefresh()}
	p.statusWays(page, step)
	if step.CanCorrectReference && !p.ReadOnly {
		page.Correct = &components.Button{Action: p.action("correct"), Hook: "back", Label: p.l.StatusCorrect()}
	}
}

// statusWays lead to where one pays, for who hasn't yet.
func (p *draft) statusWays(page *pages.StatusPage, step scenarios.ShowStatus) {
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
	if step.CanReturnToInstructions && !hasNumber(step) && !p.ReadOnly { // a status link only reads
		page.Again = &components.Button{Action: p.action("instructions"), Hook: "back", Label: p.l.StatusAgain()}
	}
}
