package i18n

import "golang.org/x/text/language"

// languageRow is what a language is beside its messages.
type languageRow struct {
	tag       language.Tag
	name      string // in the language itself
	dir       string // "ltr" or "rtl"
	formatTag string // CLDR locale of amounts
	yearShift int    // years that its calendar is ahead of the Gregorian one
}

// taiwan is the tag with its script: people and browsers say zh-TW, which
// matches it, but CLDR has its numbers and plurals by script, and a file's name
// has one spelling.
var taiwan = language.MustParse("zh-Hant-TW")

// languages lists what we speak. The first one is the fallback.
var languages = []languageRow{
	{tag: language.English, name: "English", dir: "ltr", formatTag: "en"},
	{tag: language.Thai, name: "ไทย", dir: "ltr", formatTag: "th", yearShift: 543},
	{tag: language.Vietnamese, name: "Tiếng Việt", dir: "ltr", formatTag: "vi"},
	{tag: language.Indonesian, name: "Bahasa Indonesia", dir: "ltr", formatTag: "id"},
	{tag: language.Malay, name: "Bahasa Melayu", dir: "ltr", formatTag: "ms"},
	{tag: language.Hindi, name: "हिन्दी", dir: "ltr", formatTag: "hi"},
	{tag: taiwan, name: "繁體中文", dir: "ltr", formatTag: "zh-Hant-TW"},
}
