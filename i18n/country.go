package i18n

import (
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

func newCountries(row languageRow) display.Namer {
	tag := row.tag
	if row.countryTag != "" {
		tag = row.countryTag
	}
	return display.Regions(language.Make(tag))
}

// Country is the name of a country, given by its ISO 3166 code, as CLDR has it
// in the language; English where it has none. What is no country's code is "".
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
