package methods

import "strings"

// Check brings a typed value into its canonical form and says what is wrong
// with it. An optional field left empty is fine, its Value "". A Value beside
// a hard Problem is what was typed, for the page to show again, and not to be
// sent; beside a soft one it is what may be sent all the same.
func (m Method) Check(f Field, typed string) Result {
	return m.check(f, typed, "")
}

func (m Method) check(f Field, typed, operator string) Result {
	var value string
	var problem *Problem
	rule := f.Rule.definition()
	if strings.TrimSpace(typed) != "" {
		value, problem = rule.check(typed, place{m.Country, operator})
	}
	switch {
	case value == "" && problem == nil, value == "" && fold(typed) == "":
		if f.Required {
			return Result{Problem: &Problem{Key: f.emptyKey()}}
		}
		return Result{}
	case problem != nil && rule.strength != Hard:
		problem.Soft = true
	}
	if problem == nil || problem.Soft {
		if fault := unsendable(value); fault != nil {
			problem = fault
		}
	}
	if problem != nil && !problem.Soft {
		return Result{Value: typed, Problem: problem}
	}
	if only := f.ByOperator[operator]; only != "" && value != only {
		problem = &Problem{Key: "error.operator-choice", Soft: true}
	}
	return Result{Value: value, Problem: problem}
}

// CheckAll checks all fields of the method, the groups' rules included. What
// else typed holds is left out; only paymentOperatorCode, if it is there, is
// looked at, for account numbers whose check digit needs the bank and for what
// goes with one operator only. values has
// no empty values; problems has the soft ones too.
func (m Method) CheckAll(typed map[string]string) (values map[string]string, problems map[string]*Problem) {
	values, problems = map[string]string{}, map[string]*Problem{}
	given := map[string]bool{}
	for _, f := range m.Fields {
		result := m.check(f, typed[f.Name], typed["paymentOperatorCode"])
		if result.Value != "" {
			values[f.Name] = result.Value
			given[f.Group] = true
		}
		if result.Problem != nil {
			problems[f.Name] = result.Problem
		}
	}
	for _, f := range m.Fields {
		if f.RequiredInGroup && given[f.Group] && values[f.Name] == "" && problems[f.Name] == nil {
			problems[f.Name] = &Problem{Key: "error.required-in-group"}
		}
	}
	return values, problems
}

// CheckReference checks an external payment reference. Where the method always
// needs one it has exactly 12 digits, in any script, with spaces and dashes
// dropped (interface.md, Limits: "External payment reference length (P2A_V2): 12
// digits. Required for that method."). Of the others' forms the interface says
// nothing, so it is doubted only.
func (m Method) CheckReference(typed string) Result {
	f := m.referenceField()
	f.Required = true
	return m.Check(f, typed)
}

// ReferenceInput gives the attributes of the external reference's input.
func (m Method) ReferenceInput() Input { return m.referenceField().Input() }

func (m Method) referenceField() Field {
	if m.Reference == ReferenceRequired {
		return Field{Name: "reference", Rule: RuleReference}
	}
	return Field{Name: "reference", Rule: RuleReferenceUPI}
}
