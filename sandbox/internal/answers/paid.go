package answers

import (
	"math/big"
	"strings"

	"payapp/money"
	"payapp/sandbox/internal/directive"
)

// Paid is the amount that arrives: the order's, unless a directive has the customer pay
// half of it, or another one.
func Paid(order money.Money, how directive.Paid) money.Money {
	currency, paid := order.Currency(), Minor(order.Amount(), order.Currency())
	switch one := big.NewInt(1); how {
	case directive.PaidPartly:
		if paid.Rsh(paid, 1).Sign() == 0 {
			paid = one
		}
	case directive.PaidWrong:
		paid.Add(paid, one)
	default:
		return order
	}
	m, err := money.Parse(Decimal(paid, currency), currency)
	if err != nil {
		return order
	}
	return m
}

// Minor converts an amount to minor units.
func Minor(amount, currency string) *big.Int {
	units, _ := money.MinorUnits(currency)
	whole, fraction, _ := strings.Cut(amount, ".")
	fraction = (fraction + strings.Repeat("0", units))[:units]
	n, ok := new(big.Int).SetString(whole+fraction, 10)
	if !ok {
		return new(big.Int)
	}
	return n
}

// Decimal converts minor units to an amount.
func Decimal(n *big.Int, currency string) string {
	units, _ := money.MinorUnits(currency)
	digits := new(big.Int).Abs(n).String()
	digits = strings.Repeat("0", max(0, units+1-len(digits))) + digits
	text := digits[:len(digits)-units]
	if units > 0 {
		text += "." + digits[len(digits)-units:]
	}
	if n.Sign() < 0 {
		return "-" + text
	}
	return text
}
