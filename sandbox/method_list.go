package sandbox

import (
	"slices"

	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/token"
	"payapp/sandbox/internal/wire"
	"payapp/sandbox/shop"
)

// Method says what the sandbox accepts for one payment method in one currency.
// It is a reading of interface.md of its own, for tests to compare with others.
// Fields are paths in paymentMethod ("account.accountName"); "paymentLocation"
// and "customerName.lastName" stand for their whole objects.
type Method struct {
	Code, Currency string
	Must, May      []string
	Operators      []string // codes, in the order of the options
	NeedsReference bool     // an external reference of 12 digits, always
	TakesReference bool
}

// Methods lists every method and currency that the sandbox knows.
func Methods() []Method {
	var list []Method
	for _, m := range rules.Payins.All() {
		list = append(list, Method{
			Code: m.Code, Currency: m.Currency, Must: slices.Clone(m.Must), May: optional(m), Operators: codes(m.Operators),
			NeedsReference: m.Reference == rules.ReferenceAlways, TakesReference: m.Reference != rules.NoReference,
		})
	}
	return list
}

// optional are the fields that the interface calls optional for the method, and
// those that every method accepts.
func optional(m rules.Method) []string {
	may := slices.Clone(m.May)
	for _, field := range rules.Everywhere {
		if !slices.Contains(m.Must, field) && !slices.Contains(may, field) {
			may = append(may, field)
		}
	}
	return may
}

func codes(operators []wire.Named) []string {
	var list []string
	for _, o := range operators {
		list = append(list, o.Code)
	}
	return list
}

// Sample is customer data as the shop fills it in: see shop.Sample.
func Sample(code, currency string) map[string]string { return shop.Sample(code, currency) }

// SampleAmount is a typical amount in the currency, "" for a currency that no
// method has.
func SampleAmount(currency string) string { return shop.SampleAmount(currency) }

// TokenSpec says what a token is for. Empty Operations mean all that the hosted
// application needs for the payment.
type TokenSpec = shop.TokenSpec

// AppOperations are what the hosted application needs for a payment: what
// PAYIN_CREATE grants, the external reference (assumed) and the merchant's name:
// "The hosted web application additionally needs GET /merchant-info in the
// token's operations".
func AppOperations(idPayin string) []string {
	return append(token.Granted(idPayin, token.ReferencePath), "GET /merchant-info")
}
