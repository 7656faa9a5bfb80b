package i18n

import (
	"cmp"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

func newCountries(row languageRow) display.Namer {
	return display.Regions(language.Make(cmp.Or(row.countryTag, row.tag)))
}

// Country is the name of a country in the language, from CLDR, by its ISO 3166
// code; the English name if the language has none, "" for an unknown code.
func (l *Locale) Country(code string) string {
	region, err := language.ParseRegion(code)
	if err != nil || !region.IsCountry() {
		return ""
	}
	if l.countries != nil {
		if name := l.countries.Name(region); name != "" {
			return name
		}
	}
	return display.English.Regions().Name(region)
}
