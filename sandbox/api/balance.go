package api

import (
	"context"
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	"payapp/money"
	"payapp/sandbox/internal/answers"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/wire"
)

// openingBalance is every merchant's opening balance, in each currency.
const openingBalance = "1000000"

// listBalances is GET /balances: the requested currencies, or all. Unknown ones
// are ignored.
func (a *API) listBalances(c *call) (any, error) {
	list := wire.List[wire.Balance]{Data: []wire.Balance{}}
	for _, currency := range chosenCurrencies(c) {
		balance, err := a.balance(c.Context(), c.merchant.Code, currency)
		if err != nil {
			return nil, err
		}
		list.Data = append(list.Data, wire.Balance{Amount: json.Number(answers.Decimal(balance, currency)), CurrencyCode: currency})
	}
	return list, nil
}

// chosenCurrencies reads the query parameter currencies: comma-separated, or
// several of them, without duplicates, invalid values ignored. Without it, all
// are chosen.
func chosenCurrencies(c *call) []string {
	var all []string
	for _, currency := range rules.AllCurrencies() {
		all = append(all, currency.Code)
	}
	if !c.URL.Query().Has("currencies") {
		return all
	}
	var chosen []string
	for value := range strings.SplitSeq(strings.Join(c.URL.Query()["currencies"], ","), ",") {
		if slices.Contains(all, value) && !slices.Contains(chosen, value) {
			chosen = append(chosen, value)
		}
	}
	return chosen
}

// balance adds up payins and payouts, with fees, in minor units and without a
// limit. A payout holds its money from creation until it ends without success.
// A successful payin is credited with the order's amount, whatever
// moneyRequired said.
func (a *API) balance(ctx context.Context, merchant, currency string) (*big.Int, error) {
	total := answers.Minor(openingBalance, currency)
	payments, err := a.Store.Payments(ctx, store.Filter{Merchant: merchant, Currency: currency}, a.Clock.Now())
	if err != nil {
		return nil, err
	}
	for _, p := range payments {
		amount := answers.Minor(p.Amount, p.Currency)
		switch {
		case p.Kind == store.Payin && p.Status == process.Success:
			total.Add(total, amount)
		case p.Kind == store.Payout && holdsMoney(p.Status):
			total.Sub(total, withFee(amount))
		}
	}
	return total, nil
}

// holdsMoney reports whether a payout in this status costs the merchant money.
func holdsMoney(status string) bool { return !process.Final(status) || status == process.Success }

// covers reports whether the merchant's balance is enough for a payout.
func (a *API) covers(c *call, amount money.Money) (bool, error) {
	balance, err := a.balance(c.Context(), c.merchant.Code, amount.Currency())
	if err != nil {
		return false, err
	}
	return balance.Cmp(withFee(answers.Minor(amount.Amount(), amount.Currency()))) >= 0, nil
}

// fee is what a payout costs: one hundredth, truncated to the currency's minor
// units.
func fee(amount *big.Int) *big.Int { return new(big.Int).Quo(amount, big.NewInt(100)) }

func withFee(amount *big.Int) *big.Int { return new(big.Int).Add(amount, fee(amount)) }

// feeOf is a payout's fee; the zero Money if it is truncated to nothing.
func feeOf(amount money.Money) money.Money {
	charged := fee(answers.Minor(amount.Amount(), amount.Currency()))
	m, err := money.Parse(answers.Decimal(charged, amount.Currency()), amount.Currency())
	if err != nil {
		return money.Money{}
	}
	return m
}
