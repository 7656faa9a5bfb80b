package scenarios

import (
	"strings"
	"testing"

	"payapp/apiclient"
	"payapp/internal/testing/customers"
	"payapp/methods"
)

// customerFacts are the facts of a customer's payment, up to the form.
func customerFacts(t *testing.T, catalogue *methods.Catalogue, method, currency, bank string) Facts {
	t.Helper()
	option := apiclient.Option{MethodCode: method}
	given := []string{"amount", "1000.00", "currencyCode", currency, "paymentMethodCode", method}
	if bank != "" {
		option.Operators = operators(bank)
		given = append(given, "paymentOperatorCode", bank)
	}
	f := facts(t, &apiclient.Options{Methods: []apiclient.Option{option}}, append(given, "allowCustomerDataChange", "true")...)
	f.Catalogue = catalogue
	return f
}

// Three hundred and eighty people of nineteen markets can pay at the first press, whatever
// their names, numbers and papers look like; the shop prints two decimals
// everywhere.
func TestCustomersOfAllMarketsAreAccepted(t *testing.T) {
	all := customers.All()
	markets := map[string]int{}
	catalogue := methods.Default()
	for _, c := range all {
		markets[c.Market]++
		f := customerFacts(t, catalogue, c.Method, c.Currency, c.Bank)
		progress, creation, err := f.Pay(c.Fields, asSeen)
		if err != nil || creation == nil {
			f.Progress = progress
			t.Errorf("%s: %v isn't accepted: %v\n%s", c.Market, c.Fields, err, complaints(f))
			continue
		}
		m, _ := catalogue.Find(c.Method, c.Currency)
		for name := range c.Fields {
			if field, asked := m.Field(name); asked && field.ByOperator[c.Bank] == "" && sent(creation.Method, name) == "" {
				t.Errorf("%s: %v: %s isn't sent", c.Market, c.Fields, name)
			}
		}
	}
	if len(all) != 380 || len(markets) != 19 {
		t.Errorf("%d customers of %d markets", len(all), len(markets))
	}
	for market, n := range markets {
		if n != 20 {
			t.Errorf("%d customers of %s", n, market)
		}
	}
}

// Typing mistakes are reported with a message that says what is wrong. Those
// that no rule of the interface forbids can be overridden.
func TestSlipsOfTheFingerAreTold(t *testing.T) {
	slips := customers.Slips()
	catalogue := methods.Default()
	for _, slip := range slips {
		m, ok := catalogue.Find(slip.Method, slip.Currency)
		field, known := m.Field(slip.Field)
		if !ok || !known {
			t.Errorf("%+v: no such field", slip)
			continue
		}
		_, problems := m.CheckAll(map[string]string{slip.Field: slip.Typed})
		problem := problems[slip.Field]
		switch {
		case problem == nil:
			t.Errorf("%+v: isn't noticed", slip)
		case problem.Key != slip.Key:
			t.Errorf("%+v: is told as %s %v", slip, problem.Key, problem.Vars)
		case !problem.Soft && field.Rule.Strength() != methods.Hard && !problem.Unsendable() && slip.Key != "error.empty":
			t.Errorf("%+v: stops, and no rule of the interface says so", slip)
		}
	}
	if len(slips) != 194 {
		t.Errorf("%d slips", len(slips))
	}
}

// complaints are the form's messages after Pay.
func complaints(f Facts) string {
	details, ok := due(f).(FillDetails)
	if !ok {
		return ""
	}
	var all strings.Builder
	for _, problems := range []map[string]*methods.Problem{details.Faults, details.Warnings} {
		for name, p := range problems {
			all.WriteString(name + ": " + p.Key + "\n")
		}
	}
	return all.String()
}

// sent is a field's value within paymentMethod.
func sent(method map[string]any, field string) string {
	within := method
	object, name, dotted := strings.Cut(field, ".")
	switch {
	case inAccount[field]:
		within, _ = method["account"].(map[string]any)
		name = field
	case dotted:
		within, _ = method[object].(map[string]any)
	default:
		name = field
	}
	value, _ := within[name].(string)
	return value
}
