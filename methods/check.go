package methods

import (
	"slices"
	"strings"

	"payapp/internal/invisible"
)

// words are the rules of what people write in their own script. All others are of
// digits and codes.
var words = []Rule{RuleName, RuleNameKR, RuleNameJP, RuleText, RuleCountry}

// Seen is what people see of what was typed or pasted into the field: that is
// shown, checked and sent.
func (f Field) Seen(typed string) string {
	if slices.Contains(words, f.Rule) {
		return invisible.DropNeedless(typed)
	}
	return strings.ReplaceAll(invisible.Drop(typed), keyFrame, "")
}

// keyFrame stands around digits as chats draw them: 1️⃣.
const keyFrame = "\u20e3"

// Check converts a typed value to its canonical form and says what is wrong
// with it. An empty optional field is fine, with Value "". With a hard Problem,
// Value is what was typed (Field.Seen), to be shown again and not sent; with a
// soft one it may be sent all the same.
func (m Method) Check(f Field, typed string) Result {
	return m.check(f, typed, "")
}

func (m Method) check(f Field, typed, operator string) Result {
	var value string
	var problem *Problem
	typed = f.Seen(typed)
	rule := f.Rule.definition()
	if strings.TrimSpace(typed) != "" {
		value, problem = rule.check(typed, place{m.Country, operator})
	}
	switch {
	case value == "" && fold(typed) == "": // nothing, or what a number brings along unseen
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

// CheckAll checks all fields of the method, including the groups' rules. It
// ignores other values, except paymentOperatorCode, which some check digits and
// some values depend on. values contains no empty values; problems includes
// soft ones.
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

// CheckReference checks an external payment reference. If the method always
// needs one, it must have exactly 12 digits, in any script, ignoring spaces and
// dashes (interface.md, Limits: "External payment reference length (P2A_V2): 12
// digits. Required for that method."). For other methods the interface gives no
// form, so another form only gets a warning.
func (m Method) CheckReference(typed string) Result {
	f := m.referenceField()
	f.Required = true
	return m.Check(f, typed)
}

// SeenReference is what people see of such a reference.
func (m Method) SeenReference(typed string) string { return m.referenceField().Seen(typed) }

// ReferenceInput has the attributes of the external reference's input.
func (m Method) ReferenceInput() Input { return m.referenceField().Input() }

func (m Method) referenceField() Field {
	if m.Reference == ReferenceRequired {
		return Field{Name: "reference", Rule: RuleReference}
	}
	return Field{Name: "reference", Rule: RuleReferenceUPI}
}
