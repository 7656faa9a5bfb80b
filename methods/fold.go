package methods

import (
	"strings"
	"unicode"
)

// fold brings what keyboards of other scripts give into ASCII: their digits,
// and the full-width forms of letters and signs that Asian keyboards type. The
// spaces around it go, and so do the invisible marks that numbers bring along
// when they are copied from a contact or a web page. It is for numbers and
// addresses, never for names.
func fold(typed string) string {
	return strings.TrimSpace(strings.Map(foldRune, typed))
}

func foldRune(r rune) rune {
	switch {
	case r < 0x80:
		return r
	case r >= '！' && r <= '～': // the block of full-width ASCII
		return r - '！' + '!'
	case unicode.Is(unicode.Nd, r):
		return '0' + digitValue(r)
	case unicode.Is(unicode.Zs, r):
		return ' '
	case unicode.Is(unicode.Pd, r), strings.ContainsRune("−ーｰ─━", r): // dashes, and what keyboards give for them
		return '-'
	case r == '。' || r == '｡': // the full stop of Japanese and Chinese keyboards
		return '.'
	case unicode.Is(unicode.Cf, r):
		return -1
	default:
		return r
	}
}

// digitValue finds what a decimal digit of any script stands for. Unicode lays
// each script's ten out in order, and its ranges hold whole sets of ten.
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

// squeeze drops what people put between digits to read them: spaces, dashes and
// brackets, and the dots and slashes that papers print.
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
