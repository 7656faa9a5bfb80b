package rules

import (
	"slices"

	"payapp/sandbox/internal/wire"
)

// The fields of paymentMethod, by their paths in it.
const (
	AccountName      = "account.accountName"
	AccountNumber    = "account.accountNumber"
	AccountType      = "account.accountType"
	Email            = "emailAddress"
	Phone            = "phoneNumber"
	TaxID            = "taxId"
	ProductID        = "productId"
	Identifying      = "identifyingReference"
	CustomerLastName = "customerName.lastName"
	Location         = "paymentLocation" // the whole object
	Operator         = "paymentOperatorCode"
)

// Method is one payment method in one currency.
type Method struct {
	Code, Currency string
	Must, May      []string
	// Operators are what the customer can choose from, in the order shown;
	// OperatorMust says that one has to be chosen.
	Operators    []wire.Named
	OperatorMust bool
	// AccountNumber is the form of account.accountNumber, where it has one.
	AccountNumber format
	// AccountTypes are the values that account.accountType may have; any when
	// empty.
	AccountTypes []string
	// Identifying is the form of identifyingReference, where it has one.
	Identifying format
	// Reference says when the customer's external reference is waited for.
	Reference ReferenceRule
	// MobileOnly says that the phone number has to be a mobile one.
	MobileOnly bool
}

// ReferenceRule is when a method's payments need an external reference
// (interface.md, setExternalReference).
type ReferenceRule int

// The rules: never taken, always waited for, or only without an account.
const (
	NoReference ReferenceRule = iota
	ReferenceAlways
	ReferenceWithoutAccount
)

// Find is the method with that code in that currency.
func Find(code, currency string) (Method, bool) {
	for _, m := range methods {
		if m.Code == code && m.Currency == currency {
			return m, true
		}
	}
	return Method{}, false
}

// FindPayout is the payout method with that code in that currency.
func FindPayout(code, currency string) (Method, bool) {
	for _, m := range payouts {
		if m.Code == code && m.Currency == currency {
			return m, true
		}
	}
	return Method{}, false
}

// ForCurrency lists the methods of a currency in the order that the options
// show them. P2A_V2 is there twice, as in interface.md: its code stands for
// two request objects.
func ForCurrency(currency string) []Method {
	var list []Method
	for _, m := range methods {
		if m.Currency == currency {
			list = append(list, m)
		}
	}
	return list
}

// All lists every method and currency once.
func All() []Method {
	var list []Method
	seen := map[string]bool{}
	for _, m := range methods {
		if !seen[m.Code+m.Currency] {
			seen[m.Code+m.Currency] = true
			list = append(list, m)
		}
	}
	return list
}

// Payouts lists every payout method and currency.
func Payouts() []Method { return slices.Clone(payouts) }

// Currencies lists the currencies of incoming payments, in the table's order.
func Currencies() []string { return currencies(methods) }

// AllCurrencies lists the currencies of both directions, sorted.
func AllCurrencies() []string {
	list := currencies(append(slices.Clone(methods), payouts...))
	slices.Sort(list)
	return list
}

func currencies(methods []Method) []string {
	var list []string
	for _, m := range methods {
		if !slices.Contains(list, m.Currency) {
			list = append(list, m.Currency)
		}
	}
	return list
}

// OperatorByCode finds one of the method's operators, or one of the external
// providers of its currency.
func (m Method) OperatorByCode(code string) (wire.Named, bool) {
	for _, list := range [][]wire.Named{m.Operators, ExternalProviders(m.Currency)} {
		for _, o := range list {
			if o.Code == code {
				return o, true
			}
		}
	}
	return wire.Named{}, false
}
