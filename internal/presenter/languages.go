package presenter

import (
	"cmp"
	"slices"

	"payapp/i18n"
	"payapp/views/layout"
	"payapp/views/pages"
)

// MoreLanguages is the value of ?lang= for the page of all languages.
const MoreLanguages = layout.MoreLanguages

// languagesPage lists all languages, the likely ones first, in a frame that
// offers none itself.
func (s *Presenter) languagesPage(f layout.Frame) pages.LanguagesPage {
	own := language(f.T)
	all := append(slices.Clone(s.languages[f.T]), own)
	sortLanguages(all)
	page := pages.LanguagesPage{Frame: f, Heading: f.T.CommonLanguage(), Back: own}
	page.Back.Name = f.T.CommonBack()
	page.Likely, page.Others = layout.LikelyFirst(all, f.Likely)
	page.Frame.Page, page.Frame.Title, page.Frame.Problem, page.Frame.Languages = "languages", page.Heading, "", nil
	return page
}

// otherLanguages are, for each language, the others by their names.
func otherLanguages(bundle *i18n.Bundle) map[*i18n.Locale][]layout.Language {
	all := map[*i18n.Locale][]layout.Language{}
	for _, of := range bundle.Locales() {
		for _, l := range bundle.Locales() {
			if l != of {
				all[of] = append(all[of], language(l))
			}
		}
		sortLanguages(all[of])
	}
	return all
}

func language(l *i18n.Locale) layout.Language {
	return layout.Language{Tag: l.Tag(), Name: l.Name()}
}

func sortLanguages(list []layout.Language) {
	slices.SortFunc(list, func(a, b layout.Language) int { return cmp.Compare(byName(a.Name), byName(b.Name)) })
}
