package layout

import "slices"

// fewLanguages is the number of other languages up to which a page lists all.
// If there are more it lists the likely ones, and the others have a page of
// their own.
const fewLanguages = 3

// shortList is how many other languages are in a line.
const shortList = 2

// MoreLanguages replaces a language's tag, in addresses (?lang=) and forms, for
// the page of all languages. No language has this tag.
const MoreLanguages = "more"

// Offered are the languages that the page itself offers, the likely ones first.
func (f Frame) Offered() []Language {
	if f.more() {
		return likely(f.Languages, f.Likely)
	}
	first, others := LikelyFirst(f.Languages, f.Likely)
	return append(first, others...)
}

// more reports whether there are languages that the page itself doesn't offer.
func (f Frame) more() bool { return len(f.Languages) > fewLanguages }

// LikelyFirst divides languages into those that this customer may want, in that
// order, and the others.
func LikelyFirst(all []Language, tags [3]string) (first, others []Language) {
	for _, l := range all {
		if !slices.Contains(tags[:], l.Tag) {
			others = append(others, l)
		}
	}
	return likely(all, tags), others
}

func likely(all []Language, tags [3]string) (likely []Language) {
	for i, tag := range tags {
		at := slices.IndexFunc(all, func(l Language) bool { return l.Tag == tag })
		if at >= 0 && !slices.Contains(tags[:i], tag) {
			likely = append(likely, all[at])
		}
	}
	return likely
}

// inLanguage is what follows the page's path for the page in a language.
func (f Frame) inLanguage(tag string) string {
	if f.Place == "" {
		return "?lang=" + tag
	}
	return f.Place + "&lang=" + tag
}
