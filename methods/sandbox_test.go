package methods_test

import (
	"slices"
	"strings"
	"testing"

	"payapp/methods"
	"payapp/sandbox"
)

// The catalogue and the sandbox were written separately from the same
// interface. Here they are compared: every row has an answer in the sandbox,
// sends only fields that it accepts, and asks for every field that it requires.
func TestCatalogueAgainstTheSandbox(t *testing.T) {
	taken := map[[2]string]sandbox.Method{}
	for _, m := range sandbox.Methods() {
		taken[[2]string{m.Code, m.Currency}] = m
	}
	for _, row := range methods.Default().All() {
		there, ok := taken[[2]string{row.Code, row.Currency}]
		if !ok {
			t.Errorf("%s %s is a row here alone: sandbox/internal/rules/method_table.go has none", row.Code, row.Currency)
			continue
		}
		delete(taken, [2]string{row.Code, row.Currency})
		asked := map[string]bool{}
		for _, f := range row.Fields {
			name := pathOf(f.Name)
			asked[name] = asked[name] || f.Required
			if !slices.Contains(there.Must, name) && !slices.Contains(there.May, name) {
				t.Errorf("%s %s asks for %s, which isn't taken", row.Code, row.Currency, name)
			}
		}
		for _, name := range there.Must {
			if !asked[name] {
				t.Errorf("%s %s doesn't demand %s", row.Code, row.Currency, name)
			}
		}
		if takesOperators := len(there.Operators) > 0; takesOperators != (row.Operator != methods.OperatorNone) {
			t.Errorf("%s %s: operator rule %q, and %d operators there", row.Code, row.Currency, row.Operator, len(there.Operators))
		}
		if there.NeedsReference != (row.Reference == methods.ReferenceRequired) || there.TakesReference != (row.Reference != methods.ReferenceNone) {
			t.Errorf("%s %s: reference rule %q", row.Code, row.Currency, row.Reference)
		}
	}
	for only := range taken {
		t.Errorf("%s %s is a row of the sandbox alone: methods/rows_*.go has none", only[0], only[1])
	}
}

// pathOf is the field's path within paymentMethod.
func pathOf(field string) string {
	switch {
	case field == "accountName", field == "accountNumber", field == "accountType":
		return "account." + field
	case strings.HasPrefix(field, "paymentLocation."):
		return "paymentLocation" // the whole object
	case strings.HasPrefix(field, "customerName."):
		return "customerName.lastName" // likewise
	default:
		return field
	}
}
