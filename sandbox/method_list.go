package sandbox

import (
	"slices"

	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/wire"
)

// Method says what the sandbox takes for one payment method in one currency:
// its own reading of interface.md, for tests of other readings. Fields are
// paths in paymentMethod ("account.accountName"); "paymentLocation" and
// "customerName.lastName" stand for their whole objects.
type Method struct {
	Code, Currency string
	Must, May      []string
	Operators      []string // codes, in the order of the options
	OperatorNeeded bool
	NeedsReference bool // an external reference of 12 digits, whatever else is given
	TakesReference bool
}

// Methods lists every method and currency that the sandbox knows.
func Methods() []Method {
	var list []Method
	for _, m := range rules.All() {
		list = append(list, Method{
			Code: m.Code, Currency: m.Currency, Must: slices.Clone(m.Must), May: slices.Clone(m.May),
			Operators: codes(m.Operators), OperatorNeeded: m.OperatorMust,
			NeedsReference: m.Reference == rules.ReferenceAlways, TakesReference: m.Reference != rules.NoReference,
		})
	}
	return list
}

func codes(operators []wire.Named) []string {
	var list []string
	for _, o := range operators {
		list = append(list, o.Code)
	}
	return list
}

// SampleAmount is an amount that looks like a purchase in the currency, "" for
// a currency that no method has.
func SampleAmount(currency string) string { return sampleAmounts[currency] }
