package scenarios

import (
	"slices"
	"strings"

	"payapp/methods"
)

// disputedKey is the message beside a field that the gateway found at fault,
// whose own words are no customer's.
const disputedKey = "error.not-accepted"

// Disputed finds the fields of a method that the gateway named as faulty and
// that the customer can mend, by their names in the catalogue. A field that the
// shop locked is none, nor is one that the operator settles.
func (f Facts) Disputed(method string, named []string) []string {
	m, ok := f.Catalogue.Find(method, f.Order.Money.Currency())
	if !ok {
		return nil
	}
	var names []string
	for _, field := range m.Fields {
		locked := f.Order.DataMode() == DataLocked && f.Order.Data[field.Name] != ""
		if !locked && len(field.ByOperator) == 0 && slices.ContainsFunc(named, func(n string) bool { return namesField(n, field) }) {
			names = append(names, field.Name)
		}
	}
	return names
}

// namesField reports whether a gateway's name, which may be a path of any style
// ("paymentMethod.account.accountName", "/account/account_name"), ends in the
// field's.
func namesField(named string, field methods.Field) bool {
	parts, want := pathOf(named), pathOf(field.Name)
	return len(parts) >= len(want) && slices.Equal(parts[len(parts)-len(want):], want)
}

func pathOf(name string) []string {
	name = strings.ToLower(strings.ReplaceAll(name, "_", ""))
	return strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("./[]$'\"", r) })
}

// dispute adds to the plan what the gateway said of its values.
func (p *Plan) dispute(names []string) {
	for _, asked := range p.Asked {
		if name := asked.Field.Name; slices.Contains(names, name) && p.Faults[name] == nil {
			p.Faults[name] = &methods.Problem{Key: disputedKey}
		}
	}
}
