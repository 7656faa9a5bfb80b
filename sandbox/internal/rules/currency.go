package rules

import (
	"encoding/json"
	"slices"
)

// Currency is what the sandbox knows about a currency.
type Currency struct {
	Code, Name string
	// Decimals are ISO 4217's. Package money, which the application uses too,
	// reads amounts; a test checks that the two agree.
	Decimals   int
	WholeCodes bool        // QR codes carry whole amounts, whatever the decimals
	PerUSDT    json.Number // the rate of one USDT: invented, plausible and fixed
	Amount     string      // a typical purchase
	Small      string      // a small one
	// Phone, Account and Holder are samples of a customer's data, "" if the
	// general ones will do.
	Phone, Account, Holder string
	AccountDigits          int // of the account to pay into; 0 means 10
}

// CurrencyOf returns a currency of the table, or one with only its code.
func CurrencyOf(code string) Currency {
	for _, c := range currencyTable {
		if c.Code == code {
			return c
		}
	}
	return Currency{Code: code}
}

// AllCurrencies lists the currencies of payins and payouts, by code.
func AllCurrencies() []Currency { return slices.Clone(currencyTable) }
