package token

import (
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"payapp/internal/money"
)

// Claims are a token's content. Their names are assumed.
type Claims struct {
	MerchantCode string       `json:"merchantCode"`
	Operations   []string     `json:"operations"`
	Money        *money.Money `json:"money,omitempty"`
	jwt.RegisteredClaims
}

// New makes a token that is good from now for the validity.
func New(secret []byte, now time.Time, validity time.Duration, claims Claims) (string, error) {
	claims.IssuedAt = jwt.NewNumericDate(now)
	claims.ExpiresAt = jwt.NewNumericDate(now.Add(validity))
	signed, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString(secret)
	if err != nil {
		return "", fmt.Errorf("token: %w", err)
	}
	return signed, nil
}

// Verify checks a token's signature and expiry. Only our own algorithm is
// good: "none" and all others are refused.
func Verify(secret []byte, now time.Time, raw string) (Claims, error) {
	var claims Claims
	_, err := jwt.ParseWithClaims(raw, &claims,
		func(*jwt.Token) (any, error) { return secret, nil },
		jwt.WithValidMethods([]string{"HS256"}),
		jwt.WithExpirationRequired(),
		jwt.WithTimeFunc(func() time.Time { return now }),
	)
	if err != nil {
		return Claims{}, fmt.Errorf("token: %w", err)
	}
	return claims, nil
}
