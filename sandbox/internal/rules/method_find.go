package rules

import "slices"

// Find is the method with that code in that currency.
func Find(code, currency string) (Method, bool) { return find(methods, code, currency) }

// FindPayout is the payout method with that code in that currency.
func FindPayout(code, currency string) (Method, bool) { return find(payouts, code, currency) }

func find(table []Method, code, currency string) (Method, bool) {
	for _, m := range table {
		if m.Code == code && m.Currency == currency {
			return m, true
		}
	}
	return Method{}, false
}

// ForCurrency lists the methods of a currency in the order that the options
// show them: "One entry per payment method."
func ForCurrency(currency string) []Method {
	var list []Method
	for _, m := range methods {
		if m.Currency == currency {
			list = append(list, m)
		}
	}
	return list
}

// All lists every method and currency.
func All() []Method { return slices.Clone(methods) }

// Payouts lists every payout method and currency.
func Payouts() []Method { return slices.Clone(payouts) }

// Currencies lists the currencies of incoming payments, in the table's order.
func Currencies() []string {
	var list []string
	for _, m := range methods {
		if !slices.Contains(list, m.Currency) {
			list = append(list, m.Currency)
		}
	}
	return list
}
