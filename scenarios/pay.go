package scenarios

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"payapp/internal/known"
	"payapp/methods"
)

// Pay takes the details or review form. If it returns no creation, Next shows
// what is missing. Only fields that were asked are taken from typed. A form
// whose page showed something other than what is due, or that has no mark,
// creates nothing.
func (f Facts) Pay(typed map[string]string, mark Mark) (Progress, *Creation, error) {
	tried := f
	tried.Progress = f.TryAgain()
	plan, ok := planOf(Next(tried))
	switch {
	case !ok && (!f.missing() || f.creating()):
		return f.begun(typed, mark), nil, ErrNotDue
	case !ok || !mark.fits(f.seenBefore(plan)):
		return f.changed(typed, mark), nil, ErrNotDue
	}
	before := plan.values()
	progress := f.Progress.with(func(p *Progress) {
		p.Notice, p.Refused, p.InLine = NoNotice, "", nil
		p.ShowFaults = false // the gateway decides again about what it rejected last time
		plan.take(p, typed)
	})
	plan.check()
	after := plan.values()
	// "Pay anyway" is valid for the values that the warning was about.
	confirmed := f.Progress.Warned && maps.Equal(before, after)
	if !plan.Ready(confirmed) {
		return progress.with(func(p *Progress) {
			p.ShowFaults, p.Warned = true, len(plan.Faults) == 0
			p.Disputed = slices.DeleteFunc(slices.Clone(p.Disputed), func(name string) bool { return before[name] != after[name] })
		}), nil, nil
	}
	progress = progress.with(func(p *Progress) { p.Warned, p.Disputed, p.PaidAt = false, nil, f.Now })
	return progress, &Creation{
		Method:      MethodBody(plan.Method, plan.Operator.Code, plan.Values),
		CallbackURL: f.Order.CallbackURL,
		Sent:        known.Sent{Method: plan.Method.Code, Operator: plan.Operator, Account: plan.Values["accountNumber"], At: f.Now},
	}, nil
}

// planOf is the plan of a step that can pay.
func planOf(step Step) (Plan, bool) {
	switch step := step.(type) {
	case FillDetails:
		return step.Plan, true
	case ReviewPayment:
		return step.Plan, true
	}
	return Plan{}, false
}

// take keeps what was typed into the fields that are asked. Locked fields,
// amount and option come from the sealed order, whatever a form says.
func (p Plan) take(progress *Progress, typed map[string]string) {
	for i, a := range p.Asked {
		if value, given := typed[a.Field.Name]; given {
			p.Asked[i].Value = bounded(a.Field.Seen(value))
			progress.Typed[a.Field.Meaning()] = p.Asked[i].Value
		}
	}
}

// values is what the asked fields contain, as it would be sent: another
// spelling of the same, such as "TW" and "Taiwan", is the same value.
func (p Plan) values() map[string]string {
	values := map[string]string{}
	for _, a := range p.Asked {
		values[a.Field.Name] = p.Method.Check(a.Field, a.Value).Value
	}
	return values
}

// Creation is a payment to create: what the gateway gets besides the sealed
// amount and the return address (interface.md, Payin create request).
type Creation struct {
	Sent        known.Sent     // the same, as pages say it
	Method      map[string]any // the paymentMethod object
	CallbackURL string
}

// inAccount lists the fields that the interface has in paymentMethod.account.
var inAccount = map[string]bool{"accountName": true, "accountNumber": true, "accountType": true}

// MethodBody builds the paymentMethod object: account fields in their object,
// dotted names in theirs, all others beside them.
func MethodBody(m methods.Method, operator string, values map[string]string) map[string]any {
	body := map[string]any{"paymentMethodCode": m.Code}
	if operator != "" {
		body["paymentOperatorCode"] = operator
	}
	put := func(object, name, value string) {
		inner, ok := body[object].(map[string]any)
		if !ok {
			inner = map[string]any{}
			body[object] = inner
		}
		inner[name] = value
	}
	for _, field := range m.Fields {
		value := values[field.Name]
		if value == "" {
			continue
		}
		object, name, dotted := strings.Cut(field.Name, ".")
		switch {
		case inAccount[field.Name]:
			put("account", field.Name, value)
		case dotted:
			put(object, name, value)
		default:
			body[field.Name] = value
		}
	}
	return body
}

// Unready reports whether a form can't be checked yet, because it isn't known
// what may be chosen or must be asked: the gateway can't tell just now, refuses
// the token, maybe only for a moment, or others come first.
func (f Facts) Unready() bool {
	return f.Options == nil && !f.Known.Exists() && !f.creating()
}

// Keep takes a form that can't be checked yet: nothing chosen or typed is lost,
// and Next decides when it can.
func (f Facts) Keep(form map[string]string) Progress {
	return f.Progress.with(func(p *Progress) {
		currency := f.Order.Money.Currency()
		if _, ok := f.Catalogue.Find(form["paymentMethodCode"], currency); ok {
			p.Method, p.Operator, p.OperatorDecided = form["paymentMethodCode"], "", false
		}
		if operator := form["paymentOperatorCode"]; operator != "" {
			p.Operator, p.OperatorDecided = bounded(operator), true
		}
		f.keepFields(p, cmp.Or(p.Method, f.Order.MethodCode), form)
	})
}

// keepFields keeps the contents of a form of the method.
func (f Facts) keepFields(p *Progress, method string, form map[string]string) {
	m, ok := f.Catalogue.Find(method, f.Order.Money.Currency())
	if !ok {
		return
	}
	for _, field := range m.Fields {
		if value, given := form[field.Name]; given && !f.locked(m, field) {
			p.Typed[field.Meaning()] = bounded(field.Seen(value))
		}
	}
}

// KeepUnsent keeps a payment form: the customer is told that nothing was sent.
func (f Facts) KeepUnsent(form map[string]string, mark Mark) Progress {
	return f.Progress.with(func(p *Progress) {
		p.Notice = NotSent
		f.keepFields(p, f.methodOf(mark), form)
	})
}
