package body

import (
	"encoding/json"
	"strings"

	"payapp/money"
)

// MaxWholeDigits bounds amounts: the interface shows no bounds ("Maximum token
// validity, amount bounds and payment expiry durations: not shown"), and
// without any a balance would be beyond all numbers. It is the one place that
// says so; amounts are above zero, too, and have at most their currency's decimals.
const MaxWholeDigits = 12

// Money is an amount that a payment can have, nil when it is absent or at fault.
// The fault is the amount's or the currency code's, never the whole object's.
func (o *Object) Money(name string) *money.Money {
	if !o.Has(name) {
		return nil
	}
	inner := o.Inner(name)
	if inner.values == nil {
		return nil
	}
	inner.Need("amount", "currencyCode")
	currency := inner.Text("currencyCode")
	known := money.Known(currency)
	if currency != "" && !known {
		inner.Fault("currencyCode", NotAvailable)
	}
	amount := inner.Raw("amount")
	if amount == nil {
		return nil
	}
	if !isNumber(string(amount)) {
		inner.Fault("amount", WrongType)
		return nil
	}
	if !known {
		return nil // what the amount may be depends on the currency
	}
	m, ok := moneyOf(amount, currency)
	if !ok || !InRange(m) {
		inner.Fault("amount", OutOfRange)
		return nil
	}
	return &m
}

// InRange reports whether a payment can have the amount.
func InRange(m money.Money) bool {
	units, known := money.MinorUnits(m.Currency())
	whole, decimals, _ := strings.Cut(m.Amount(), ".")
	return known && m.IsPositive() && len(whole) <= MaxWholeDigits && len(decimals) <= units
}

// moneyOf reads any JSON number, as 1e3.
func moneyOf(amount json.RawMessage, currency string) (m money.Money, ok bool) {
	document, err := json.Marshal(map[string]any{"amount": amount, "currencyCode": currency})
	return m, err == nil && json.Unmarshal(document, &m) == nil
}
