package apiclient

import "context"

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
	request := call{op: "GET /currencies", path: "/currencies", token: token}
	return list(ctx, c, request, func(entry object) (Currency, bool) {
		currency := Currency{entry.text("code"), entry.words("name")}
		return currency, currency.Code != ""
	})
}

// ListPaymentOperators lists banks and wallets (GET /payment-operators), of the
// given currencies or of all.
func (c *Client) ListPaymentOperators(ctx context.Context, token Token, currencies ...string) ([]CurrencyOperator, error) {
	request := call{op: "GET /payment-operators", path: "/payment-operators", query: commaSeparated("currencies", currencies), token: token}
	return list(ctx, c, request, func(entry object) (CurrencyOperator, bool) {
		operator := CurrencyOperator{Operator{entry.text("code"), entry.words("name")}, entry.text("currencyCode")}
		return operator, operator.Code != ""
	})
}

// ListTopupOptions lists the topup options of a payment type, TopupWallet (GET
// /topup-options).
func (c *Client) ListTopupOptions(ctx context.Context, token Token, paymentTypeCode string) ([]TopupOption, error) {
	query := commaSeparated("paymentTypeCode", []string{paymentTypeCode})
	request := call{op: "GET /topup-options", path: "/topup-options", query: query, token: token}
	return list(ctx, c, request, func(entry object) (TopupOption, bool) {
		option := Option{entry.text("paymentMethodCode"), readOperators(entry, "paymentOperators", maxOperators)}
		return TopupOption{option, entry.text("paymentTypeCode"), entry.text("currencyCode")}, option.MethodCode != ""
	})
}
