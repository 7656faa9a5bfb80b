package presenter

import (
	"regexp"
	"slices"
	"strings"

	"payapp/methods"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/layout"
	"payapp/views/pages"
)

// details presents the form for the data that the method needs.
func (p *draft) details(step scenarios.FillDetails) pages.DetailsPage {
	page := p.planned("details", p.detailsHeading(step), step.Plan, step.Notice)
	if step.PayAnyway {
		page.Pay.Usual = page.Pay.Label
		page.Pay.Label = p.l.DetailsSubmitAnyway()
		if m := step.Method.Presentation; m == methods.Approve || m == methods.Phone {
			page.Pay.Label = p.l.DetailsSubmitRequestAnyway()
		}
	}
	page.Frame.Form = layout.Form{ID: "details", Action: p.action("language"), Label: page.Pay.Label}
	var items []components.SummaryItem
	shown := page.Heading
	for _, asked := range step.Asked {
		field := p.field(step.Method, asked)
		if asked.Field.Group != "" {
			field.Group = p.l.Text(asked.Field.GroupKey())
			if needed(step, asked.Field.Group) {
				field.GroupHint = p.l.Text(asked.Field.GroupHintKey())
			}
		}
		if step.ShowFaults {
			fault, doubt := step.Faults[field.Name], step.Warnings[field.Name]
			field.Error, field.Warning = p.problemText(fault), p.problemText(doubt)
			switch {
			case fault != nil, doubt != nil && len(step.Faults) == 0: // with faults, a warning is only shown at its field
				items = append(items, components.SummaryItem{Field: field.Name, Message: field.Label})
			}
		}
		shown = p.explain(&field, step.Method, asked.Field, shown)
		page.Fields = append(page.Fields, field)
	}
	if len(items) > 0 {
		page.Summary = &components.Summary{Title: p.l.DetailsErrorTitle(), Items: items}
		page.Frame.Faulty = len(step.Faults) > 0
		if !page.Frame.Faulty {
			page.Summary.Title, page.Frame.More = p.l.DetailsWarningTitle(), p.l.DetailsWarningTitle()
		}
	}
	return page
}

// needed reports whether a field of the group has to be filled in.
func needed(step scenarios.FillDetails, group string) bool {
	return slices.ContainsFunc(step.Asked, func(a scenarios.FieldValue) bool { return a.Field.Group == group && a.Field.Required })
}

// detailsHeading says what is asked: who has to name the account to pay from sees
// that, and wonders less about a form.
func (p *draft) detailsHeading(step scenarios.FillDetails) string {
	for _, asked := range step.Asked {
		if asked.Field.Required && step.Method.WhyKey(asked.Field) == methods.WhyRecognise {
			return p.l.Text("field.accountNumber.hint")
		}
	}
	// With faults the title says to check already.
	if !step.ShowFaults && !slices.ContainsFunc(step.Asked, func(a scenarios.FieldValue) bool { return a.Field.Required }) {
		return p.l.ReviewHeading()
	}
	return p.l.DetailsHeading()
}

// explain adds to a field why it is asked. shown is what the page says already, and
// what it says then: nothing is said twice. A line whose numbers are all in the
// field's fault is said there.
func (p *draft) explain(field *components.Field, m methods.Method, f methods.Field, shown string) string {
	var lines []string
	for line := range strings.SplitSeq(field.Hint, "\n") {
		if line != "" && !strings.Contains(shown, line) && !repeated(line, field.Error+" "+field.Warning) {
			lines = append(lines, line)
		}
	}
	field.Hint = strings.Join(lines, "\n")
	if why := p.l.Text(m.WhyKey(f)); !strings.Contains(shown, why) {
		field.Why = why
	}
	return shown + "\n" + field.Hint + "\n" + p.l.Text(m.WhyKey(f))
}

// repeated reports whether a line has numbers, and a fault has them all.
func repeated(line, fault string) bool {
	numbers, inFault := numberForm.FindAllString(line, -1), numberForm.FindAllString(fault, -1)
	return len(numbers) > 0 && !slices.ContainsFunc(numbers, func(n string) bool { return !slices.Contains(inFault, n) })
}

// numberForm is a number in any script's digits.
var numberForm = regexp.MustCompile(`\p{Nd}+`)

// payButton is named after the page that it leads to: pressing it charges
// nothing.
func (p *draft) payButton(m methods.Method, operator string) components.Button {
	b := components.Button{Action: p.action("pay"), Hook: "pay", Seen: p.Mark, Label: p.l.Text("details.submit." + string(m.Presentation))}
	if m.Presentation == methods.Redirect {
		b.Label = p.l.OptionsContinueTo(p.destination(m, operator))
	}
	return b
}

// nextText says what will happen after pressing Pay and, if that is certain, that
// nothing is charged yet.
func (p *draft) nextText(plan scenarios.Plan) string {
	m := plan.Method
	text := p.l.Format("review.next."+presented(m), map[string]any{"App": m.AppName})
	if m.Presentation == methods.Redirect {
		text = p.l.ReviewNextRedirect(p.destination(m, plan.Operator.Name))
	}
	if plan.Unsure {
		text, _, _ = strings.Cut(text, "\n")
	}
	return text
}

func (p *draft) lockedRows(m methods.Method, fields []scenarios.FieldValue) []components.Row {
	rows := make([]components.Row, 0, len(fields))
	for _, locked := range fields {
		label := p.labelOf(locked.Field)
		if m.WhyKey(locked.Field) == methods.WhyRecognise {
			label = p.l.Text("field.accountNumber.hint") // it isn't the shop's account
		}
		rows = append(rows, components.Row{
			Hook: locked.Field.Name, Label: label,
			Text: m.Text(locked.Field, p.choiceText(m, locked.Field, locked.Value)), Bare: locked.Value,
		})
	}
	return rows
}

// choiceText is a value as its choice's label, or a country by its name.
func (p *draft) choiceText(m methods.Method, f methods.Field, value string) string {
	if f.Rule == methods.RuleCountry {
		if country, ok := methods.FindCountry(m.Check(f, value).Value); ok {
			return p.l.Country(country.Code)
		}
		return value // typed, and no country that we know
	}
	if len(f.Input().Choices) > 0 {
		if text := p.l.Text(f.ChoiceKey(value)); text != "" {
			return text
		}
	}
	return value
}

// field presents one input; its attributes follow from the field's rule.
func (p *draft) field(m methods.Method, asked scenarios.FieldValue) components.Field {
	f, in := asked.Field, asked.Field.Input()
	field := components.Field{
		Name: f.Name, Label: p.labelOf(f), Hint: p.l.Text(f.HintKey()), Value: p.choiceText(m, f, asked.Value), Optional: !f.Required,
		Type: in.Type, InputMode: in.InputMode, AutoComplete: in.AutoComplete, AutoCap: in.AutoCapitalize,
		SpellCheck: in.SpellCheck, MaxLength: in.MaxLength,
	}
	if example := m.Example(f); example != "" {
		field.Hint = strings.TrimSpace(field.Hint + "\n" + p.l.Format("field.like", map[string]any{"Example": example}))
	}
	if f.Rule == methods.RuleCountry {
		field.List = p.countries(m.Country)
	}
	for _, value := range in.Choices {
		field.Choices = append(field.Choices, components.Choice{Value: value, Label: p.l.Text(f.ChoiceKey(value)), Checked: value == asked.Value})
	}
	return field
}

// labelOf is a field's label.
func (p *draft) labelOf(f methods.Field) string {
	if label := p.l.Text(f.LabelKey()); label != "" {
		return label
	}
	return f.Name
}

// problemText is the message for a rule's problem; "" for none.
func (p *draft) problemText(problem *methods.Problem) string {
	switch {
	case problem == nil:
		return ""
	case problem.Soft && problem.Key == "error.digits":
		return p.l.Format("error.digits-usual", problem.Vars) // a doubt gives no order
	}
	return p.l.Format(problem.Key, problem.Vars)
}

// wrong says where to correct what the shop gave; "" if there is nothing, or no shop
// known.
func (p *draft) wrong(locked []scenarios.FieldValue) string {
	if len(locked) == 0 || p.shop == "" {
		return ""
	}
	return p.l.ReviewWrong(p.shop)
}

// notice is the message for what happened at the last try.
func (p *draft) notice(n scenarios.Notice) components.Notice {
	switch n {
	case scenarios.NotSent:
		return components.Notice{Text: p.l.DetailsNotCreated(), Warns: true}
	case scenarios.Busy:
		return components.Notice{Text: p.l.DetailsBusy(), Warns: true}
	case scenarios.Changed:
		return components.Notice{Text: p.l.CommonChanged()}
	case scenarios.ProposalGone:
		return components.Notice{Text: p.l.OptionsProposalGone()}
	default:
		return components.Notice{}
	}
}

// picked presents the choice of an operator with the one that is chosen: its row has
// Pay, and the others can be had instead. Among folded ones it is the first.
func (p *draft) picked(step scenarios.ReviewPayment) pages.OptionsPage {
	p.Query = "" // the chosen one is among all of them
	page := p.options(scenarios.ChooseOption{Method: step.Among, CanChange: step.Open, Notice: step.Notice})
	page.Frame.Page, page.Frame.Operator, page.Frame.Step, page.Frame.Choosing = "review", step.Operator.Code, stepDetails, true
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

// planned is what a page before Pay has of the plan: all of the last check, if nothing
// is missing.
func (p *draft) planned(name, heading string, plan scenarios.Plan, notice scenarios.Notice) pages.DetailsPage {
	page := pages.DetailsPage{
		Frame:   p.frame(name, heading, stepDetails),
		Notice:  p.notice(notice),
		Chosen:  *p.chosen(plan.Method, plan.Operator.Name, plan.CanChange),
		Implied: p.lockedRows(plan.Method, plan.Implied),
		Locked:  p.lockedRows(plan.Method, plan.Locked),
		Wrong:   p.wrong(plan.Locked),
		Pay:     p.payButton(plan.Method, plan.Operator.Name),
		Next:    p.nextText(plan),
		Back:    p.backButton(plan.CanChange),
		Return:  p.returnLink(true),
	}
	page.Frame.Method, page.Frame.Operator = plan.Method.Code, plan.Operator.Code
	return page
}
