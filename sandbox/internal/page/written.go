package page

import (
	"fmt"
	"strings"
	"time"
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

// until says how long it is from now until a time: "36 s", "9 min", "71 h".
func until(then, now time.Time) string {
	switch left := then.Sub(now).Round(time.Second); {
	case left < time.Minute:
		return fmt.Sprintf("%d s", left/time.Second)
	case left < 2*time.Hour:
		return fmt.Sprintf("%d min", left/time.Minute)
	default:
		return fmt.Sprintf("%d h", left/time.Hour)
	}
}
