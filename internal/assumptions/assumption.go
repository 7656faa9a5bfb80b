package assumptions

// Assumption is one of them.
type Assumption struct {
	Name    string // as in the document's brackets: lower case, with hyphens
	Setting string // what an operator can change without a build; "" = nothing
}
