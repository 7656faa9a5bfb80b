package presenter

import (
	"net/url"
	"slices"

	"payapp/i18n"
	"payapp/internal/links"
	"payapp/methods"
	"payapp/scenarios"
	"payapp/scenarios/entry"
	"payapp/views/components"
	"payapp/views/layout"
	"payapp/views/pages"
)

// problemPage is what all problem pages share: the texts of the code and, beside
// the sandbox, the address of the calls that were made for the order, or of all
// calls. It is for the merchant's developer and has no words to translate.
func (s *Presenter) problemPage(l *i18n.Locale, code, reference, order string) pages.ProblemPage {
	calls := s.settings.Calls
	if calls != "" && order != "" {
		calls += "?" + url.Values{"order": {order}}.Encode()
	}
	text := func(part string) string { return l.Text("problem." + code + "." + part) }
	return pages.ProblemPage{
		Frame:     layout.Frame{T: l, Heading: text("heading"), Page: "problem", Problem: code, Calls: calls},
		What:      text("what"),
		Money:     text("money"),
		Do:        text("do"),
		Reference: reference,
	}
}

// ProblemInput is what a problem page is made of if there is no payment to show:
// something is wrong with the request, or there is no session for it.
type ProblemInput struct {
	Locale      *i18n.Locale
	Code        string // of the problem; it has texts
	SupportCode string
	// Faults are what is wrong with a link's parameters.
	Faults []entry.ParamFault
	// ReturnURL leads back to the shop; "" = not known.
	ReturnURL string
	// From is the site that the customer comes from, as their browser says; "" = it
	// doesn't. Back leads there where no script can.
	From string
	// OwnAddress says that nothing in the page's address must be kept out of
	// pages, so the other languages can be offered under it.
	OwnAddress bool
	// Cause is the log's word for it, shown beside the sandbox alone.
	Cause string
	// Link says that it is a link's address, which must stay out of pages: the
	// other languages are offered by a form that is posted there.
	Link bool
	// Likely are the tags of languages to offer first.
	Likely [3]string
	// Languages asks for all languages instead of the problem, if the page
	// offers others.
	Languages bool
}

// Problem presents a problem outside of a payment, or before there was one.
func (s *Presenter) Problem(in ProblemInput) Page {
	page := s.problemPage(in.Locale, in.Code, in.SupportCode, "")
	if page.Frame.Site = s.settings; in.Code == scenarios.ProblemTokenRejected {
		page.Money = in.Locale.MoneyPage() // refused before anything was sent
		in.Likely = withoutMarket(in.Likely)
	}
	if in.OwnAddress || in.Link {
		page.Frame.Languages, page.Frame.Likely, page.Frame.SendLanguage = s.otherLanguages[in.Locale.Tag()], in.Likely, in.Link
		if in.Languages {
			return Page{Component: pages.Languages(s.languagesPage(page.Frame))}
		}
	}
	if page.Calls != "" {
		page.Cause = in.Cause
	}
	for _, fault := range in.Faults {
		page.Details = append(page.Details, pages.Detail{Text: faultText(in.Locale, fault), Mend: fault.Mend})
		if fault.Reason != entry.Missing {
			page.Heading = in.Locale.ProblemTokenRejectedHeading() // nothing is incomplete
		}
	}
	page.WhatForShop = len(page.Details) > 0
	page.Return, page.From = returnLink(in.Locale, in.ReturnURL, links.Host(in.ReturnURL), false), in.From
	return Page{Component: pages.Problem(page), Problem: in.Code}
}

// faultText names a parameter, for the developer of the link, and says what is
// wrong with it.
func faultText(l *i18n.Locale, fault entry.ParamFault) string {
	switch fault.Reason {
	case entry.Missing:
		return l.ProblemParameterMissing(fault.Param)
	case entry.Twice:
		return l.ProblemParameterTwice(fault.Param)
	default:
		return l.ProblemParameterInvalid(fault.Param)
	}
}

// problem presents what prevents a payment.
func (p *draft) problem(step scenarios.ShowProblem) pages.ProblemPage {
	code := step.Code
	rejected := code == scenarios.ProblemTokenRejected || code == scenarios.ProblemTokenExpired
	page := p.problemPage(p.l, code, p.SupportCode, p.OrderID)
	if rejected && !p.Verified { // nothing of the merchant or the payment is shown
		p.moneyOf(&page, step)
		page.Frame.Site, page.Frame.Languages, page.Frame.Likely = p.settings, p.otherLanguages[p.l.Tag()], withoutMarket(p.Likely)
		return page
	}
	frame := p.frame("problem", page.Frame.Heading, 0)
	frame.Problem, frame.Calls, frame.Support = code, page.Frame.Calls, p.support()
	page.Frame = frame
	if step.Wait && step.CanRetry && step.Missing {
		page.Money = p.l.MoneyNone() // the options can't be read
	}
	p.moneyOf(&page, step)
	if rejected { // it may have expired, or never have been valid for paying
		page.Return = p.returnLink(false)
		return page
	}
	if p.Verified {
		page.Frame.Method, page.Frame.Operator = step.Method, step.Operator
	}
	page.Do = p.named("problem." + code + ".do")
	if d := step.Differs; d != nil {
		r := make(rows, 0, 2)
		p.amounts(&r, *d, p.l.StatusReceiptPayment())
		page.Rows = r
	}
	if code == scenarios.ProblemLocked {
		page.What = p.l.ProblemLockedInvalidWhat(p.fieldLabel(step.Field, step.Method))
		if step.Mend != "" {
			page.Details = []pages.Detail{{Text: p.l.ProblemParameterInvalid(step.Field), Mend: step.Mend}}
		}
	}
	if alone := p.l.Text("problem." + code + ".doAlone"); alone != "" && !step.CanChange {
		page.Do = alone // there is nothing else to do here
	}
	if step.Given && (code == scenarios.ProblemRefused || code == scenarios.ProblemUnclear) {
		page.Do = p.l.ProblemOptionsUnsupportedDo() // there are no details of theirs to check
	}
	if step.CanRetry && !step.Wait {
		page.Buttons = append(page.Buttons, components.Button{Action: p.action("retry"), Hook: "back", Label: p.l.CommonTryAgain()})
	}
	if step.CanChange || step.OtherOperator { // the page of operators leads on to the methods
		change := components.Button{Action: p.action("change-method"), Hook: "change-method", Label: p.l.CommonChangeMethodLong()}
		if m, ok := p.catalogue.Find(step.Method, p.Currency); ok && step.OtherOperator {
			change.Label = p.l.Text("options.heading." + operatorKind(m))
		}
		page.Buttons = append(page.Buttons, change)
	}
	if !step.RetryFirst {
		slices.Reverse(page.Buttons) // the other button is the better one
		page.RetryLast = step.CanRetry && !step.Wait
	}
	if step.Wait {
		ask := components.Button{Action: p.action("refresh"), Hook: "refresh", Label: p.l.CommonRefresh()}
		if step.CanRetry && !p.Over {
			page.Do = p.l.StatusUnknownNext() // nothing is to be tried again: the page asks by itself
			if step.Missing {                 // nor is there a payment to check
				page.Sure, ask.Label = true, p.l.CommonTryAgain()
			}
		}
		page.Buttons = append(page.Buttons, ask)
		page.Tried = p.l.StatusTried(p.l.InZone(p.l.Second(p.Now, p.zone), p.Now, p.zone))
		p.news(&page.Frame)
	}
	// Leaving cancels only a payment that was never created and could be here, and
	// not one that was refused.
	page.Leave = step.Leave
	page.Return = p.returnLink(step.Missing && !step.Leave && len(page.Buttons) > 0)
	page.AskShop = asksShop[code]
	page.Frame.Support.Asked = page.AskShop
	return page
}

// asksShop are the problems that only the shop can solve.
var asksShop = map[string]bool{scenarios.ProblemAmount: true, scenarios.ProblemLink: true, scenarios.ProblemNoOptions: true}

// withoutMarket leaves out the language of the currency's market: a refused token gets
// the same page wherever it was refused, whatever its link says.
func withoutMarket(likely [3]string) [3]string { return [3]string{"", likely[1], likely[2]} }

// moneyOf says what happens to the money where the problem's own texts don't:
// what is known of it.
func (p *draft) moneyOf(page *pages.ProblemPage, step scenarios.ShowProblem) {
	switch {
	case page.Money != "":
	case step.Missing:
		page.Money = p.l.MoneyNone()
	case step.Begun:
		page.Money = p.l.MoneyUnknown()
	default:
		page.Money = p.l.MoneyPage()
	}
}

// fieldLabel is a field's name in the page's language, as the method calls it.
func (p *draft) fieldLabel(name, method string) string {
	field := methods.Field{Name: name}
	if m, ok := p.catalogue.Find(method, p.Currency); ok {
		if found, ok := m.Field(name); ok {
			field = found
		}
	}
	return p.labelOf(field)
}
