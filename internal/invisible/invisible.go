package invisible

import (
	"strings"
	"unicode"
)

// Is reports whether a character shows nothing of its own: Unicode's default
// ignorable ones (joiners, direction marks, variation selectors, fillers, tags),
// and the empty pattern of Braille.
func Is(r rune) bool {
	switch {
	case r < 0x80:
		return false
	case r == '\u2800', unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return true
	case unicode.In(r, unicode.Prepended_Concatenation_Mark), r >= '\ufff9' && r <= '\ufffb', r >= 0x13430 && r <= 0x1343f:
		return false // they are seen
	}
	return unicode.Is(unicode.Cf, r)
}

// Drop is the text without them: for what is digits or a code.
func Drop(text string) string {
	return strings.Map(func(r rune) rune {
		if Is(r) {
			return -1
		}
		return r
	}, text)
}

// DropNeedless is the text without those that no script needs: for words. It
// leaves overrides of the writing direction, too: without them other words are
// read than were seen.
func DropNeedless(text string) string {
	before := rune(-1)
	return strings.Map(func(r rune) rune {
		if Is(r) && !overrides(r) && !Needed(before, r) {
			return -1
		}
		before = r
		return r
	}, text)
}

func overrides(r rune) bool { return r == '\u202d' || r == '\u202e' }

// Needed reports whether a script is spelt with this one after that character:
// joiners choose letter forms in the Indic scripts and in Arabic, selectors the
// form of an ideograph or of a Mongolian letter.
func Needed(before, r rune) bool {
	switch {
	case r == '\u200c' || r == '\u200d':
		return unicode.In(before, joining...)
	case r >= '\ufe00' && r <= '\ufe02', r >= 0xe0100 && r <= 0xe01ef:
		return unicode.Is(unicode.Han, before)
	case r >= '\u180b' && r <= '\u180f':
		return unicode.Is(unicode.Mongolian, before) && !Is(before)
	}
	return false
}

// joining are the scripts that are spelt with joiners.
var joining = []*unicode.RangeTable{
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
	unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Arabic,
}
