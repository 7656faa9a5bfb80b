package methods

import (
	"strings"
	"testing"
)

func TestPhoneText(t *testing.T) {
	for number, want := range map[string]string{
		"+886912345678": "+886 912 345 678", "+919876543210": "+91 987 654 3210", "+27821234567": "+27 821 234 567",
		"+14155552671": "+1 415 555 2671", "+6591234567": "+65 9123 4567", "+254712345678": "+254 712 345 678",
		"0812345678": "081 234 5678", "021234567": "02 123 4567", "08031234567": "0803 123 4567", "081234567890": "0812 3456 7890", "02345678": "0234 5678",
		"+": "+", "": "", "+12": "+1 2", "+1x5": "+1x5", "+999999": "+999 999", "0": "0", "0123456": "0123456", "08123x5678": "08123x5678", "0812345678901": "0812345678901",
	} {
		if got := strings.ReplaceAll(PhoneText(number), unbroken, " "); got != want {
			t.Errorf("%s: got %q, want %q", number, got, want)
		}
	}
	if n := testing.AllocsPerRun(100, func() { _ = PhoneText("+886912345678") }); n > 2 {
		t.Errorf("%v allocations", n)
	}
}

func TestFieldText(t *testing.T) {
	for _, c := range []struct {
		rule        Rule
		value, want string
	}{
		{RulePromptPay, "0812345678", "081 234 5678"}, {RulePromptPay, "+66812345678", "+66 812 345 678"}, {RulePromptPay, "0105536112344", "0105536112344"},
		{RuleMobileTW, "+886912345678", "+886 912 345 678"}, {RuleAccount, "0812345678", "0812345678"}, {"", "0812345678", "0812345678"}, {RulePromptPay, "", ""},
	} {
		if got := strings.ReplaceAll(Field{Rule: c.rule}.Text(c.value), unbroken, " "); got != c.want {
			t.Errorf("%s %q: got %q, want %q", c.rule, c.value, got, c.want)
		}
	}
}
