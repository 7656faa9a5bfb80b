package assumptions

import "slices"

// Assumption is one of them.
type Assumption struct {
	Name    string // as in the document's brackets: lower case, with hyphens
	Setting string // what an operator can change without a build; "" = nothing
}

// All lists them in the document's order.
func All() []Assumption { return slices.Clone(list) }

// Find returns the assumption of this name.
func Find(name string) (a Assumption, ok bool) {
	at := slices.IndexFunc(list, func(a Assumption) bool { return a.Name == name })
	if at < 0 {
		return Assumption{}, false
	}
	return list[at], true
}
