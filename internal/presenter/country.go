package presenter

import (
	"strings"

	"payapp/i18n"
	"payapp/methods"
)

// countryField is filled in by a country's name and sent as its code.
const countryField = "paymentLocation.country"

// countryName is a country's name in the page's language; whatever is no
// country's code stays as it is.
func countryName(l *i18n.Locale, code string) string {
	if name := l.Country(code); name != "" {
		return name
	}
	return code
}

// countryCodes finds the codes of the names, in all languages, of the countries
// where the catalogue's methods are paid.
func countryCodes(catalogue *methods.Catalogue, bundle *i18n.Bundle) map[string]string {
	codes := map[string]string{}
	for _, m := range catalogue.All() {
		for _, l := range bundle.Locales() {
			codes[strings.ToLower(countryName(l, m.Country))] = m.Country
		}
	}
	return codes
}

// CountryCode is the code of a country's name, in whatever language; what is no
// such name stays as it is.
func (s *Presenter) CountryCode(name string) string {
	if code, known := s.countries[strings.ToLower(strings.TrimSpace(name))]; known {
		return code
	}
	return name
}
