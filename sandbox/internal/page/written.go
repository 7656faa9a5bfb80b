package page

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"payapp/money"
)

// Written is an amount as the payment's own pages write it in English: "฿1,234.50",
// "$1,250.00 ARS", "10 USDT".
func Written(amount, currency string) string {
	m, err := money.Parse(amount, currency)
	if err != nil {
		return amount + " " + currency
	}
	whole, rest := m.Bare(), ""
	if point := strings.Index(whole, "."); point >= 0 {
		whole, rest = whole[:point], whole[point:]
	}
	size := 3
	for at := len(whole) - size; at > 0; at -= size {
		whole = whole[:at] + "," + whole[at:]
		if currency == "INR" {
			size = 2 // lakhs
		}
	}
	about, _ := money.Find(currency)
	sign := about.Sign
	if last, _ := utf8.DecodeLastRuneInString(sign); unicode.IsLetter(last) {
		sign += "\u00a0"
	}
	if sign != "" && !about.SignShared {
		return sign + whole + rest
	}
	return sign + whole + rest + "\u00a0" + currency
}
