package apiclient

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"payapp/money"
)

// Limits on what is read from a token, which anybody can write.
const (
	maxTokenLength      = 16 << 10
	maxOperations       = 100
	maxOperationLength  = 512
	latestSaneExpirySec = 10_000_000_000 // the year 2286; milliseconds are far above
)

// Claims is what a token says about itself. None of it is verified: use it for
// hints (an early message, a call saved), never for trust. An operation in an
// unknown form is "". Zero values mean that the token doesn't say.
type Claims struct {
	ExpiresAt    time.Time
	Operations   []string
	MerchantCode string
	IDPayment    string
	Money        money.Money
}

// ReadClaims reads a token's claims without verifying them, whatever its
// algorithm, "none" included. It returns false if the token isn't a JWT; it may
// be a good token all the same. Claims of an unexpected shape are left zero, as
// is an implausible expiry (milliseconds, negative).
func ReadClaims(t Token) (Claims, bool) {
	text := t.Reveal()
	if len(text) > maxTokenLength {
		return Claims{}, false
	}
	values := jwt.MapClaims{}
	parser := jwt.NewParser(jwt.WithJSONNumber())
	// ErrTokenUnverifiable means an unknown algorithm. The claims have been
	// read by then, and we don't verify anyway.
	if _, _, err := parser.ParseUnverified(text, values); err != nil && !errors.Is(err, jwt.ErrTokenUnverifiable) {
		return Claims{}, false
	}
	claims := Claims{ExpiresAt: saneExpiry(values["exp"])}
	claims.MerchantCode, _ = values["merchantCode"].(string)
	claims.IDPayment, _ = values["idPayment"].(string)
	if list, ok := values["operations"].([]any); ok {
		for _, item := range list[:min(len(list), maxOperations)] {
			operation, _ := item.(string) // "" can't be compared
			claims.Operations = append(claims.Operations, operation)
		}
		if len(list) > maxOperations {
			claims.Operations = nil // some were not read
		}
	}
	if object, ok := values["money"].(map[string]any); ok {
		if data, err := json.Marshal(object); err == nil {
			_ = json.Unmarshal(data, &claims.Money) // a broken hint counts as none
		}
	}
	return claims, true
}

func saneExpiry(value any) time.Time {
	number, ok := value.(json.Number)
	if !ok {
		return time.Time{}
	}
	seconds, err := number.Float64()
	if err != nil || seconds <= 0 || seconds > latestSaneExpirySec {
		return time.Time{}
	}
	return time.Unix(int64(seconds), 0).UTC()
}

// Allows reports whether the operations may include the method and path
// (interface.md, Authentication 6–8). It is false only if every one of them is
// a plain 'HTTP-METHOD path' that names something else, whichever of its
// characters are escaped; {base_url}'s own path in front is ignored. "The path part may be a regular expression": since
// nobody has verified it, it isn't compiled, and counts as matching everything.
// The gateway decides then, as it does for a token that lists no operations.
func (c Claims) Allows(method, path string) bool {
	if len(c.Operations) == 0 {
		return true
	}
	for _, operation := range c.Operations {
		verb, named, plain := plainOperation(operation)
		if !plain {
			return true
		}
		unescaped, err := url.PathUnescape(named)
		if verb == method && (strings.HasSuffix(named, path) || err == nil && strings.HasSuffix(unescaped, path)) {
			return true
		}
	}
	return false
}

// ExcludesPayin reports whether the claims are certainly for another payment:
// by idPayment, or because their operations name only other payments,
// literally, and contain no possible pattern.
func (c Claims) ExcludesPayin(idPayin string) bool {
	if c.IDPayment != "" {
		return c.IDPayment != idPayin
	}
	another := false
	for _, operation := range c.Operations {
		_, path, plain := plainOperation(operation)
		if !plain {
			return false
		}
		_, rest, ok := strings.Cut(path, "/payins/")
		if rest == idPayin || strings.HasPrefix(rest, idPayin+"/") {
			return false // an id may have slashes
		}
		id, _, _ := strings.Cut(rest, "/")
		if !ok || id == "" || strings.HasPrefix(id, "!") {
			continue // names no payment
		}
		if unescaped, err := url.PathUnescape(id); err != nil || id == idPayin || unescaped == idPayin {
			return false
		}
		another = true
	}
	return another
}

// patterns are the characters with a meaning in regular expressions. An id may
// contain some of them: "a+b" or "a.b" counts as a pattern.
const patterns = `\.+*?()|[]{}^$`

// plainOperation reads an operation literally. plain is false if it may be a
// pattern or isn't 'HTTP-METHOD path'. A character escaped with a backslash is
// literal.
func plainOperation(operation string) (verb, path string, plain bool) {
	verb, pattern, ok := strings.Cut(operation, " ")
	if !ok || len(pattern) > maxOperationLength || !strings.HasPrefix(pattern, "/") || strings.Trim(verb, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return "", "", false
	}
	var text strings.Builder
	for i := 0; i < len(pattern); i++ {
		if pattern[i] == '\\' && i+1 < len(pattern) && strings.IndexByte(patterns, pattern[i+1]) >= 0 {
			i++
		} else if strings.IndexByte(patterns, pattern[i]) >= 0 {
			return "", "", false
		}
		text.WriteByte(pattern[i])
	}
	return verb, text.String(), true
}
