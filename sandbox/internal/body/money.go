package body

import (
	"encoding/json"
	"fmt"
	"strings"

	"payapp/money"
)

// MaxWholeDigits limits amounts. The interface shows no limits ("Maximum token
// validity, amount bounds and payment expiry durations: not shown"), but
// without one balances could grow without end. Amounts must also be above zero,
// with at most their currency's decimals.
const MaxWholeDigits = 12

// Money is an amount that a payment can have, nil if absent or invalid. The
// fault is reported for the amount or the currency code, never for the whole
// object.
func (o *Object) Money(name string) *money.Money {
	if !o.Has(name) {
		return nil
	}
	inner := o.Inner(name)
	if inner.values == nil {
		return nil
	}
	inner.Only("amount", "currencyCode")
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
		return nil // limits depend on the currency
	}
	m, ok := moneyOf(amount, currency)
	if !ok || !InRange(m) {
		inner.FaultOf("amount", OutOfRange, whyNot(m, ok))
		return nil
	}
	return &m
}

// whyNot says what is wrong with an amount.
func whyNot(m money.Money, ok bool) string {
	units, _ := money.MinorUnits(m.Currency())
	_, decimals, _ := strings.Cut(m.Amount(), ".")
	switch {
	case ok && !m.IsPositive():
		return "is out of range: it isn't above zero"
	case ok && len(decimals) > units && units == 0:
		return "is out of range: " + m.Currency() + " has no decimals"
	case ok && len(decimals) > units:
		return fmt.Sprintf("is out of range: %s has %d decimals at most", m.Currency(), units)
	}
	return "is out of range"
}

// InRange reports whether a payment can have the amount.
func InRange(m money.Money) bool {
	units, known := money.MinorUnits(m.Currency())
	whole, decimals, _ := strings.Cut(m.Amount(), ".")
	return known && m.IsPositive() && len(whole) <= MaxWholeDigits && len(decimals) <= units
}

// moneyOf reads any JSON number, such as 1e3.
func moneyOf(amount json.RawMessage, currency string) (m money.Money, ok bool) {
	document, err := json.Marshal(map[string]any{"amount": amount, "currencyCode": currency})
	return m, err == nil && json.Unmarshal(document, &m) == nil
}
