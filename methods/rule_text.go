package methods

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The longest texts, in characters.
const (
	maxName = 100
	maxText = 100
)

var accountTypes = []string{"personal", "corporate"}

// checkLine takes one line of printable text and trims it. Nothing else is
// changed: how people write their names is theirs to know.
func checkLine(typed string, most int) (string, *Problem) {
	value := strings.TrimSpace(typed)
	if !utf8.ValidString(value) || hasUnprintable(value) {
		return "", &Problem{Key: "error.characters"}
	}
	if n := utf8.RuneCountInString(value); n > most {
		return "", &Problem{Key: "error.too-long", Vars: vars("Max", most, "Have", n)}
	}
	return value, nil
}

func checkText(typed string, _ place) (string, *Problem) { return checkLine(typed, maxText) }

func checkName(typed string, _ place) (string, *Problem) { return checkLine(typed, maxName) }

var (
	// Names hold digits too (interface.md, change 2.51).
	hangulName = regexp.MustCompile(`^[가-힣][가-힣0-9]{1,9}$`)
	latinName  = regexp.MustCompile(`^\p{Latin}[\p{Latin}\p{Mn}0-9 .,'’&()-]*$`)
	kanaName   = regexp.MustCompile(`^[\p{Katakana}\p{Latin}\p{Mn}\p{Nd}ー・･゛゜ﾞﾟｰ 　.,'’&()/（）．，／－-]+$`)
)

// checkNameKR takes the holder's name of a Korean account. Keyboards of some
// systems give syllables in parts, which are put together; a name of single
// consonants (ㅎㄱㄷ) is none.
func checkNameKR(typed string, _ place) (string, *Problem) {
	value, problem := checkLine(typed, maxName)
	if problem != nil {
		return "", problem
	}
	value = norm.NFC.String(value)
	if joined := strings.ReplaceAll(value, " ", ""); hangulName.MatchString(joined) {
		return joined, nil
	}
	if latinName.MatchString(value) {
		return value, nil
	}
	return "", &Problem{Key: "error.name-kr"}
}

// checkNameJP warns where a Japanese bank would expect katakana. The name is
// sent as typed: banks match it in the form that stands in the passbook.
func checkNameJP(typed string, _ place) (string, *Problem) {
	value, problem := checkLine(typed, maxName)
	if problem == nil && !kanaName.MatchString(value) {
		problem = &Problem{Key: "error.name-jp", Soft: true}
	}
	return value, problem
}

func checkAccountType(typed string, _ place) (string, *Problem) {
	value := strings.ToLower(fold(typed))
	if !slices.Contains(accountTypes, value) {
		return "", &Problem{Key: "error.choice"}
	}
	return value, nil
}

// hasUnprintable finds what hides in a text or turns it round: control
// characters, bidirectional overrides, zero-width characters, fillers.
//
// Joiners are the exception. Zero-width joiner and non-joiner choose letter
// forms in the Indic scripts and in Arabic, and names are spelt with them;
// they pass directly after a letter or mark of such a script, and nowhere else.
func hasUnprintable(s string) bool {
	before := rune(-1)
	for _, r := range s {
		switch {
		case r == '\u200c' || r == '\u200d':
			if !unicode.In(before, joining...) {
				return true
			}
		case r == utf8.RuneError: // garbled on its way here
			return true
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp), slices.Contains(fillers, r):
			return true
		}
		before = r
	}
	return false
}

// joining are the scripts that are spelt with joiners.
var joining = []*unicode.RangeTable{
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
	unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Arabic,
}

// fillers are letters by category that show nothing.
var fillers = []rune{'\u115f', '\u1160', '\u3164', '\uffa0'}
