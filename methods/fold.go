package methods

import (
	"strings"
	"unicode"

	"payapp/internal/invisible"
)

// fold converts input from keyboards of other scripts to ASCII: digits, and
// full-width letters and signs. It removes surrounding spaces, and what numbers
// bring along unseen when copied from a contact, a sheet or a web page. It is for
// numbers and addresses, never for names.
func fold(typed string) string {
	return strings.TrimSpace(strings.Map(foldRune, typed))
}

func foldRune(r rune) rune {
	switch {
	case r >= '\t' && r <= '\r', r == 0x85, unicode.In(r, unicode.Zl, unicode.Zp): // cells and lines of what was copied
		return ' '
	case r < 0x20, r >= 0x7f && r < 0xa0:
		return -1
	case r < 0x80:
		return r
	case invisible.Is(r):
		return -1
	case r >= '！' && r <= '～': // the block of full-width ASCII
		return r - '！' + '!'
	case unicode.Is(unicode.Nd, r):
		return '0' + digitValue(r)
	case unicode.Is(unicode.Zs, r):
		return ' '
	case unicode.Is(unicode.Pd, r), strings.ContainsRune("−ーｰ─━", r): // dashes, and what keyboards type for them
		return '-'
	case r == '。' || r == '｡': // the full stop of Japanese and Chinese keyboards
		return '.'
	default:
		return r
	}
}

// digitValue returns the ASCII digit for a decimal digit of any script. Unicode
// lists each script's ten digits in order, and its ranges contain whole sets of
// ten.
func digitValue(r rune) rune {
	for _, in := range unicode.Nd.R16 {
		if r >= rune(in.Lo) && r <= rune(in.Hi) {
			return (r - rune(in.Lo)) % 10
		}
	}
	for _, in := range unicode.Nd.R32 {
		if r >= rune(in.Lo) && r <= rune(in.Hi) {
			return (r - rune(in.Lo)) % 10
		}
	}
	return 0
}

// squeeze removes what people put between digits for legibility: spaces,
// dashes, brackets, dots and slashes.
func squeeze(folded string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -./()[]", r) {
			return -1
		}
		return r
	}, folded)
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

func isAlphanumeric(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return r >= 0x80 || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) < 0
}
