package scenarios

import (
	"slices"
	"strings"

	"payapp/apiclient"
	"payapp/methods"
)

// disputedKey is the message beside a field that the gateway rejected. The
// gateway's own words are not for customers.
const disputedKey = "error.not-accepted"

// Disputed returns those fields of a method that the gateway named as faulty
// and the customer can correct, by their names in the catalogue. Fields that
// the shop locked or the operator implies are left out.
func (f Facts) Disputed(method string, faulty []apiclient.FieldError) []string {
	return f.named(method, faulty, func(m methods.Method, field methods.Field) bool {
		return !f.locked(m, field) && len(field.ByOperator) == 0
	})
}

// DisputedLocked returns those that the shop locked: the customer can't correct them.
func (f Facts) DisputedLocked(method string, faulty []apiclient.FieldError) []string {
	return f.named(method, faulty, f.locked)
}

// named are the fields of a method, of some kind, that the gateway named.
func (f Facts) named(method string, faulty []apiclient.FieldError, kind func(methods.Method, methods.Field) bool) []string {
	m, ok := f.Catalogue.Find(method, f.Order.Money.Currency())
	if !ok {
		return nil
	}
	var names []string
	for _, field := range m.Fields {
		named := func(e apiclient.FieldError) bool { return namesField(e.Field, field) }
		if kind(m, field) && slices.ContainsFunc(faulty, named) {
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

// dispute adds the gateway's objections to the plan.
func (p *Plan) dispute(names []string) {
	for _, asked := range p.Asked {
		if name := asked.Field.Name; slices.Contains(names, name) && p.Faults[name] == nil {
			p.Faults[name] = &methods.Problem{Key: disputedKey}
		}
	}
}
