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
// can only read it.
func (s *Shop) StatusLink(ctx context.Context, merchant, id, currency string) (string, error) {
	raw, err := s.SignToken(mark.ForLooking(ctx), TokenSpec{
		MerchantCode: merchant,
		Operations:   token.InfoOperations(id),
		Validity:     statusLinkValidity,
	})
	if err != nil {
		return "", err
	}
	return s.app() + "/status?" + url.Values{"idPayin": {id}, "token": {raw}, "currencyCode": {currency}}.Encode(), nil
}
