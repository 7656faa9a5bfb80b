package shop

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"payapp/money"
	"payapp/sandbox/internal/mark"
	"payapp/sandbox/internal/token"
	"payapp/sandbox/internal/wire"
)

// TokenSpec says what a token is for. Empty Operations mean all that the hosted
// application needs for the payment.
type TokenSpec struct {
	MerchantCode string // empty means DEMO
	IDPayin      string
	Money        money.Money   // zero means any
	Validity     time.Duration // zero means 30 minutes
	Operations   []string
}

// readName is the operation that shows the merchant's name: "The hosted web
// application additionally needs GET /merchant-info in the token's operations to
// show the channel name".
const readName = "GET /merchant-info"

// SignToken obtains a token as a merchant does: by POST /auth-tokens, signed
// with the demo key. The request goes to the sandbox's handler without a
// network, and doesn't count against the merchant's rate.
func (s *Shop) SignToken(ctx context.Context, spec TokenSpec) (string, error) {
	signed, err := s.tokenRequest(spec)
	if err != nil {
		return "", err
	}
	return s.obtainToken(mark.ForShop(ctx), signed)
}

// signedRequest is a token call as it is sent.
type signedRequest struct {
	Path, Body, Signature string
}

func (s *Shop) tokenRequest(spec TokenSpec) (signedRequest, error) {
	if spec.MerchantCode == "" {
		spec.MerchantCode = "DEMO"
	}
	if spec.Validity == 0 {
		spec.Validity = token.DefaultValidity
	}
	if spec.Operations == nil {
		spec.Operations = append(token.Granted(spec.IDPayin, s.GrantedReference), readName)
	}
	validity, now := int64(spec.Validity/time.Second), s.Now().UnixMilli()
	request := wire.TokenRequest{
		MerchantCode: spec.MerchantCode, ValiditySecs: &validity, Operations: spec.Operations,
		Timestamp: &now,
	}
	if !spec.Money.IsZero() {
		request.Money = &spec.Money
	}
	body, err := json.Marshal(request)
	if err != nil {
		return signedRequest{}, fmt.Errorf("token request: %w", err)
	}
	signature, err := token.Sign(s.Key, body)
	if err != nil {
		return signedRequest{}, err
	}
	return signedRequest{"/auth-tokens", string(body), signature}, nil
}

func (s *Shop) obtainToken(ctx context.Context, signed signedRequest) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://sandbox"+signed.Path, bytes.NewReader([]byte(signed.Body)))
	if err != nil {
		return "", fmt.Errorf("token request: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-SIGNATURE", signed.Signature)
	var answer wire.TokenResponse
	if _, err := s.ask(request, &answer); err != nil {
		return "", err
	}
	return answer.Token, nil
}

// statusLinkValidity is how long a status link of the shop or console works.
const statusLinkValidity = 30 * 24 * time.Hour

// StatusLink is the application's status page of a payment, with a token that
// can only read it and, if named, the shop's name: without that grant the page
// shows the host of the way back. The amount is the order's.
func (s *Shop) StatusLink(ctx context.Context, merchant, id, amount, currency string, named bool) (string, error) {
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
	// Into the last parameter mail programs take what follows.
	parameters := url.Values{"idPayin": {id}, "token": {raw}, "amount": {amount}, "currencyCode": {currency}}
	return s.app() + "/status?" + parameters.Encode() + "&end=1", nil
}
