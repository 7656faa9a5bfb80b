package i18n

import (
	"regexp"
	"strings"
)

// Pseudo-languages are altered English, for tests of layout and of missing
// translations: no page offers them.
const (
	// PseudoLong is English with accents, in brackets, and longer by a half.
	PseudoLong = "en-XA"
	// PseudoRTL is English from right to left.
	PseudoRTL = "ar-XB"
	// PseudoKeys has each message's key instead of its text, between the
	// brackets KeyBegin and KeyEnd and followed by its variables, so that a
	// page shows which messages it consists of.
	PseudoKeys = "en-XC"
)

// The brackets around a key of PseudoKeys. No message has them.
const (
	KeyBegin = "⟦"
	KeyEnd   = "⟧"
)

// LoadWithPseudo is Load with the pseudo-languages, which only ?lang= with
// their tag selects. It is for tests; the application uses Load.
func LoadWithPseudo() (*Bundle, error) {
	b, err := load(files)
	if err != nil {
		return nil, err
	}
	e, err := loadEnglish(files)
	if err != nil {
		return nil, err
	}
	b.pseudo = map[string]*Locale{}
	for _, p := range []struct {
		row  languageRow
		word func(string) string
		ends [2]string
	}{
		{languageRow{tag: PseudoLong, name: "Pseudo (long)", formatTag: "en", countryTag: "en"}, stretched, [2]string{"[", "]"}},
		{languageRow{tag: PseudoRTL, name: "Pseudo (right to left)", formatTag: "en", countryTag: "en", rtl: true}, turned, [2]string{}},
	} {
		own := map[string]*text{}
		for key, of := range e.texts {
			own[key] = of.changed(func(words string) string { return pseudo(words, p.word, p.ends) })
		}
		b.pseudo[p.row.tag] = newLocale(p.row, e, func() map[string]*text { return own })
	}
	b.pseudo[PseudoKeys] = keyed(e)
	return b, nil
}

// keyed is the language of keys.
func keyed(e *english) *Locale {
	own := map[string]*text{}
	add := func(key string, of *text) {
		message := KeyBegin + key + KeyEnd
		for _, name := range of.vars {
			message += " {{." + name + "}}"
		}
		own[key] = of.changed(func(string) string { return message })
	}
	for key, of := range e.texts {
		add(key, of)
	}
	for key, same := range e.same {
		add(key, e.texts[same])
	}
	row := languageRow{tag: PseudoKeys, name: "Keys of messages", formatTag: "en", countryTag: "en"}
	return newLocale(row, e, func() map[string]*text { return own })
}

// pseudo changes the words of a message but not its variables.
func pseudo(text string, word func(string) string, ends [2]string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, ends[0]+outside(line, word)+ends[1])
	}
	return strings.Join(lines, "\n")
}

// wordOrPlaceholder finds what is between spaces: words, variables, and
// placeholders for a script.
var wordOrPlaceholder = regexp.MustCompile(`\{+[^{}]*\}+|[^ {]+`)

// outside changes the words of a line outside braces.
func outside(line string, word func(string) string) string {
	return wordOrPlaceholder.ReplaceAllStringFunc(line, func(found string) string {
		if found[0] == '{' {
			return found
		}
		return word(found)
	})
}

var accents = strings.NewReplacer(
	"a", "å", "b", "ƀ", "c", "ç", "d", "ð", "e", "é", "f", "ƒ", "g", "ĝ", "h", "ĥ", "i", "î", "j", "ĵ", "k", "ķ", "l", "ļ", "m", "ɱ",
	"n", "ñ", "o", "ö", "p", "þ", "q", "ǫ", "r", "ŕ", "s", "š", "t", "ţ", "u", "û", "v", "ṽ", "w", "ŵ", "x", "ẋ", "y", "ý", "z", "ž",
	"A", "Å", "C", "Ç", "D", "Ð", "E", "É", "I", "Î", "N", "Ñ", "O", "Ö", "P", "Þ", "S", "Š", "T", "Ţ", "U", "Û", "W", "Ŵ", "Y", "Ý",
)

// stretched is a word with accents, and half as long again.
func stretched(word string) string {
	return accents.Replace(word) + strings.Repeat("~", (len(word)+1)/2)
}

// turned is a word whose letters run from right to left.
func turned(word string) string { return "\u202e" + word + "\u202c" }
