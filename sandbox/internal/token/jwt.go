package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"payapp/money"
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

// sealed hides the claims in one opaque text, so that no client relies on their
// names. Only the times, which every JWT has, stay visible.
type sealed struct {
	Content []byte `json:"content,omitempty"`
	jwt.RegisteredClaims
}

// UnmarshalJSON reads a token's content, sealed or not.
func (c *Claims) UnmarshalJSON(data []byte) error {
	type open Claims
	var outer sealed
	if err := json.Unmarshal(data, &outer); err != nil {
		return err
	}
	if outer.Content != nil {
		data = outer.Content
	}
	if err := json.Unmarshal(data, (*open)(c)); err != nil {
		return err
	}
	c.RegisteredClaims = outer.RegisteredClaims
	return nil
}

// New makes a token that is valid from now for the validity, less if the clock
// is moved meanwhile. moved is how far the clock was moved before. In a strict
// sandbox nobody else can read the claims: "The token is a JWT whose content can
// be decoded", but the interface doesn't show which claims it has.
func New(
	secret []byte, now time.Time, moved func(Claims) time.Duration, validity time.Duration, claims Claims, strict bool,
) (string, error) {
	claims.Moved = moved(claims).Milliseconds()
	lasting := jwt.RegisteredClaims{IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(validity))}
	var content jwt.Claims
	if strict {
		hidden, err := json.Marshal(claims)
		if err != nil {
			return "", fmt.Errorf("token: %w", err)
		}
		content = sealed{hidden, lasting}
	} else {
		claims.RegisteredClaims = lasting
		content = claims
	}
	signed, err := jwt.NewWithClaims(jwt.SigningMethodHS256, content).SignedString(secret)
	if err != nil {
		return "", fmt.Errorf("token: %w", err)
	}
	return signed, nil
}

// Verify checks a token's signature and expiry, given how far the clock has
// been moved so far. It accepts only our own algorithm, not "none" or any
// other. The claims of a token that is ours and has expired come with the error.
func Verify(secret []byte, now time.Time, moved func(Claims) time.Duration, raw string) (Claims, error) {
	var claims Claims
	passed := func() time.Time {
		return now.Add(moved(claims) - time.Duration(claims.Moved)*time.Millisecond)
	}
	_, err := jwt.ParseWithClaims(raw, &claims,
		func(*jwt.Token) (any, error) { return secret, nil },
		jwt.WithValidMethods([]string{"HS256"}),
		jwt.WithExpirationRequired(),
		jwt.WithTimeFunc(passed),
	)
	if err != nil && (!errors.Is(err, jwt.ErrTokenExpired) || errors.Is(err, jwt.ErrTokenSignatureInvalid)) {
		claims = Claims{}
	}
	if err != nil {
		return claims, fmt.Errorf("token: %w", err)
	}
	return claims, nil
}

// How long a token is valid: by default (interface.md, Limits), and at most.
const (
	DefaultValidity = 30 * time.Minute
	MaxValidity     = 366 * 24 * time.Hour
)
