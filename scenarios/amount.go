package scenarios

import (
	"payapp/apiclient"
	"payapp/money"
)

// sameMoney reports whether the payment has the amount that the shop asked for.
func sameMoney(p apiclient.Payin, want money.Money) bool {
	return p.Money == want && (p.Requested.IsZero() || p.Requested == want)
}

// judgeRequired reports whether moneyRequired, if present, can be an amount to
// pay: above zero, in the payment's currency, with nothing below its smallest
// unit.
func judgeRequired(p apiclient.Payin) bool {
	r := p.MoneyRequired
	return r.IsZero() || r.IsPositive() && r.FitsUnit() && r.Currency() == p.Money.Currency()
}

// Pays is what the customer pays: moneyRequired if the gateway gave one, or
// else the amount.
func Pays(p apiclient.Payin) money.Money {
	if !p.MoneyRequired.IsZero() && judgeRequired(p) {
		return p.MoneyRequired
	}
	return p.Money
}
