package api

import (
	"encoding/json"
	"fmt"

	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/wire"
)

// currencyNames are the display names of all currencies.
var currencyNames = map[string]string{
	"ARS": "Argentine peso", "BRL": "Brazilian real", "CNY": "Chinese yuan", "COP": "Colombian peso", "GHS": "Ghanaian cedi",
	"IDR": "Indonesian rupiah", "INR": "Indian rupee", "JPY": "Japanese yen", "KES": "Kenyan shilling", "KRW": "South Korean won",
	"LAK": "Lao kip", "MXN": "Mexican peso", "MYR": "Malaysian ringgit", "NAD": "Namibian dollar", "NGN": "Nigerian naira",
	"PHP": "Philippine peso", "THB": "Thai baht", "TWD": "New Taiwan dollar", "USDC": "USD Coin", "USDT": "Tether",
	"VND": "Vietnamese dong", "ZAR": "South African rand",
}

// perUSDT are made-up rates, plausible and fixed: how much one USDT is.
var perUSDT = map[string]json.Number{
	"ARS": "1425.5", "BRL": "5.34", "CNY": "7.11", "COP": "3805", "GHS": "11.05", "IDR": "16650", "INR": "89.2", "JPY": "154.6",
	"KES": "129.3", "KRW": "1462", "LAK": "21650", "MXN": "18.4", "MYR": "4.15", "NAD": "17.2", "NGN": "1448", "PHP": "58.7",
	"THB": "32.45", "TWD": "31.1", "USDC": "1", "VND": "26320", "ZAR": "17.2",
}

// listCurrencies is GET /currencies.
func (a *API) listCurrencies(*call) (any, error) {
	list := wire.List[wire.Named]{Data: []wire.Named{}}
	for _, code := range rules.AllCurrencies() {
		list.Data = append(list.Data, wire.Named{Code: code, Name: currencyNames[code]})
	}
	return list, nil
}

// listOperators is GET /payment-operators: each operator once in each of its
// currencies. The query parameter currencies narrows it.
func (a *API) listOperators(c *call) (any, error) {
	list := wire.List[wire.CurrencyOperator]{Data: []wire.CurrencyOperator{}}
	all := append(rules.All(), rules.Payouts()...)
	for _, currency := range chosenCurrencies(c) {
		seen := map[string]bool{}
		for _, m := range all {
			for _, o := range m.Operators {
				if m.Currency == currency && !seen[o.Code] {
					seen[o.Code] = true
					list.Data = append(list.Data, wire.CurrencyOperator{Named: o, CurrencyCode: currency})
				}
			}
		}
	}
	return list, nil
}

// topupWallet is the one payment type allowed (interface.md, Change history
// 2.55).
const topupWallet = "TOPUP_WALLET"

// listTopups is GET /topup-options. Another payment type than TOPUP_WALLET is
// ignored, which leaves the same list.
func (a *API) listTopups(c *call) (any, error) {
	list := wire.List[wire.TopupOption]{Data: []wire.TopupOption{}}
	for _, pair := range [][2]string{{"CRYPTO_OFFLINE", "USDT"}, {"CRYPTO_OFFLINE", "USDC"}, {"OFFLINE", "THB"}} {
		m, ok := c.merchant.Method(pair[0], pair[1])
		if ok {
			list.Data = append(list.Data, wire.TopupOption{
				Option:          wire.Option{PaymentMethodCode: m.Code, PaymentOperators: m.Operators},
				PaymentTypeCode: topupWallet,
				CurrencyCode:    m.Currency,
			})
		}
	}
	return list, nil
}

// listRates is GET /fx-rates.
func (a *API) listRates(*call) (any, error) {
	list := wire.List[wire.FXRate]{Data: []wire.FXRate{}}
	for _, pair := range pairs() {
		rate, ok := perUSDT[pair.To]
		if !ok {
			return nil, fmt.Errorf("no rate for %s", pair.To)
		}
		list.Data = append(list.Data, wire.FXRate{FXPair: pair, Rate: rate})
	}
	return list, nil
}

// listPairs is GET /fx-rate-pairs.
func (a *API) listPairs(*call) (any, error) { return wire.List[wire.FXPair]{Data: pairs()}, nil }

func pairs() []wire.FXPair {
	var list []wire.FXPair
	for _, currency := range rules.AllCurrencies() {
		if currency != "USDT" {
			list = append(list, wire.FXPair{From: "USDT", To: currency})
		}
	}
	return list
}
