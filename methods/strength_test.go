package methods

import (
	"strings"
	"testing"
)

// The interface demands the form of three things. A hard rule without such a
// sentence would refuse what a gateway accepts.
func TestRulesAreHardOnlyWhereTheInterfaceIs(t *testing.T) {
	for _, r := range Rules() {
		switch source, strength := r.Source(), r.Strength(); {
		case strength != Hard && strength != Soft && strength != None:
			t.Errorf("%s has no strength", r)
		case (strength == Hard) != (source != Ours):
			t.Errorf("%s is %s, and its source is %q", r, strength, source)
		}
	}
	for _, r := range []Rule{RulePhoneChecked, RuleEmail, RuleReference} {
		if r.Strength() != Hard {
			t.Errorf("%s is %s", r, r.Strength())
		}
	}
	for _, m := range Default().All() {
		for _, f := range m.Fields {
			if f.Because != "" && !f.Required && !f.RequiredInGroup {
				t.Errorf("%s %s: %s is optional in spite of %q", m.Code, m.Currency, f.Name, f.Because)
			}
			if (f.Rule == RulePhoneChecked) != (m.Code == "NETBANKING" && f.Name == "phoneNumber") {
				t.Errorf("%s %s: %s is of rule %s", m.Code, m.Currency, f.Name, f.Rule)
			}
		}
	}
}

// Whatever a rule says of a value, it goes on where the rule is soft, unless
// nothing could take it.
func TestSoftRulesLetEverythingThroughThatCanBeSent(t *testing.T) {
	odd := []string{"?", "x", "0", "🙂", "Straße 1", "12 34-56", strings.Repeat("9", 255), "+999", "مرحبا", "@", "a@b@c", "CC", "-", "ㄱ"}
	for _, r := range Rules() {
		for _, typed := range odd {
			got := at("TH").Check(Field{Name: "x", Rule: r, Required: true}, typed)
			if r.Strength() != Hard && (got.Problem != nil && !got.Problem.Soft || got.Value == "") {
				t.Errorf("%s refuses %q: %+v", r, typed, got)
			}
		}
		if got := at("TH").Check(Field{Name: "x", Rule: r}, strings.Repeat("9", 256)); got.Problem == nil || got.Problem.Soft {
			t.Errorf("%s sends 256 characters: %+v", r, got.Problem)
		}
	}
}
