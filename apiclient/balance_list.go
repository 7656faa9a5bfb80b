package apiclient

import (
	"context"
	"net/url"
	"strings"

	"payapp/money"
)

// ListBalances reads the merchant's balances (GET /balances), of the given
// currencies or of all; the gateway ignores currencies that it doesn't know.
// Balances may be zero or negative. The answer's shape is assumed.
func (c *Client) ListBalances(ctx context.Context, token Token, currencies ...string) ([]money.Money, error) {
	request := call{op: "GET /balances", path: "/balances", query: commaSeparated("currencies", currencies), token: token}
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
