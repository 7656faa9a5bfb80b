package scenarios

import (
	"payapp/apiclient"
	"payapp/internal/payload"
	"payapp/money"
)

// sameMoney reports whether the payment has the amount that the shop asked for.
func sameMoney(p apiclient.Payin, want money.Money) bool {
	return p.Money == want && (p.Requested.IsZero() || p.Requested == want)
}

// judgeRequired reports whether the customer can be asked to pay: by moneyRequired, if
// present, and by no code or link that asks for something else.
func judgeRequired(p apiclient.Payin) bool {
	return requiredFits(p) && !asksOther(p, p.QRCode) && !asksOther(p, p.DeepLink) && !asksOther(p, p.RedirectURL)
}

// asksOther reports whether a code or link asks by itself for another amount in the
// payment's currency than the page tells the customer to pay.
func asksOther(p apiclient.Payin, code string) bool {
	amount, currency := payload.Amount(code)
	own := p.Money.Currency()
	if amount == "" || currency != own && currency != money.Numeric(own) {
		return false
	}
	asked, err := money.Parse(amount, own)
	return err == nil && asked != Pays(p)
}

// requiredFits reports whether moneyRequired, if present, can be an amount to pay:
// above zero, in the payment's currency, with nothing below its smallest unit.
func requiredFits(p apiclient.Payin) bool {
	r := p.MoneyRequired
	return r.IsZero() || r.IsPositive() && r.FitsUnit() && r.Currency() == p.Money.Currency()
}

// Pays is what the customer pays: moneyRequired if the gateway gave one, or
// else the amount.
func Pays(p apiclient.Payin) money.Money {
	if !p.MoneyRequired.IsZero() && requiredFits(p) {
		return p.MoneyRequired
	}
	return p.Money
}
