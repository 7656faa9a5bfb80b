package methods

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"payapp/internal/invisible"
)

// MaxValue is the longest value that is sent, in characters.
const MaxValue = 255

// maxName is the longest name without a warning, in characters.
const maxName = 100

var accountTypes = []string{"personal", "corporate"}

// unsendable finds what no rule accepts, however soft: characters that change
// the writing direction or are invisible, and values that are too long.
func unsendable(value string) *Problem {
	if n := utf8.RuneCountInString(value); n > MaxValue {
		return &Problem{Key: "error.too-long", Vars: vars("Max", MaxValue, "Have", n)}
	}
	if !utf8.ValidString(value) || hasUnprintable(value) {
		return &Problem{Key: "error.characters"}
	}
	return nil
}

// checkText accepts anything and only trims it: people know how to write their
// names.
func checkText(typed string, _ place) (string, *Problem) { return strings.TrimSpace(typed), nil }

func checkName(typed string, _ place) (string, *Problem) {
	value := strings.TrimSpace(typed)
	if n := utf8.RuneCountInString(value); n > maxName {
		return value, &Problem{Key: "error.long", Vars: vars("Max", maxName, "Have", n)}
	}
	return value, nil
}

var (
	// A person's name, which banks have without the space after the family
	// name.
	hangulName = regexp.MustCompile(`^[가-힣]{2,5}$`)
	jamoAlone  = regexp.MustCompile(`^[\x{1100}-\x{11ff}\x{3130}-\x{318f}\x{a960}-\x{a97f}\x{d7b0}-\x{d7ff} ]+$`)
	kanaName   = regexp.MustCompile(`^[\p{Katakana}\p{Latin}\p{Mn}\p{Nd}ー・･゛゜ﾞﾟｰ 　.,'’&()/（）．，／－-]+$`)
)

// checkNameKR accepts the holder's name of a Korean account, of people and
// companies, in any script. It composes syllables that some keyboards give in
// parts; single consonants (ㅎㄱㄷ) are an unfinished name.
func checkNameKR(typed string, at place) (string, *Problem) {
	value, problem := checkName(norm.NFC.String(typed), at)
	switch {
	case problem != nil:
		return value, problem
	case jamoAlone.MatchString(value):
		return value, &Problem{Key: "error.name-kr"}
	}
	if joined := strings.ReplaceAll(value, " ", ""); hangulName.MatchString(joined) {
		return joined, nil
	}
	return value, nil
}

// checkNameJP warns about a name that isn't in katakana, as a Japanese bank
// expects. It is sent as typed: banks match the form in the passbook.
func checkNameJP(typed string, at place) (string, *Problem) {
	value, problem := checkName(typed, at)
	if problem == nil && !kanaName.MatchString(value) {
		problem = &Problem{Key: "error.name-jp"}
	}
	return value, problem
}

// checkAccountType accepts one of the choices. The interface doesn't show them,
// so another value from a shop may be right.
func checkAccountType(typed string, _ place) (string, *Problem) {
	value := strings.ToLower(fold(typed))
	if !slices.Contains(accountTypes, value) {
		return strings.TrimSpace(typed), &Problem{Key: "error.choice"}
	}
	return value, nil
}

// hasUnprintable finds what nothing shows and what turns the writing direction:
// control characters, overrides, what is private or garbled. What no script needs
// was dropped before.
func hasUnprintable(s string) bool {
	before := rune(-1)
	for _, r := range s {
		switch {
		case invisible.Needed(before, r):
		case r == utf8.RuneError: // garbled on its way here
			return true
		case invisible.Is(r), unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp):
			return true
		}
		before = r
	}
	return false
}
