package shop

import (
	"context"
	"net/url"
	"time"

	"payapp/sandbox/internal/mark"
	"payapp/sandbox/internal/token"
)

// statusLinkValidity is how long a status link of the shop or console works.
const statusLinkValidity = 30 * 24 * time.Hour

// StatusLink is the application's status page of a payment, with a token that
// can only read it and, if named, the shop's name: without that grant the page
// shows the host of the way back.
func (s *Shop) StatusLink(ctx context.Context, merchant, id, currency string, named bool) (string, error) {
	operations := token.InfoOperations(id)
	if named {
		operations = append(operations, readName)
	}
	raw, err := s.SignToken(mark.ForLooking(ctx), TokenSpec{
		MerchantCode: merchant,
		Operations:   operations,
		Validity:     statusLinkValidity,
	})
	if err != nil {
		return "", err
	}
	return s.app() + "/status?" + url.Values{"idPayin": {id}, "token": {raw}, "currencyCode": {currency}}.Encode(), nil
}
