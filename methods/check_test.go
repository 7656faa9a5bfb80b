package methods

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/nyaruka/phonenumbers"
)

// keysOf maps faulty fields to their messages; warnings have "soft".
func keysOf(problems map[string]*Problem) map[string]string {
	keys := map[string]string{}
	for name, p := range problems {
		keys[name] = p.Key
		if p.Soft {
			keys[name] += " soft"
		}
	}
	return keys
}

func TestCheckAll(t *testing.T) {
	for _, c := range []struct {
		name, code, currency string
		typed                map[string]string
		values, problems     map[string]string
	}{
		{
			name: "nothing typed", code: "MOBILE_MONEY", currency: "KES",
			problems: map[string]string{"accountName": "error.empty", "phoneNumber": "error.empty"},
		},
		{
			name: "canonical values, nothing else let through", code: "MOBILE_MONEY", currency: "KES",
			typed:  map[string]string{"accountName": " Wanjiru ", "phoneNumber": "0712 345 678", "taxId": "1", "emailAddress": "a@b.co", "paymentOperatorCode": "M-PESA"},
			values: map[string]string{"accountName": "Wanjiru", "phoneNumber": "+254712345678"},
		},
		{
			name: "blank is empty", code: "VIETQR", currency: "VND",
			typed: map[string]string{"emailAddress": " 　\t"},
		},
		{
			name: "of a number, what was copied along unseen is empty; of a name, it is said", code: "BANKA_PAY", currency: "ZAR",
			typed:    map[string]string{"accountName": "\x01", "accountNumber": "\x01"},
			values:   map[string]string{"accountName": "\x01"},
			problems: map[string]string{"accountName": "error.characters"},
		},
		{
			name: "optional, but wrong", code: "VIETQR", currency: "VND",
			typed: map[string]string{"emailAddress": "a@b"}, values: map[string]string{"emailAddress": "a@b"},
			problems: map[string]string{"emailAddress": "error.email"},
		},
		{
			name: "group left out", code: "BANKA_PAY", currency: "ZAR",
			typed: map[string]string{"accountName": "Thabo"}, values: map[string]string{"accountName": "Thabo"},
		},
		{
			name: "group begun", code: "BANKA_PAY", currency: "ZAR",
			typed:    map[string]string{"accountName": "Thabo", "customerName.firstName": "Thabo", "customerName.lastName": " "},
			values:   map[string]string{"accountName": "Thabo", "customerName.firstName": "Thabo"},
			problems: map[string]string{"customerName.lastName": "error.required-in-group"},
		},
		{
			name: "group whole", code: "BANKB_PAY", currency: "ZAR",
			typed:  map[string]string{"customerName.lastName": "Mokoena"},
			values: map[string]string{"customerName.lastName": "Mokoena"},
		},
		{
			name: "warning beside its value", code: "BANKB_PAY", currency: "ZAR",
			typed: map[string]string{"accountNumber": "１２ 3"}, values: map[string]string{"accountNumber": "123"},
			problems: map[string]string{"accountNumber": "error.account-za soft"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, ok := Default().Find(c.code, c.currency)
			if !ok {
				t.Fatal("no such row")
			}
			values, problems := m.CheckAll(c.typed)
			if c.values == nil {
				c.values = map[string]string{}
			}
			if c.problems == nil {
				c.problems = map[string]string{}
			}
			if diff := cmp.Diff(c.values, values); diff != "" {
				t.Errorf("values (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.problems, keysOf(problems)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

// sample is a value that each rule accepts.
func sample(m Method, f Field) string {
	for _, c := range good {
		if c.rule != f.Rule {
			continue
		}
		if got := m.Check(f, c.typed); got.Problem == nil {
			return c.typed
		}
	}
	number := phonenumbers.Format(phonenumbers.GetExampleNumberForType(m.Country, phonenumbers.MOBILE), phonenumbers.E164)
	if got := m.Check(f, number); got.Problem == nil {
		return number
	}
	return ""
}

// Each row can be filled in: completely, and with only its mandatory fields.
// Each missing mandatory field is reported at that field alone.
func TestEveryRowCanBeFilledIn(t *testing.T) {
	for _, m := range Default().All() {
		t.Run(m.Code+" "+m.Currency, func(t *testing.T) {
			full, minimal := map[string]string{}, map[string]string{}
			for _, f := range m.Fields {
				full[f.Name] = sample(m, f)
				if full[f.Name] == "" {
					t.Errorf("no example for %s", f.Name)
				}
				if f.Required {
					minimal[f.Name] = full[f.Name]
				}
			}
			for _, typed := range []map[string]string{full, minimal} {
				values, problems := m.CheckAll(typed)
				if len(problems) > 0 || len(values) != len(typed) {
					t.Errorf("%v: got %v, %v", typed, values, keysOf(problems))
				}
				again, problems := m.CheckAll(values)
				if diff := cmp.Diff(values, again); diff != "" || len(problems) > 0 {
					t.Errorf("canonical values are changed or refused: %v\n%s", keysOf(problems), diff)
				}
			}
			for missing := range minimal {
				typed := maps.Clone(minimal)
				delete(typed, missing)
				_, problems := m.CheckAll(typed)
				want := "error.empty"
				if f, _ := m.Field(missing); len(f.Input().Choices) > 0 {
					want = "error.choice"
				}
				if diff := cmp.Diff(map[string]string{missing: want}, keysOf(problems)); diff != "" {
					t.Errorf("without %s (-want +got):\n%s", missing, diff)
				}
			}
		})
	}
}

// No two fields of a method have the same meaning; otherwise one would be
// filled in with the other's value.
func TestFieldsOfAMethodDifferInMeaning(t *testing.T) {
	for _, m := range Default().All() {
		seen := map[string]bool{}
		for _, f := range m.Fields {
			if seen[f.Meaning()] {
				t.Errorf("%s %s: %q twice", m.Code, m.Currency, f.Meaning())
			}
			seen[f.Meaning()] = true
		}
	}
}
