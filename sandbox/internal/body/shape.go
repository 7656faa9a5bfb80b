package body

import (
	"encoding/json"
	"errors"
	"unicode/utf8"
)

// MaxDepth is how many objects and arrays may stand in each other. The
// interface's own documents need five.
const MaxDepth = 32

// Why a body isn't read at all.
var (
	ErrNotJSON = errors.New("the body is no JSON in UTF-8")
	ErrTooDeep = errors.New("the body is nested deeper than 32 levels")
)

// Check looks at a body before anything else does: what it costs to read, keep
// and show grows with its depth.
func Check(raw []byte) error {
	switch {
	case deeper(raw, MaxDepth):
		return ErrTooDeep
	case !utf8.Valid(raw) || !json.Valid(raw):
		return ErrNotJSON
	}
	return nil
}

// deeper reports whether a text opens more objects and arrays than the limit
// before it closes them. It keeps nothing, so that a hostile text costs no more
// than its length.
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
