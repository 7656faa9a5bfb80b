package e2e

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"payapp/e2e/kit"
	"payapp/i18n"
	"payapp/money"
)

// Every letter that a language's pages may have has a glyph in the fonts that
// deploy/setup.sh installs, so that pictures of pages show what customers see.
// Ours.
func TestEveryLetterHasAGlyph(t *testing.T) {
	b, address := inOwnGallery(t, desktop)
	b.Visit(address + "/status-pending?lang=en")
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	b.Tell(glyphsMissing)
	// Two unassigned code points are found missing; characters of every font
	// aren't.
	if got, want := b.missing("en", "A\u0379฿\u0378"), []string{"U+0379", "U+0378"}; !slices.Equal(got, want) {
		t.Fatalf("missing are %q, want %q", got, want)
	}
	drawn := map[rune]bool{} // what one language has drawn, no other needs to
	for _, l := range bundle.Locales() {
		text := strings.Map(func(letter rune) rune {
			if drawn[letter] {
				return -1
			}
			drawn[letter] = true
			return letter
		}, letters(l))
		if missing := b.missing(l.Tag(), text); len(missing) > 0 {
			t.Errorf("%s: no glyph for %s", l.Tag(), strings.Join(missing, " "))
		}
	}
}

var messageVariable = regexp.MustCompile(`\{\{.*?\}\}`)

// letters are the characters of a language's sentences, its name and its
// amounts.
func letters(l *i18n.Locale) string {
	texts := []string{l.Name()}
	for _, s := range l.Sentences() {
		if !s.Foreign {
			texts = append(texts, s.Forms...)
		}
	}
	for _, currency := range []string{"THB", "VND", "IDR", "MYR", "INR", "BRL", "KES", "ZAR", "TWD", "JPY", "KRW", "LAK", "EUR", "USD", "GBP", "PHP"} {
		texts = append(texts, l.Amount(money.MustParse("1234567", currency)))
	}
	found := map[rune]bool{}
	for _, text := range texts {
		for _, r := range messageVariable.ReplaceAllString(text, "") {
			if !unicode.IsSpace(r) && !unicode.In(r, unicode.Cf, unicode.Variation_Selector) {
				found[r] = true
			}
		}
	}
	var list []rune
	for r := range found {
		list = append(list, r)
	}
	slices.Sort(list)
	return string(list)
}

// glyphsMissing draws each character in the page's own font, and compares it
// with one that no font has.
const glyphsMissing = `window.glyphsMissing = (lang, text) => {
	document.documentElement.lang = lang
	const canvas = document.createElement("canvas")
	canvas.lang = lang
	canvas.width = canvas.height = 64
	document.body.append(canvas)
	const pen = canvas.getContext("2d", {willReadFrequently: true})
	pen.font = "24px " + getComputedStyle(document.body).fontFamily
	pen.textBaseline = "middle"
	pen.direction = "ltr"
	const drawn = letter => {
		pen.clearRect(0, 0, 64, 64)
		pen.fillText(letter, 20, 32)
		return pen.getImageData(0, 0, 64, 64).data.join()
	}
	const none = drawn("\u0378"), empty = drawn(" ")
	const missing = [...text].filter(letter => [none, empty].includes(drawn(letter)))
	canvas.remove()
	return missing.map(letter => "U+" + letter.codePointAt(0).toString(16).toUpperCase().padStart(4, "0"))
}`

// missing lists the characters that have no glyph.
func (b *tab) missing(lang, text string) []string {
	b.t.Helper()
	found := ask[string](b, `JSON.stringify(glyphsMissing(`+kit.Quoted(lang)+`, `+kit.Quoted(text)+`))`)
	var list []string
	if err := json.Unmarshal([]byte(found), &list); err != nil {
		b.t.Fatal(err)
	}
	return list
}
