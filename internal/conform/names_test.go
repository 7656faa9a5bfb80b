package conform

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"payapp/internal/assumptions"
	"payapp/methods"
)

// Whatever is asked has a name of the document's, or is about what the interface itself
// says; and what is said not to be asked isn't.
func TestNamesAreTheDocuments(t *testing.T) {
	ofTheInterface := strings.Fields(`action-grants channel-name code-scans creation-twice limits options
		token token-money token-scope token-signature token-validity version-refused`)
	asked := slices.Collect(maps.Keys(steps))
	for _, p := range slices.Concat(first, ofPayment) {
		asked = append(asked, p.name)
	}
	for _, name := range asked {
		if !slices.ContainsFunc(assumptions.List, func(a assumptions.Assumption) bool { return a.Name == name }) && !slices.Contains(ofTheInterface, name) {
			t.Errorf("%s is asked, and no assumption", name)
		}
	}
}

// The samples are what the methods' own rules take.
func TestSamplesAreTaken(t *testing.T) {
	for _, row := range methods.Default().All() {
		values := (&run{}).values(row)
		for _, field := range row.Fields {
			value, given := values[field.Name]
			if field.Required != given || given && row.Check(field, value).Problem != nil {
				t.Errorf("%s %s: %s is %q", row.Code, row.Currency, field.Name, value)
			}
		}
	}
}
