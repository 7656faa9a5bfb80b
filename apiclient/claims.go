package apiclient

import (
	"encoding/json"
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"payapp/internal/money"
)

// Bounds on what is read from a token, which anybody can write.
const (
	maxTokenLength      = 16 << 10
	maxOperations       = 100
	maxOperationLength  = 512
	maxPatternSteps     = 400
	latestSaneExpirySec = 10_000_000_000 // the year 2286: milliseconds are far beyond
)

// Claims is what a token says about itself. Nothing of it is verified: hints
// for kindness (a timely message, a call not made in vain), never for trust.
// Zero values mean that the token doesn't say.
type Claims struct {
	ExpiresAt    time.Time
	Operations   []string
	MerchantCode string
	IDPayment    string
	Money        money.Money
}

// ReadClaims reads a token's claims without verifying them; "alg: none" and
// unknown algorithms included. It is false for a token that is no JWT, which
// may be a good token all the same. Claims of another shape than assumed are
// left zero, and so is an expiry that can't be meant (milliseconds, negative).
func ReadClaims(t Token) (Claims, bool) {
	text := t.Reveal()
	if len(text) > maxTokenLength {
		return Claims{}, false
	}
	values := jwt.MapClaims{}
	parser := jwt.NewParser(jwt.WithJSONNumber())
	// ErrTokenUnverifiable means that the algorithm is unknown to us: the
	// claims have been read by then, and we don't verify anyway.
	if _, _, err := parser.ParseUnverified(text, values); err != nil && !errors.Is(err, jwt.ErrTokenUnverifiable) {
		return Claims{}, false
	}
	claims := Claims{ExpiresAt: saneExpiry(values["exp"])}
	claims.MerchantCode, _ = values["merchantCode"].(string)
	claims.IDPayment, _ = values["idPayment"].(string)
	if list, ok := values["operations"].([]any); ok {
		for _, item := range list[:min(len(list), maxOperations)] {
			if operation, ok := item.(string); ok {
				claims.Operations = append(claims.Operations, operation)
			}
		}
	}
	if object, ok := values["money"].(map[string]any); ok {
		if data, err := json.Marshal(object); err == nil {
			_ = json.Unmarshal(data, &claims.Money) // a broken hint is no hint
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

// Allows reports whether the operations include the method and path
// (interface.md, Authentication 6–8): the path part of an operation is a
// regular expression that must match the whole path, without a query. A
// pattern that doesn't compile is compared literally, and so is any other
// before it is matched: ids such as "a+b" stand in patterns unquoted. Unknown
// operations (none listed) allow everything: the gateway will tell.
func (c Claims) Allows(method, path string) bool {
	if len(c.Operations) == 0 {
		return true
	}
	for _, operation := range c.Operations {
		verb, pattern, _ := strings.Cut(operation, " ")
		if verb == method && matchesPath(pattern, path) {
			return true
		}
	}
	return false
}

func matchesPath(pattern, path string) bool {
	if pattern == path {
		return true
	}
	if len(pattern) > maxOperationLength {
		return false
	}
	if !cheap(pattern) {
		return false
	}
	anchored, err := regexp.Compile(`\A(?:` + pattern + `)\z`)
	return err == nil && anchored.MatchString(path)
}

// cheap reports whether a pattern is one, and one that is compiled in no time.
// Anybody can write a token, and a dozen bytes such as \pL{1000} make a
// thousand steps of a thousand ranges. It is parsed alone, without the anchors
// around it, so that an unbalanced parenthesis can't undo them.
func cheap(pattern string) bool {
	if strings.Contains(pattern, `\p`) || strings.Contains(pattern, `\P`) || strings.Contains(pattern, "(?i") {
		return false // classes of Unicode are large already when parsed
	}
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	return err == nil && steps(parsed) <= maxPatternSteps
}

// steps is how large a pattern is with its repetitions written out. The parser
// itself bounds how deep they go.
func steps(pattern *syntax.Regexp) int {
	count := 1 + len(pattern.Rune)
	for _, part := range pattern.Sub {
		count += steps(part)
	}
	if pattern.Op == syntax.OpRepeat {
		count *= max(1, pattern.Min, pattern.Max)
	}
	return count
}
