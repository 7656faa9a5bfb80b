package presenter

import (
	"payapp/i18n"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/layout"
	"payapp/views/pages"
)

// notTaken says what became of a number that can be sent again, "" if it wasn't sent
// yet.
func (p *draft) notTaken(step scenarios.GiveReference) string {
	compare := p.l.ReferenceCompare(unbroken(step.Value))
	switch step.State {
	case scenarios.ReferenceUnsent:
		return p.l.ReferenceUnsent()
	case scenarios.ReferenceRefused:
		return i18n.Join(p.l.ReferenceRefused(), compare)
	case scenarios.ReferenceTaken:
		return i18n.Join(p.l.ReferenceTaken(), compare)
	default:
		return ""
	}
}

// reference presents the form for the number that the bank shows.
func (p *draft) reference(step scenarios.GiveReference) pages.ReferencePage {
	in := step.Method.ReferenceInput()
	page := pages.ReferencePage{
		Frame: p.frame("reference", p.l.ReferenceHeading(), stepPay),
		Lead:  p.l.ReferenceLead(),
		Field: components.Field{
			Name: "reference", Label: p.l.ReferenceLabel(), Hint: p.l.ReferenceHint(), Value: step.Value,
			Type: in.Type, InputMode: in.InputMode, AutoComplete: in.AutoComplete, AutoCap: in.AutoCapitalize,
			SpellCheck: in.SpellCheck, MaxLength: in.MaxLength,
		},
		Notice: p.notice(step.Notice),
		Where:  []string{p.l.ReferenceWhere1(), p.l.ReferenceWhere2()},
		Submit: components.Button{Action: p.action("reference"), Hook: "submit-reference", Seen: p.Mark, Label: p.l.ReferenceSubmit()},
		Back:   &components.Button{Action: p.action("instructions"), Hook: "back", Label: p.l.ReferenceBack()},
		Return: p.returnLink(false),
	}
	message, soft := p.problemText(step.Fault), step.Fault != nil && step.Fault.Soft
	if soft {
		page.Field.Warning, page.Submit.Label, page.Submit.Usual = message, p.l.DetailsSubmitAnyway(), page.Submit.Label
	} else {
		page.Field.Error = message
	}
	page.Frame.Support = p.support()
	page.Frame.Status = string(step.Status)
	page.Frame.Method, page.Frame.Operator = step.Payin.MethodCode, step.Payin.Operator.Code
	page.Frame.Form = layout.Form{ID: "number", Action: p.action("language"), Label: page.Submit.Label}
	if message != "" {
		if page.Frame.Faulty = !soft; soft {
			page.Frame.More = p.l.DetailsErrorTitle()
		}
	}
	if text := p.notTaken(step); text != "" {
		page.Notice = components.Notice{Text: text, Warns: true, Money: p.l.WaitingMoneyUnknown()}
		page.Back.Label = i18n.Join(p.l.StatusNotPaid(), page.Back.Label)
	}
	p.news(&page.Frame)
	page.Frame.Refresh = nil // reloading would lose what is being typed
	return page
}
