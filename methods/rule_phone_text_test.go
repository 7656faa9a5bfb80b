package methods

import (
	"strings"
	"testing"
)

// shownText replaces non-breaking characters with plain ones.
func shownText(text string) string {
	return strings.NewReplacer("\u00a0", " ", "\u2011", "-").Replace(text)
}

// Numbers are grouped as in their country, not by a rule of ours.
func TestPhoneNumbersAreGroupedAsTheirCountryWritesThem(t *testing.T) {
	for _, c := range []struct{ number, country, want string }{
		{"+66812345678", "", "+66 81 234 5678"}, {"+886912345678", "TW", "+886 912 345 678"}, {"+919876543210", "", "+91 98765 43210"},
		{"+27821234567", "ZA", "+27 82 123 4567"}, {"+14155552671", "TH", "+1 415-555-2671"}, {"+6591234567", "", "+65 9123 4567"},
		{"+254712345678", "", "+254 712 345678"}, {"+819012345678", "JP", "+81 90-1234-5678"}, {"+821012345678", "KR", "+82 10-1234-5678"},
		{"0812345678", "TH", "081 234 5678"}, {"021234567", "TH", "02 123 4567"},
		{"08031234567", "NG", "0803 123 4567"}, {"0812345678", "", "0812345678"},
		{"+", "", "+"}, {"", "TH", ""}, {"", "", ""}, {"+12", "", "+12"}, {"+1x5", "", "+1x5"},
		{"+999999", "", "+999999"}, {"0", "TH", "0"}, {"0123456", "TH", "0123456"},
		{"08123x5678", "TH", "08123x5678"}, {"0812345678901", "TH", "0812345678901"},
		{"0812345678", "XX", "0812345678"}, {"081 234 56 78 ", "TH", "081 234 5678"},
	} {
		if got := shownText(PhoneText(c.number, c.country)); got != c.want {
			t.Errorf("%s in %q: got %q, want %q", c.number, c.country, got, c.want)
		}
	}
}

func TestFieldText(t *testing.T) {
	for _, c := range []struct {
		rule        Rule
		value, want string
	}{
		{RulePromptPay, "0812345678", "081 234 5678"}, {RulePromptPay, "1112223334", "1112223334"}, {RulePromptPay, "0212345678", "0212345678"},
		{RulePromptPay, "0105536112344", "0105536112344"}, {RulePhone, "+66812345678", "+66 81 234 5678"},
		{RulePhoneChecked, "0812345678", "081 234 5678"},
		{RuleMobileTW, "+886912345678", "+886 912 345 678"}, {RuleAccount, "0812345678", "0812345678"},
		{"", "0812345678", "0812345678"}, {RulePromptPay, "", ""},
	} {
		if got := shownText(at("TH").Text(Field{Rule: c.rule}, c.value)); got != c.want {
			t.Errorf("%s %q: got %q, want %q", c.rule, c.value, got, c.want)
		}
	}
}

// The example that a form shows is one that the form takes.
func TestExamplesOfPhoneNumbersAreTaken(t *testing.T) {
	shown := 0
	for _, m := range Default().All() {
		for _, f := range m.Fields {
			example := m.Example(f)
			if phone := f.Input().Type == "tel"; phone != (example != "") {
				t.Errorf("%s %s %s: the example is %q", m.Code, m.Currency, f.Name, example)
			}
			if example == "" {
				continue
			}
			shown++
			if got := m.Check(f, example); got.Problem != nil {
				t.Errorf("%s %s %s: %q is %+v", m.Code, m.Currency, f.Name, example, got.Problem)
			}
		}
	}
	if shown == 0 {
		t.Error("no field has an example")
	}
}
