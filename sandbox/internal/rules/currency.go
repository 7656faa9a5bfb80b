package rules

import (
	"encoding/json"
	"slices"
)

// Currency is what the sandbox knows of a currency.
type Currency struct {
	Code, Name string
	// Decimals are ISO 4217's. Amounts are read by internal/money, which the
	// application shares; a test holds it to them.
	Decimals   int
	WholeCodes bool        // QR codes carry whole amounts, whatever the decimals
	PerUSDT    json.Number // what one USDT is: made up, plausible and fixed
	Amount     string      // looks like a purchase
	// Phone, Account and Holder are samples of a customer's data, "" where the
	// usual ones do.
	Phone, Account, Holder string
	AccountDigits          int // of the account to pay into; 10 when zero
}

// CurrencyOf is what is known of a currency: nothing but its code, where the
// table hasn't got it.
func CurrencyOf(code string) Currency {
	for _, c := range currencyTable {
		if c.Code == code {
			return c
		}
	}
	return Currency{Code: code}
}

// AllCurrencies lists the currencies of both directions, by code.
func AllCurrencies() []Currency { return slices.Clone(currencyTable) }
