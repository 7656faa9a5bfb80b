package api

import (
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/wire"
)

// listCurrencies is GET /currencies.
func (a *API) listCurrencies(*call) (any, error) {
	list := wire.List[wire.Named]{Data: []wire.Named{}}
	for _, c := range rules.AllCurrencies() {
		list.Data = append(list.Data, wire.Named{Code: c.Code, Name: c.Name})
	}
	return list, nil
}

// listOperators is GET /payment-operators: each operator once in each of its
// currencies. The query parameter currencies filters them.
func (a *API) listOperators(c *call) (any, error) {
	list := wire.List[wire.CurrencyOperator]{Data: []wire.CurrencyOperator{}}
	all := append(a.Process.Methods.All(), rules.Payouts.All()...)
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

// topupWallet is the only payment type allowed (interface.md, Change history
// 2.55).
const topupWallet = "TOPUP_WALLET"

// listTopups is GET /topup-options. A payment type other than TOPUP_WALLET is
// ignored, which gives the same list.
func (a *API) listTopups(c *call) (any, error) {
	list := wire.List[wire.TopupOption]{Data: []wire.TopupOption{}}
	for _, pair := range [][2]string{{"CRYPTO_OFFLINE", "USDT"}, {"CRYPTO_OFFLINE", "USDC"}, {"OFFLINE", "THB"}} {
		m, ok := c.merchant.Method(a.Process.Methods, pair[0], pair[1])
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
		list.Data = append(list.Data, wire.FXRate{FXPair: pair, Rate: rules.CurrencyOf(pair.To).PerUSDT})
	}
	return list, nil
}

// listPairs is GET /fx-rate-pairs.
func (a *API) listPairs(*call) (any, error) { return wire.List[wire.FXPair]{Data: pairs()}, nil }

func pairs() []wire.FXPair {
	var list []wire.FXPair
	for _, c := range rules.AllCurrencies() {
		if c.Code != "USDT" {
			list = append(list, wire.FXPair{From: "USDT", To: c.Code})
		}
	}
	return list
}
