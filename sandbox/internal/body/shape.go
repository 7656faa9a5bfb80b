package body

import (
	"encoding/json"
	"errors"
	"unicode/utf8"
)

// MaxDepth is how deep objects and arrays may be nested. The interface's own
// documents need five levels.
const MaxDepth = 32

// Why a body isn't read at all.
var (
	ErrNotJSON = errors.New("the body is no JSON in UTF-8")
	ErrTooDeep = errors.New("the body is nested deeper than 32 levels")
)

// Check checks a body before anything else reads it: the cost to read, store
// and show it grows with its depth.
func Check(raw []byte) error {
	switch {
	case deeper(raw, MaxDepth):
		return ErrTooDeep
	case !utf8.Valid(raw) || !json.Valid(raw):
		return ErrNotJSON
	}
	return nil
}

// deeper reports whether objects and arrays are nested deeper than the limit.
// It allocates nothing, so a hostile text costs no more than its length.
func deeper(raw []byte, limit int) bool {
	depth, quoted, escaped := 0, false, false
	for _, c := range raw {
		switch {
		case escaped:
			escaped = false
		case quoted:
			escaped, quoted = c == '\\', c != '"'
		case c == '"':
			quoted = true
		case c == '[' || c == '{':
			if depth++; depth > limit {
				return true
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return false
}
