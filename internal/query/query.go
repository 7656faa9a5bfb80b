package query

import (
	"encoding/hex"
	"iter"
	"net/url"
	"strings"
	"unicode/utf8"
)

// Fault is why a value can't be read.
type Fault string

// The faults.
const (
	Escape    Fault = "escape"    // a per cent that encodes nothing
	Encoding  Fault = "encoding"  // not UTF-8
	NUL       Fault = "nul"       // a NUL, which no text has
	Semicolon Fault = "semicolon" // one that isn't encoded: some take it for a separator
)

// Pair is one parameter as it was sent.
type Pair struct {
	Name string // "" if it can't be read
	Like string // the name with whatever in it can't be read
	// Value is "" with a Fault.
	Value string
	Fault Fault
	// Loose is the value with whatever in it can't be read: to say what is wrong,
	// and to find what doesn't belong to it.
	Loose string
}

// Pairs are the parameters in the order of sending.
func Pairs(raw string) iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		for part := range strings.SplitSeq(raw, "&") {
			if part == "" {
				continue
			}
			name, value, _ := strings.Cut(part, "=")
			p := Pair{Like: loosely(name), Loose: loosely(value)}
			if plain, fault := read(name); fault == "" {
				p.Name = plain
			}
			p.Value, p.Fault = read(value)
			if !yield(p) {
				return
			}
		}
	}
}

// Get is the first value of that name which can be read; "" if there is none.
func Get(raw, name string) string {
	for p := range Pairs(raw) {
		if p.Name == name && p.Fault == "" {
			return p.Value
		}
	}
	return ""
}

// Has reports whether there is a parameter of that name, readable or not.
func Has(raw, name string) bool {
	for p := range Pairs(raw) {
		if p.Name == name {
			return true
		}
	}
	return false
}

// Like are the values of that name which can be read, also where the name has HTML's
// spelling of the & before it.
func Like(raw, name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for p := range Pairs(raw) {
			if strings.TrimPrefix(p.Like, "amp;") == name && p.Fault == "" && !yield(p.Value) {
				return
			}
		}
	}
}

func read(text string) (string, Fault) {
	plain, err := url.QueryUnescape(text)
	switch {
	case err != nil:
		return "", Escape
	case strings.Contains(text, ";"):
		return "", Semicolon
	case !utf8.ValidString(plain):
		return "", Encoding
	case strings.ContainsRune(plain, 0):
		return "", NUL
	}
	return plain, ""
}

// loosely unescapes what can be, and leaves the rest as it is.
func loosely(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil {
		return strings.ToValidUTF8(plain, "\ufffd")
	}
	var all strings.Builder
	all.Grow(len(text))
	for i := 0; i < len(text); i++ {
		sign := []byte{text[i]}
		switch {
		case text[i] == '+':
			sign[0] = ' '
		case text[i] == '%' && i+2 < len(text):
			if _, err := hex.Decode(sign, []byte(text[i+1:i+3])); err == nil {
				i += 2
			}
		}
		all.WriteByte(sign[0])
	}
	return strings.ToValidUTF8(all.String(), "\ufffd")
}
