package pages

import (
	"slices"

	"payapp/views/components"
	"payapp/views/layout"
)

// OptionsPage is the choice of method, or of an operator alone.
type OptionsPage struct {
	layout.Frame
	Notice  components.Notice
	Fault   string // that nothing was chosen, "" = none
	Action  string // where the one form posts to
	Here    string // a parameter that makes the payment's address this page's own, for Back to lead there; "" = it is
	Seen    string // what the form says that the page showed
	Methods []OptionRow
	More    string // the label of the methods or operators after the first ones, which are folded; "" = all are in sight

	// Without methods, the page is for operators only; MethodCode is the fixed
	// or chosen method.
	MethodCode string
	Chosen     *components.Chosen
	Operators  []components.Operator
	Any        string // label for continuing without an operator; "" = one is required
	Search     *Search
	Return     *components.Link
}

// So many of many methods, or operators, are in sight; the others are folded.
const (
	FirstMethods   = 8
	FirstOperators = 10
)

// manyInColumns is how many operators stand in two columns, where there is room.
const manyInColumns = 20

// faulty is the field in which nothing was chosen.
func (p OptionsPage) faulty() string {
	if len(p.Methods) > 0 {
		return "paymentMethodCode"
	}
	return "paymentOperatorCode"
}

// unfolded reports whether the chosen method is among those that are folded.
func (p OptionsPage) unfolded() bool {
	return slices.ContainsFunc(p.Methods[FirstMethods:], func(m OptionRow) bool { return m.Checked })
}

// chosenName is the name of the method that is already chosen, or "".
func (p OptionsPage) chosenName() string {
	for _, m := range p.Methods {
		if m.Checked {
			return m.Name
		}
	}
	return ""
}

// OptionRow is one method, with up to four operators inside.
type OptionRow struct {
	Code, Name, Hint string
	Mark             components.Mark
	Checked          bool
	Operators        []components.Operator // at most four, as buttons inside the chosen row; if there are more, only the shop's suggestion
	Others           string                // with a suggestion, the button to all of them; "" = all are shown
	Also             string                // names by which the search finds the row: operators that aren't in it; "*" = it always stays
	Any              string                // the button to go on without one; "" = one is needed
}

// Search filters a long list: on the server with a GET form, and by script
// while typing. Methods, which only the script filters, have only the label.
type Search struct {
	Action   string // this page
	Step     string // with it Action is this page even after the choice
	Query    string
	Label    string
	Found    string // "12 of 400 banks", or ""
	ClearURL string // "" = nothing to clear
}
