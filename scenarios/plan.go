package scenarios

import (
	"cmp"
	"slices"
	"strings"

	"payapp/apiclient"
	"payapp/methods"
)

// operatorField is the name under which rules find the chosen operator.
const operatorField = "paymentOperatorCode"

// Plan is a settled method, with its fields divided into those to ask and those
// that are locked: the second of the two axes.
type Plan struct {
	Method   methods.Method
	Operator apiclient.Operator // zero = none
	// CanChange: another method or operator could be chosen.
	CanChange bool
	Asked     []FieldValue
	Locked    []FieldValue // by the shop
	Implied   []FieldValue // by the chosen operator
	// Values is what would be sent, in canonical form. It is complete only
	// without Faults.
	Values map[string]string
	// Unsure: it isn't certain that nothing was created yet.
	Unsure bool
	// Faults and Warnings are by field name; warnings don't stop a second try.
	Faults, Warnings map[string]*methods.Problem
}

// FieldValue is a field with its contents: an input's, or one that is shown and
// sent but not editable.
type FieldValue struct {
	Field methods.Field
	Value string
}

// Ready reports whether the payment can be created from the plan.
func (p Plan) Ready(confirmed bool) bool {
	return len(p.Faults) == 0 && (confirmed || len(p.Warnings) == 0)
}

// plan divides the fields of the chosen method. lockedFault names a mandatory
// locked field that the gateway would refuse: such a payment is never sent.
func (f Facts) plan(s selection) (p Plan, lockedFault string) {
	m := s.offer.Method
	p = Plan{Method: m, CanChange: s.open || f.operatorOpen(*s.offer), Unsure: !f.missingForSure()}
	if s.operator != "" {
		p.Operator = s.offer.Operator(s.operator)
	}
	locked := f.Order.DataLocked()
	for _, field := range m.Fields {
		only := field.ByOperator[s.operator]
		given, faulty := f.given(m, field)
		switch {
		case faulty:
			return p, field.Name
		case f.locked(m, field):
			p.Locked = append(p.Locked, FieldValue{field, given})
		case locked && !f.mustAsk(m, field) && !slices.Contains(f.Progress.Disputed, field.Name):
			// optional data isn't asked, so it isn't sent, unless the gateway wants it
		case only != "": // with one answer there is nothing to ask
			p.Implied = append(p.Implied, FieldValue{field, only})
		default:
			value, ok := f.Progress.Typed[field.Meaning()]
			if !ok {
				value = cmp.Or(given, field.Default)
			}
			p.Asked = append(p.Asked, FieldValue{field, field.Seen(value)})
		}
	}
	p.check()
	if f.Progress.ShowFaults {
		p.dispute(f.Progress.Disputed)
	}
	return p, ""
}

// check sets what would be sent of the fields' values, and what is wrong with them.
func (p *Plan) check() {
	merged := map[string]string{operatorField: p.Operator.Code}
	for _, field := range slices.Concat(p.Asked, p.Locked, p.Implied) {
		merged[field.Field.Name] = field.Value
	}
	values, problems := p.Method.CheckAll(merged)
	p.Values, p.Faults, p.Warnings = values, map[string]*methods.Problem{}, map[string]*methods.Problem{}
	for i, locked := range p.Locked {
		delete(problems, locked.Field.Name) // what is left is only unusual, and the shop vouches for it
		p.Locked[i].Value = values[locked.Field.Name]
	}
	for name, problem := range problems {
		if problem.Soft {
			p.Warnings[name] = problem
		} else {
			p.Faults[name] = problem
		}
	}
}

// given is what the shop gave for a field. The customer can't correct locked
// data, so only what can be sent counts: the rest is left out if the field is
// optional, and asked if it is mandatory. faulty means a mandatory value that
// breaks a rule of the interface.
func (f Facts) given(m methods.Method, field methods.Field) (value string, faulty bool) {
	value = field.Seen(f.Order.Data[field.Name])
	if !f.Order.DataLocked() || value == "" {
		return value, false
	}
	if strings.TrimSpace(value) == "" {
		return "", false
	}
	problem := m.Check(field, value).Problem
	if problem == nil || problem.Soft {
		return value, false
	}
	return "", field.Required && field.Rule.Strength() == methods.Hard && !problem.Unsendable()
}

// lockedMend says how the shop should have encoded a faulty value: a + that isn't
// encoded became a space.
func (f Facts) lockedMend(m methods.Method, name string) string {
	field, _ := m.Field(name)
	given := f.Order.Data[name]
	if plus := strings.ReplaceAll(given, " ", "+"); plus != given && m.Check(field, plus).Problem == nil {
		return "+ → %2B"
	}
	return ""
}

// locked reports whether the field has the shop's value for good: nobody is asked for
// it.
func (f Facts) locked(m methods.Method, field methods.Field) bool {
	given, faulty := f.given(m, field)
	return f.Order.DataLocked() && (given != "" || faulty)
}

// mustAsk reports whether a field that is missing from the shop's locked data
// is mandatory, by itself or because its group is given.
func (f Facts) mustAsk(m methods.Method, field methods.Field) bool {
	if field.Required {
		return true
	}
	if !field.RequiredInGroup {
		return false
	}
	for _, other := range m.Fields {
		if given, _ := f.given(m, other); other.Group == field.Group && given != "" {
			return true
		}
	}
	return false
}

// operatorOpen reports whether the customer may choose among the operators.
func (f Facts) operatorOpen(o Offer) bool {
	return len(o.Operators) > 1 && !(f.Order.OptionLocked() && f.Order.OperatorCode != "")
}
