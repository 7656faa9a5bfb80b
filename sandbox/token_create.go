package sandbox

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"payapp/internal/money"
	"payapp/sandbox/internal/token"
	"payapp/sandbox/internal/wire"
)

const (
	defaultValidity = 1800 // seconds (interface.md, Limits)
	maxValidity     = 366 * 24 * 3600
	// timestampTolerance is assumed, as is that timestamps are milliseconds;
	// seconds are taken too.
	timestampTolerance = 5 * time.Minute
	secondsBelow       = 100_000_000_000
)

// createToken is POST /auth-tokens: a token for a list of operations.
func (s *Sandbox) createToken(c *call) (any, error) {
	request, err := s.readTokenRequest(c)
	if err != nil {
		return nil, err
	}
	if len(request.Operations) == 0 {
		return nil, invalid("operations is missing", "operations")
	}
	for i, operation := range request.Operations {
		if err := token.CheckOperation(operation); err != nil {
			return nil, invalid(err.Error(), fmt.Sprintf("operations[%d]", i))
		}
	}
	return s.grant(request, request.Operations)
}

// createActionToken is POST /auth-tokens-by-action: a token for one action on
// one payment, whose id is taken literally.
func (s *Sandbox) createActionToken(c *call) (any, error) {
	request, err := s.readTokenRequest(c)
	if err != nil {
		return nil, err
	}
	if !validID(request.IDPayment) {
		return nil, invalid("idPayment is missing or no valid id", "idPayment")
	}
	switch request.Action {
	case "PAYIN_CREATE":
		return s.grant(request, token.CreateOperations(request.IDPayment))
	case "PAYIN_INFO":
		return s.grant(request, token.InfoOperations(request.IDPayment))
	}
	return nil, invalid("action is none of PAYIN_CREATE, PAYIN_INFO", "action")
}

func (s *Sandbox) grant(request wire.TokenRequest, operations []string) (any, error) {
	validity := int64(defaultValidity)
	if request.ValiditySecs != nil {
		validity = *request.ValiditySecs
	}
	if validity < 1 || validity > maxValidity {
		return nil, invalid("validitySecs is out of bounds", "validitySecs")
	}
	if request.Money != nil && !sound(*request.Money) {
		return nil, invalid("money is no amount above zero in a known currency", "money")
	}
	claims := token.Claims{MerchantCode: request.MerchantCode, Operations: operations, Money: request.Money}
	raw, err := token.New(s.secret, s.clock.now(), time.Duration(validity)*time.Second, claims)
	if err != nil {
		return nil, err
	}
	return wire.TokenResponse{Token: raw}, nil
}

// readTokenRequest reads and authenticates a token request: by signature, or
// by secret, the deprecated way.
func (s *Sandbox) readTokenRequest(c *call) (wire.TokenRequest, error) {
	var request wire.TokenRequest
	if err := json.Unmarshal(c.body, &request); err != nil {
		return request, invalid("the body doesn't have the types of a token request")
	}
	m, ok := merchantByCode(request.MerchantCode)
	if !ok {
		return request, refuse(http.StatusUnauthorized, "UNAUTHORIZED", "there is no such merchant", "merchantCode")
	}
	if !s.rates.allow(m.code + "/tokens") {
		return request, errTooMany
	}
	if signature := c.Header.Get("X-SIGNATURE"); signature != "" {
		return request, s.checkSignature(c.Context(), m, request, c.body, signature)
	}
	if subtle.ConstantTimeCompare([]byte(request.Secret), []byte(DemoSecret)) != 1 {
		return request, refuse(http.StatusUnauthorized, "UNAUTHORIZED", "neither a valid signature nor a valid secret")
	}
	return request, nil
}

func (s *Sandbox) checkSignature(ctx context.Context, m merchant, request wire.TokenRequest, body []byte, signature string) error {
	keys, err := s.publicKeys(ctx, m.code)
	if err != nil {
		return err
	}
	if err := token.VerifySignature(keys, body, signature); err != nil {
		return refuse(http.StatusUnauthorized, "UNAUTHORIZED", "X-SIGNATURE doesn't fit the minified body and any of the merchant's keys")
	}
	at, err := request.Timestamp.Int64()
	if err != nil {
		return invalid("timestamp is missing or no whole number", "timestamp")
	}
	sent := time.UnixMilli(at)
	if at < secondsBelow {
		sent = time.Unix(at, 0)
	}
	if off := s.config.Now().Sub(sent).Abs(); off > timestampTolerance {
		return refuse(http.StatusUnauthorized, "STALE_TIMESTAMP", "timestamp is more than 5 minutes away from our clock", "timestamp")
	}
	return nil
}

// sound reports whether m is an amount that a payment can have.
func sound(m money.Money) bool {
	units, known := money.MinorUnits(m.Currency())
	_, fraction, _ := strings.Cut(m.Amount(), ".")
	return known && m.IsPositive() && len(fraction) <= units
}

// validID reports whether the id can be a payment's: 1–128 of the characters
// that need no escaping anywhere.
func validID(id string) bool {
	const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~@:+-"
	return id != "" && len(id) <= 128 && id != "." && id != ".." && strings.Trim(id, allowed) == ""
}
