package i18n

import (
	"slices"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"payapp/i18n/internal/source"
)

// languageRow is what a language has besides its messages.
type languageRow struct {
	tag  string // BCP 47; its file is messages/{tag}.json
	name string // in the language itself, as lists of languages show it
	rtl  bool   // written from right to left
	// formatTag is the CLDR locale of amounts, "" = tag. Digits are always 0 to
	// 9, as in the bank's app and the order id.
	formatTag string
	// countryTag is the CLDR locale of the countries' names, "" = tag.
	countryTag string
	yearShift  int // years that its calendar is ahead of the Gregorian one
	// clock is the time of day by CLDR, in the layout of time, "" = 15:04. All have
	// 24 hours, also where people say am and pm: banks do, and no half of the day can
	// be mistaken.
	clock string
}

// registry lists the languages, the markets' first. A language is offered once
// its file exists. The first one is the fallback.
var registry = []languageRow{
	{tag: "en", name: "English"},
	{tag: "th", name: "ไทย", yearShift: 543},
	{tag: "vi", name: "Tiếng Việt"},
	{tag: "id", name: "Bahasa Indonesia", clock: "15.04"},
	{tag: "ms", name: "Bahasa Melayu"},
	{tag: "hi", name: "हिन्दी"},
	{tag: "zh-Hant", name: "繁體中文"},
	{tag: "zh-Hans", name: "简体中文"},
	{tag: "ja", name: "日本語"},
	{tag: "ko", name: "한국어"},
	{tag: "lo", name: "ລາວ"},
	{tag: "fil", name: "Filipino"},
	{tag: "pt-BR", name: "Português (Brasil)"},
	{tag: "es-419", name: "Español (Latinoamérica)"},
	{tag: "sw", name: "Kiswahili"},
	{tag: "af", name: "Afrikaans"},
	{tag: "zu", name: "isiZulu"},
	{tag: "ta", name: "தமிழ்"},
	{tag: "te", name: "తెలుగు"},
	{tag: "bn", name: "বাংলা", formatTag: "bn-IN"}, // for India
	{tag: "mr", name: "मराठी", formatTag: "hi"},    // CLDR groups by thousands; India's banks by lakhs
	{tag: "es", name: "Español (España)"},
	{tag: "pt-PT", name: "Português (Portugal)"},
	{tag: "fr", name: "Français"},
	{tag: "de", name: "Deutsch"},
	{tag: "it", name: "Italiano"},
	{tag: "nl", name: "Nederlands"},
	{tag: "pl", name: "Polski"},
	{tag: "cs", name: "Čeština"},
	{tag: "ro", name: "Română"},
	{tag: "hu", name: "Magyar"},
	{tag: "el", name: "Ελληνικά"},
	{tag: "tr", name: "Türkçe"},
	{tag: "ru", name: "Русский"},
	{tag: "uk", name: "Українська"},
	{tag: "ar", name: "العربية", rtl: true},
	{tag: "he", name: "עברית", rtl: true},
	{tag: "sv", name: "Svenska"},
	{tag: "da", name: "Dansk", clock: "15.04"},
	{tag: "nb", name: "Norsk bokmål", formatTag: "no", countryTag: "no"}, // as CLDR calls it
	{tag: "fi", name: "Suomi", clock: "15.04"},
	{tag: "km", name: "ខ្មែរ"},
	{tag: "my", name: "မြန်မာ"},
}

// Tags lists the languages in the registry by tag, the fallback first.
func Tags() []string {
	tags := make([]string, 0, len(registry))
	for _, row := range registry {
		tags = append(tags, row.tag)
	}
	return tags
}

// Categories are the language's plural categories for whole numbers, by CLDR:
// exactly what a message with plural forms must have.
func Categories(tag string) []string {
	language := language.MustParse(tag)
	var found []string
	for n := range 1001 { // CLDR's rules for whole numbers use at most the last three digits
		if name := source.Categories[formOf(language, n)]; !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	slices.SortFunc(found, func(a, b string) int {
		return slices.Index(source.Categories, a) - slices.Index(source.Categories, b)
	})
	return found
}

// formIndex maps x/text's plural forms to indexes in source.Categories.
var formIndex = map[plural.Form]int{
	plural.Zero: 0, plural.One: 1, plural.Two: 2, plural.Few: 3, plural.Many: 4, plural.Other: other,
}

// other is the index of English's category for most numbers.
const other = 5

// formOf is the plural category of a whole number, as an index in
// source.Categories.
func formOf(tag language.Tag, n int) int {
	return formIndex[plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)]
}
