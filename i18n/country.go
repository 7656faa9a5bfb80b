package i18n

import (
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

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
