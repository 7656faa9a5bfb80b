package rules

import (
	"slices"
	"strings"
	"testing"
)

// The forms refuse only what can't be right.
func TestForms(t *testing.T) {
	p2a, _ := Payins.Find("P2A_V2", "INR")
	upi, _ := Payins.Find("UPIQR", "INR")
	for name, c := range map[string]struct {
		check     func(string) bool
		good, bad string
	}{
		"e-mail":          {email, "a@b a@b.co first.last+tag@sub.example.com taro..yamada@docomo.ne.jp taro.@ezweb.ne.jp", "a@ @b.co a@b@c.co a@.b. <a@b.co> ..@b.co a..b"},
		"phone":           {phone, "+919876543210 (022)12-34.56/78 1234567", "123456 +1234567890123456 12+3456789 ١٢٣٤٥٦٧٨ 1234567x"},
		"P2A_V2's number": {p2a.TakesReference, "432112345678", "43211234567 4321123456789 43211234567x"},
		"UPIQR's number":  {upi.TakesReference, "432112345678 1 x", strings.Repeat("1", 65)},
	} {
		for good := range strings.FieldsSeq(c.good) {
			if !c.check(good) {
				t.Errorf("%s: %s refused", name, good)
			}
		}
		for bad := range strings.FieldsSeq(c.bad) {
			if c.check(bad) {
				t.Errorf("%s: %s accepted", name, bad)
			}
		}
	}
}

// The table has one row for each method and currency, and quotes the interface
// for every rule.
func TestTableIsSound(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range append(Payins.All(), Payouts.All()...) {
		key := m.Code + "/" + m.Currency
		if seen[key] {
			t.Errorf("%s is there twice", key)
		}
		seen[key] = true
		for _, must := range m.Must {
			if slices.Contains(m.May, must) {
				t.Errorf("%s: %s is mandatory and optional", key, must)
			}
		}
		if len(m.Must) > 0 && m.Says == "" {
			t.Errorf("%s: nothing is quoted", key)
		}
		for _, o := range m.Operators {
			if o.Code == "" || o.Name == "" {
				t.Errorf("%s: operator %+v", key, o)
			}
		}
	}
}

func TestManyBanks(t *testing.T) {
	codes := map[string]bool{}
	for _, bank := range ManyBanks() {
		codes[bank.Code] = true
	}
	if len(codes) < 390 || len(codes) != len(ManyBanks()) {
		t.Errorf("got %d banks, %d codes", len(ManyBanks()), len(codes))
	}
}
