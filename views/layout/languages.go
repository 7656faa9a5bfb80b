package layout

import "slices"

// shortList is how many other languages stand in a line.
const shortList = 2

// longList is how many other languages want a search, where there is script.
const longList = 10

// likelyFirst parts the languages into those that this customer may want, in
// that order, and the others.
func (f Frame) likelyFirst() (likely, others []Language) {
	for i, tag := range f.Likely {
		at := slices.IndexFunc(f.Languages, func(l Language) bool { return l.Tag == tag })
		if at >= 0 && !slices.Contains(f.Likely[:i], tag) {
			likely = append(likely, f.Languages[at])
		}
	}
	for _, l := range f.Languages {
		if !slices.Contains(f.Likely[:], l.Tag) {
			others = append(others, l)
		}
	}
	return likely, others
}
