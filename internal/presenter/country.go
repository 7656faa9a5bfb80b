package presenter

import "payapp/i18n"

// countryName is a country's name in the page's language; whatever is no
// country's code stays as it is.
func countryName(l *i18n.Locale, code string) string {
	if name := l.Country(code); name != "" {
		return name
	}
	return code
}
