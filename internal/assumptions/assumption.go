package assumptions

import "slices"

// Assumption is one of them. Its texts are the document's, without marks.
type Assumption struct {
	Name    string // as in the document's brackets: lower case, with hyphens
	Open    string // what the interface leaves open
	Assumes string // what payapp assumes
	Setting string // what an operator can change without a build; "" = nothing
	Place   string // the places in the code to change otherwise
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

// Change says where it can be changed, a setting before code.
func (a Assumption) Change() string {
	if a.Setting != "" {
		return "set " + a.Setting
	}
	return "change " + a.Place
}
