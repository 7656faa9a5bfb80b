package apiclient

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"

	"payapp/money"
)

// Currency is an entry of GET /currencies.
type Currency struct{ Code, Name string }

// CurrencyOperator is an entry of GET /payment-operators. CurrencyCode is empty
// if the gateway doesn't say.
type CurrencyOperator struct {
	Operator
	CurrencyCode string
}

// TopupOption is an entry of GET /topup-options.
type TopupOption struct {
	Option
	PaymentTypeCode, CurrencyCode string
}

// TopupWallet is the only payment type that has topup options.
const TopupWallet = "TOPUP_WALLET"

// ListCurrencies lists the gateway's currencies (GET /currencies). The shapes
// of all code lists are assumed.
func (c *Client) ListCurrencies(ctx context.Context, token Token) ([]Currency, error) {
	request := call{op: "GET /currencies", token: token}
	return list(ctx, c, request, func(entry object) (Currency, bool) {
		currency := Currency{entry.text("code"), entry.words("name")}
		return currency, currency.Code != ""
	})
}

// ListPaymentOperators lists banks and wallets (GET /payment-operators), of the
// given currencies or of all.
func (c *Client) ListPaymentOperators(ctx context.Context, token Token, currencies ...string) ([]CurrencyOperator, error) {
	request := call{op: "GET /payment-operators", query: commaSeparated("currencies", currencies), token: token}
	return list(ctx, c, request, func(entry object) (CurrencyOperator, bool) {
		operator := CurrencyOperator{Operator{entry.text("code"), entry.words("name")}, entry.text("currencyCode")}
		return operator, operator.Code != ""
	})
}

// ListTopupOptions lists the topup options of a payment type, TopupWallet (GET
// /topup-options).
func (c *Client) ListTopupOptions(ctx context.Context, token Token, paymentTypeCode string) ([]TopupOption, error) {
	query := commaSeparated("paymentTypeCode", []string{paymentTypeCode})
	request := call{op: "GET /topup-options", query: query, token: token}
	return list(ctx, c, request, func(entry object) (TopupOption, bool) {
		option := Option{entry.text("paymentMethodCode"), readOperators(entry, "paymentOperators", maxOperators)}
		return TopupOption{option, entry.text("paymentTypeCode"), entry.text("currencyCode")}, option.MethodCode != ""
	})
}

// ListBalances reads the merchant's balances (GET /balances), of the given
// currencies or of all; the gateway ignores currencies that it doesn't know.
// Balances may be zero or negative. The answer's shape is assumed.
func (c *Client) ListBalances(ctx context.Context, token Token, currencies ...string) ([]money.Money, error) {
	request := call{op: "GET /balances", query: commaSeparated("currencies", currencies), token: token}
	return list(ctx, c, request, func(entry object) (money.Money, bool) {
		balance := entry.asMoney()
		return balance, balance.Currency() != ""
	})
}

// commaSeparated joins several values in one query parameter (interface.md,
// Endpoints 3).
func commaSeparated(name string, values []string) url.Values {
	if len(values) == 0 {
		return nil
	}
	return url.Values{name: {strings.Join(values, ",")}}
}

// FXPair is a pair of currencies with an exchange rate.
type FXPair struct{ From, To string }

// FXRate says that one unit of From is Rate units of To. Rate is the gateway's
// own spelling, for exact arithmetic.
type FXRate struct {
	FXPair
	Rate json.Number
}

// ListFXRates lists exchange rates (GET /fx-rates). The shape is assumed.
func (c *Client) ListFXRates(ctx context.Context, token Token) ([]FXRate, error) {
	return list(ctx, c, call{op: "GET /fx-rates", token: token}, func(entry object) (FXRate, bool) {
		rate := FXRate{FXPair: readPair(entry)}
		return rate, entry.read("rate", &rate.Rate) && rate.From != "" && rate.To != ""
	})
}

// ListFXRatePairs lists the pairs with a rate (GET /fx-rate-pairs). The shape
// is assumed.
func (c *Client) ListFXRatePairs(ctx context.Context, token Token) ([]FXPair, error) {
	return list(ctx, c, call{op: "GET /fx-rate-pairs", token: token}, func(entry object) (FXPair, bool) {
		pair := readPair(entry)
		return pair, pair.From != "" && pair.To != ""
	})
}

func readPair(entry object) FXPair {
	return FXPair{entry.text("currencyCodeFrom"), entry.text("currencyCodeTo")}
}
