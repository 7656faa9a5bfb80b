package presenter

import (
	"payapp/scenarios"
	"payapp/views/pages"
)

// review presents the last check before Pay, if nothing is missing.
func (p *draft) review(step scenarios.ReviewPayment) pages.ReviewPage {
	page := pages.ReviewPage{
		Frame:   p.frame("review", p.l.ReviewHeading(), stepDetails),
		Notice:  p.notice(step.Notice),
		Chosen:  *p.chosen(step.Method, step.Operator.Name, step.CanChange),
		Implied: p.lockedRows(step.Method, step.Implied),
		Locked:  p.lockedRows(step.Method, step.Locked),
		Wrong:   p.wrong(step.Locked),
		Next:    p.nextText(step.Plan),
		Pay:     p.payButton(step.Method, step.Operator.Name),
		Back:    p.backButton(step.CanChange),
		Return:  p.returnLink(true),
	}
	page.Frame.Method, page.Frame.Operator = step.Method.Code, step.Operator.Code
	return page
}
