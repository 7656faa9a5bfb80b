package presenter

import (
	"payapp/internal/links"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/pages"
)

// leaving presents the page that goes on to the bank by itself. A link into an app is
// the customer's to press: the app may be missing, or the browser, inside another app,
// may not open it, and a page that goes on by itself then waits for nothing.
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
		ToPhone: p.toPhone(),
		Return:  p.returnLink(false),
	}
	page.Frame.Deadline, page.Frame.Support = p.deadline(step.Payin), p.support()
	page.AmountNote, page.AmountWhy = p.amountNote(step.Payin, step.Pays, step.Instead)
	if page.App = links.IntoApp(step.URL); page.App {
		page.Frame.Heading = p.l.InstructionsOpenAppNamed(name)
		page.Unopened = p.l.InstructionsUnopened()
		if m, ok := p.method(step.Payin); ok {
			page.Chosen = p.chosenLine(m, step.Payin, step.Chosen)
		}
	}
	if links.Web(step.URL, true) {
		page.Bank = links.Host(step.URL) // a link into an app has none
		page.Host = p.l.LeavingHost(page.Bank)
	}
	page.Frame.Method, page.Frame.Operator = step.Payin.MethodCode, step.Payin.Operator.Code
	if page.App || page.AmountNote != "" {
		page.Lead = p.l.LeavingLeadAmount(name)
	}
	if page.AmountNote != "" { // a different amount must be read first
		page.Frame.Heading = p.l.DetailsPay(p.l.Amount(step.Pays))
		return page
	}
	if !page.App {
		page.Proceed.After = leavingSeconds
	}
	return page
}

// leavingSeconds is the time to read where the page leads.
const leavingSeconds = 2
