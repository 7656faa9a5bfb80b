package presenter

import (
	"cmp"
	"slices"

	"payapp/i18n"
	"payapp/internal/search"
	"payapp/views/layout"
	"payapp/views/pages"
)

// MoreLanguages is the value of ?lang= for the page of all languages.
const MoreLanguages = layout.MoreLanguages

// languagesPage lists all languages, the likely ones first, in a frame that
// offers none itself.
func (s *Presenter) languagesPage(f layout.Frame) pages.LanguagesPage {
	page := pages.LanguagesPage{Frame: f, Back: layout.Language{Tag: f.T.Tag(), Name: f.T.CommonBack()}}
	page.Likely, page.Others = layout.LikelyFirst(s.languages, f.Likely)
	page.Frame.Page, page.Frame.Heading, page.Frame.Problem, page.Frame.Languages = "languages", f.T.CommonLanguage(), "", nil
	page.Frame.More, page.Frame.Faulty = "", false
	return page
}

// languagesByName lists all languages by their names.
func languagesByName(bundle *i18n.Bundle) []layout.Language {
	var all []layout.Language
	for _, l := range bundle.Locales() {
		all = append(all, layout.Language{Tag: l.Tag(), Name: l.Name(), English: l.EnglishName()})
	}
	slices.SortFunc(all, func(a, b layout.Language) int { return cmp.Compare(search.Plain(a.Name), search.Plain(b.Name)) })
	return all
}

// othersOfEach lists, for each language by its tag, the others by their names.
func othersOfEach(all []layout.Language) map[string][]layout.Language {
	otherLanguages := map[string][]layout.Language{}
	for _, l := range all {
		otherLanguages[l.Tag] = slices.DeleteFunc(slices.Clone(all), func(other layout.Language) bool { return other.Tag == l.Tag })
	}
	return otherLanguages
}

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
