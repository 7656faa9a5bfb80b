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
	// Moved is how far, in milliseconds, the sandbox's clock had been moved
	// when the token was made.
	Moved int64 `json:"sandboxMoved,omitempty"`
	jwt.RegisteredClaims
}

// New makes a token that is good from now for the validity, or shorter where the
// clock is moved meanwhile. Moved is how far it was moved before.
func New(secret []byte, now time.Time, moved, validity time.Duration, claims Claims) (string, error) {
	claims.Moved = moved.Milliseconds()
	claims.IssuedAt = jwt.NewNumericDate(now)
	claims.ExpiresAt = jwt.NewNumericDate(now.Add(validity))
	signed, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString(secret)
	if err != nil {
		return "", fmt.Errorf("token: %w", err)
	}
	return signed, nil
}

// Verify checks a token's signature and expiry, given how far the clock has been
// moved by now. Only our own algorithm is
// good: "none" and all others are refused.
func Verify(secret []byte, now time.Time, moved time.Duration, raw string) (Claims, error) {
	var claims Claims
	passed := func() time.Time {
		return now.Add(moved - time.Duration(claims.Moved)*time.Millisecond)
	}
	_, err := jwt.ParseWithClaims(raw, &claims,
		func(*jwt.Token) (any, error) { return secret, nil },
		jwt.WithValidMethods([]string{"HS256"}),
		jwt.WithExpirationRequired(),
		jwt.WithTimeFunc(passed),
	)
	if err != nil {
		return Claims{}, fmt.Errorf("token: %w", err)
	}
	return claims, nil
}
