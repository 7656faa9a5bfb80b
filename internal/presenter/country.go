package presenter

import (
	"cmp"
	"slices"

	"payapp/i18n"
	"payapp/internal/search"
)

// countryName is a country's name in the page's language; any other text stays
// unchanged.
func countryName(l *i18n.Locale, code string) string {
	if name := l.Country(code); name != "" {
		return name
	}
	return code
}

// countries are the countries of methods, by their names in the page's
// language, the likely one, by its code, first.
func (p *draft) countries(likely string) []string {
	var names []string
	for _, m := range p.catalogue.All() {
		name := p.l.Country(m.Country)
		if m.Country != likely && name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(search.Plain(a), search.Plain(b)) })
	if name := p.l.Country(likely); name != "" {
		names = slices.Insert(names, 0, name)
	}
	return names
}
