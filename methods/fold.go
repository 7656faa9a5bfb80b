package methods

import (
	"regexp"
	"strings"
	"unicode"

	"payapp/internal/invisible"
)

// fold converts numbers and codes, as keyboards of other scripts and sheets write them,
// to ASCII: widths, and digits, dashes, and a number's own notation. No letter is
// changed or lost: what people see in the field is what is sent.
func fold(typed string) string {
	text := []rune(widths(typed))
	for i, r := range text {
		switch {
		case r < 0x80:
		case unicode.Is(unicode.Nd, r):
			text[i] = '0' + digitValue(r)
		case strings.ContainsRune(letterDashes, r):
			if !(i > 0 && unicode.IsLetter(text[i-1]) || i+1 < len(text) && unicode.IsLetter(text[i+1])) {
				text[i] = '-'
			}
		case unicode.Is(unicode.Pd, r), strings.ContainsRune("−─━", r): // dashes, and what keyboards type for them
			text[i] = '-'
		}
	}
	if number := ofSheet.FindStringSubmatch(string(text)); number != nil {
		return number[1]
	}
	return string(text)
}

// letterDashes belong to words, and are a dash where no letter is beside them: the
// long-vowel signs and what joins words in Japanese, in Hebrew a hyphen.
const letterDashes = "ーｰ〜゠־"

// ofSheet is a number as sheets write it out: in quotes or after a sign so that it
// stays a text, or with decimals because it was none.
var ofSheet = regexp.MustCompile(`^(?:="|["'=])?([0-9]+)(?:[.,]0{1,2})?"?$`)

// inPowers is a number that a sheet has shortened, of which digits may be lost.
var inPowers = regexp.MustCompile(`^[0-9][.,][0-9]+[eE]\+?[0-9]{1,2}$`)

// widths converts full-width letters and signs to ASCII. It removes surrounding spaces,
// and what is brought along unseen when copied from a contact, a sheet or a web page.
func widths(typed string) string {
	return strings.TrimSpace(strings.Map(width, typed))
}

func width(r rune) rune {
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
	case unicode.Is(unicode.Zs, r):
		return ' '
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
