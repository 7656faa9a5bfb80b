package wire

import "encoding/json"

// List is the answer of balances, code lists and rates. All of their shapes are
// assumed.
type List[T any] struct {
	Data []T `json:"data"`
}

// CurrencyOperator is an entry of GET /payment-operators.
type CurrencyOperator struct {
	Named
	CurrencyCode string `json:"currencyCode"`
}

// TopupOption is an entry of GET /topup-options.
type TopupOption struct {
	Option
	PaymentTypeCode string `json:"paymentTypeCode"`
	CurrencyCode    string `json:"currencyCode"`
}

// FXPair is an entry of GET /fx-rate-pairs.
type FXPair struct {
	From string `json:"currencyCodeFrom"`
	To   string `json:"currencyCodeTo"`
}

// FXRate is an entry of GET /fx-rates: one unit of From is Rate units of To.
type FXRate struct {
	FXPair
	Rate json.Number `json:"rate"`
}

// Balance is a merchant's balance in a currency: money of any size.
type Balance struct {
	Amount       json.Number `json:"amount"`
	CurrencyCode string      `json:"currencyCode"`
}
