package apiclient

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
	"unique"
)

// redacted is what every way of printing a token shows.
const redacted = "[token]"

// Token is a bearer auth token (interface.md, Authentication 1). It prints as
// "[token]" with every verb, logger and encoder; only Reveal returns its text.
// Tokens are comparable; the zero Token means none.
type Token struct {
	// A handle instead of a string: fmt prints unexported fields of an
	// enclosing struct without calling their methods, and then shows an
	// address.
	text unique.Handle[string]
}

// NewToken wraps a token's text. It accepts any text: the gateway decides.
func NewToken(text string) Token {
	if text == "" {
		return Token{}
	}
	return Token{unique.Make(text)}
}

// Reveal returns the token's text, for the Authorization header, for the sealed
// cookie and for the links that a merchant makes.
func (t Token) Reveal() string {
	if t.IsZero() {
		return ""
	}
	return t.text.Value()
}

// IsZero reports whether there is no token.
func (t Token) IsZero() bool { return t == Token{} }

// String hides the token.
func (Token) String() string { return redacted }

// Format hides the token from every verb, %x, %#v and %v of an enclosing value
// included.
func (Token) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, redacted) }

// LogValue hides the token from slog.
func (Token) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalJSON hides the token from JSON logs and dumps.
func (Token) MarshalJSON() ([]byte, error) { return []byte(`"` + redacted + `"`), nil }

// usable reports whether the token can be a header's value. One that can't is
// refused here, as the gateway would refuse it.
func (t Token) usable() bool {
	text := t.Reveal()
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7f })
}
