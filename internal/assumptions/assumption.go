package assumptions

// Assumption is one of them.
type Assumption struct {
	Name    string // as in the document's brackets: lower case, with hyphens
	Setting string // what an operator can change without a build; "" = nothing
}

// Find returns the assumption of this name, nil if there is none.
func Find(name string) *Assumption {
	for i := range List {
		if List[i].Name == name {
			return &List[i]
		}
	}
	return nil
}
