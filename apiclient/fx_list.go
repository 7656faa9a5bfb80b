package apiclient

import (
	"context"
	"encoding/json"
)

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
	return list(ctx, c, call{op: "GET /fx-rates", path: "/fx-rates", token: token}, func(entry object) (FXRate, bool) {
		rate := FXRate{FXPair: readPair(entry)}
		return rate, entry.read("rate", &rate.Rate) && rate.From != "" && rate.To != ""
	})
}

// ListFXRatePairs lists the pairs with a rate (GET /fx-rate-pairs). The shape
// is assumed.
func (c *Client) ListFXRatePairs(ctx context.Context, token Token) ([]FXPair, error) {
	return list(ctx, c, call{op: "GET /fx-rate-pairs", path: "/fx-rate-pairs", token: token}, func(entry object) (FXPair, bool) {
		pair := readPair(entry)
		return pair, pair.From != "" && pair.To != ""
	})
}

func readPair(entry object) FXPair {
	return FXPair{entry.text("currencyCodeFrom"), entry.text("currencyCodeTo")}
}
