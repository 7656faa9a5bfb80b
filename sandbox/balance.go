package sandbox

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"payapp/internal/money"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/wire"
)

// openingBalance is what every merchant begins with, in each currency.
const openingBalance = "1000000"

// listBalances is GET /balances: the currencies asked for, or all. Unknown
// ones are ignored.
func (s *Sandbox) listBalances(c *call) (any, error) {
	list := wire.List[money.Money]{Data: []money.Money{}}
	for _, currency := range chosenCurrencies(c) {
		balance, err := s.balance(c.Context(), c.merchant.code, currency)
		if err != nil {
			return nil, err
		}
		list.Data = append(list.Data, balance)
	}
	return list, nil
}

// chosenCurrencies reads the query parameter currencies: comma-separated,
// invalid values ignored, each once. Without it, all are chosen.
func chosenCurrencies(c *call) []string {
	all := rules.AllCurrencies()
	if !c.URL.Query().Has("currencies") {
		return all
	}
	var chosen []string
	for value := range strings.SplitSeq(c.URL.Query().Get("currencies"), ",") {
		if slices.Contains(all, value) && !slices.Contains(chosen, value) {
			chosen = append(chosen, value)
		}
	}
	return chosen
}

// balance adds up what came in and what went out, with its fees. A payout
// holds its money from creation until it ends without success. A successful
// payin is credited with the order's amount, whatever moneyRequired said.
func (s *Sandbox) balance(ctx context.Context, merchant, currency string) (money.Money, error) {
	total := money.MustParse(openingBalance, currency)
	payments, err := s.store.Payments(ctx, store.Filter{Merchant: merchant, Currency: currency}, s.clock.now())
	if err != nil {
		return money.Money{}, err
	}
	for _, p := range payments {
		amount, err := money.Parse(p.Amount, p.Currency)
		if err != nil {
			return money.Money{}, fmt.Errorf("amount of %q: %w", p.ID, err)
		}
		switch {
		case p.Kind == store.Payin && p.Status == statusSuccess:
			total, err = total.Add(amount)
		case p.Kind == store.Payout && holdsMoney(p.Status):
			total, err = minusWithFee(total, amount)
		}
		if err != nil {
			return money.Money{}, fmt.Errorf("balance: %w", err)
		}
	}
	return total, nil
}

// holdsMoney reports whether a payout in this status costs the merchant money.
func holdsMoney(status string) bool { return !final(status) || status == statusSuccess }

func minusWithFee(total, amount money.Money) (money.Money, error) {
	total, err := total.Sub(amount)
	if fee := feeOf(amount); err == nil && !fee.IsZero() {
		total, err = total.Sub(fee)
	}
	return total, err
}

// covers reports whether the merchant's balance pays for a payout.
func (s *Sandbox) covers(c *call, amount money.Money) (bool, error) {
	balance, err := s.balance(c.Context(), c.merchant.code, amount.Currency())
	if err != nil {
		return false, err
	}
	left, err := minusWithFee(balance, amount)
	return err == nil && !strings.HasPrefix(left.Amount(), "-"), err
}

// feeOf is what a payout costs: one hundredth, cut to the currency's minor
// units. It is no money at all when nothing is left after cutting.
func feeOf(amount money.Money) money.Money {
	units, _ := money.MinorUnits(amount.Currency())
	whole, fraction, _ := strings.Cut(amount.Amount(), ".")
	minor, ok := new(big.Int).SetString(whole+fraction+strings.Repeat("0", units-len(fraction)), 10)
	if !ok {
		return money.Money{}
	}
	digits := minor.Quo(minor, big.NewInt(100)).String()
	digits = strings.Repeat("0", max(0, units+1-len(digits))) + digits
	text := digits[:len(digits)-units]
	if units > 0 {
		text += "." + digits[len(digits)-units:]
	}
	fee, err := money.Parse(text, amount.Currency())
	if err != nil { // nothing is left
		return money.Money{}
	}
	return fee
}
