package handlers

import (
	"slices"

	"github.com/labstack/echo/v4"

	"payapp/i18n"
	"payapp/methods"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/layout"
	"payapp/views/pages"
)

// problemPage is what all problem pages share: the words of the code.
func problemPage(l *i18n.Locale, code, reference string) pages.ProblemPage {
	text := func(part string) string { return l.Text("problem." + code + "." + part) }
	return pages.ProblemPage{
		Frame:     layout.Frame{T: l, Title: text("heading"), Page: "problem", Problem: code},
		Heading:   text("heading"),
		What:      text("what"),
		Money:     text("money"),
		Do:        text("do"),
		Reference: reference,
	}
}

// presentEntryProblem presents what went wrong outside of a payment, or before
// there was one.
func (s *server) presentEntryProblem(c echo.Context, p problem) pages.ProblemPage {
	l := s.locale(c)
	page := problemPage(l, p.code, supportCode(c))
	page.Frame.Sandbox = s.Sandbox
	if params := c.QueryParams(); p.code != scenarios.ProblemTokenRejected && (len(params) == 0 || len(params) == 1 && params.Has("lang")) {
		// A link's parameters, the token among them, stay out of pages; and a
		// refused token has one page, wherever it was refused.
		page.Frame.Languages = s.languages[l]
	}
	for _, fault := range p.faults {
		page.Details = append(page.Details, faultText(l, fault))
	}
	page.Return = returnLink(l, p.returnURL, scenarios.HostOf(p.returnURL), false)
	return page
}

// faultText names a parameter in plain words and says what is wrong with it.
func faultText(l *i18n.Locale, fault scenarios.ParamFault) string {
	name := l.Text("problem.parameter." + fault.Param)
	if name == "" {
		name = l.ProblemParameterOther(fault.Param)
	}
	switch fault.Reason {
	case scenarios.Missing:
		return l.ProblemParameterMissing(name)
	case scenarios.Twice:
		return l.ProblemParameterTwice(name)
	default:
		return l.ProblemParameterInvalid(name)
	}
}

// problem presents what stands in the way of a payment.
func (p presenter) problem(step scenarios.ShowProblem) pages.ProblemPage {
	code := step.Code
	if code == scenarios.ProblemTokenRejected {
		return p.rejected()
	}
	page := problemPage(p.l, code, p.quote())
	frame := p.frame("problem", page.Frame.Title, 0)
	frame.Problem = code
	if p.proven() {
		frame.Method, frame.Operator = p.facts.InUse()
	}
	page.Frame = frame
	if r := p.facts.Reading; step.Wait && step.CanRetry && r.State == scenarios.NotCreated && !r.Unsure && !p.facts.Progress.Accepted {
		page.Money = p.l.ProblemUnsent() // it is the options that can't be read
	}
	if code == scenarios.ProblemLocked {
		page.What = p.l.ProblemLockedInvalidWhat(p.fieldLabel(step.Field))
	}
	if alone := p.l.Text("problem." + code + ".doAlone"); alone != "" && !step.CanChange {
		page.Do = alone // there is no other way here
	}
	if step.CanRetry && !step.Wait {
		page.Buttons = append(page.Buttons, components.Button{Action: p.action("retry"), Hook: "back", Label: p.l.CommonTryAgain()})
	}
	if step.CanChange {
		page.Buttons = append(page.Buttons, components.Button{
			Action: p.action("change-method"), Hook: "change-method", Label: p.l.CommonChangeMethodLong(),
		})
	}
	if !step.RetryFirst {
		slices.Reverse(page.Buttons) // another way is the better one
	}
	if step.Wait {
		page.Buttons = append(page.Buttons, components.Button{Action: p.action("refresh"), Hook: "refresh", Label: p.l.CommonTryAgain()})
		p.news(&page.Frame)
	}
	// Leaving cancels only what was never created, and not what was refused.
	page.Leave = step.Leave
	page.Return = p.returnLink(p.facts.Reading.State == scenarios.NotCreated && !step.Leave)
	page.Support = p.support()
	return page
}

// rejected presents a token that doesn't do. Before the gateway has accepted
// it, nothing of the merchant or the payment is shown; afterwards its time may
// be over, or it may never have been good for paying, and the page has a way
// back.
func (p presenter) rejected() pages.ProblemPage {
	if !p.visit.progress.Proven {
		page := problemPage(p.l, scenarios.ProblemTokenRejected, p.quote())
		page.Frame.Sandbox = p.server.Sandbox
		return page
	}
	code := scenarios.ProblemTokenRejected
	if !p.visit.expires.IsZero() && !p.facts.Now.Before(p.visit.expires) {
		code = problemTokenExpired
	}
	page := problemPage(p.l, code, p.quote())
	frame := p.frame("problem", page.Frame.Title, 0)
	frame.Problem = code
	page.Frame = frame
	page.Return = p.returnLink(false)
	return page
}

// fieldLabel is a field's name in the page's language, by whichever method
// asks for it.
func (p presenter) fieldLabel(name string) string {
	field := methods.Field{Name: name}
	code, _ := p.facts.InUse()
	if m, ok := p.server.Catalogue.Find(code, p.visit.order.Money.Currency()); ok {
		if found, ok := m.Field(name); ok {
			field = found
		}
	}
	return p.labelOf(field)
}
