package presenter

import (
	"payapp/internal/links"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/pages"
)

// leaving presents the page that goes on to the bank by itself.
func (p *draft) leaving(step scenarios.LeaveForBank) pages.LeavingPage {
	name, glyph := step.Payin.Operator.Name, "pending"
	if m, ok := p.method(step.Payin); ok {
		name, glyph = p.destination(m, name), string(m.Glyph)
	}
	page := pages.LeavingPage{
		Frame:   p.taxed(p.frame("leaving", p.l.LeavingHeading(name), stepPay), step.Payin),
		Glyph:   glyph,
		Lead:    p.l.LeavingLead(),
		Proceed: components.Link{URL: step.URL, Hook: "proceed", Label: p.l.LeavingProceed(name)},

		Return: p.returnLink(false),
	}
	page.Frame.Deadline, page.Frame.Support = p.deadline(step.Payin), p.support()
	page.AmountNote, page.AmountWhy = p.amountNote(step.Payin, step.Pays)
	if links.Web(step.URL, true) {
		page.Bank = links.Host(step.URL) // a link into an app has none
		page.Host = p.l.LeavingHost(page.Bank)
	}
	page.Frame.Method, page.Frame.Operator = step.Payin.MethodCode, step.Payin.Operator.Code
	if page.AmountNote != "" {
		page.Lead = p.l.LeavingLeadAmount(name) // a different amount must be read first
		page.Frame.Heading = p.l.DetailsPay(p.l.Amount(step.Pays))
		return page
	}
	page.Proceed.After = leavingSeconds
	return page
}

// leavingSeconds is the time to read where the page leads.
const leavingSeconds = 2
