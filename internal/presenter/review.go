package presenter

import (
	"slices"

	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/pages"
)

// picked presents the choice of an operator with the one that is chosen: its row has
// Pay, and the others can be had instead. Among folded ones it is the first.
func (p *draft) picked(step scenarios.ReviewPayment) pages.OptionsPage {
	page := p.options(scenarios.ChooseOption{Method: step.Among, CanChange: step.Open, Notice: step.Notice})
	page.Frame.Page, page.Frame.Operator = "review", step.Operator.Code
	at := slices.IndexFunc(page.Operators, func(o components.Operator) bool { return o.Code == step.Operator.Code })
	row := page.Operators[at]
	row.Next, row.Pay = p.nextText(step.Plan), p.payButton(step.Method, step.Operator.Name)
	if page.More != "" {
		page.Operators = slices.Insert(slices.Delete(page.Operators, at, at+1), 0, row)
	} else {
		page.Operators[at] = row
	}
	return page
}

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
