package pages

import (
	"payapp/views/components"
	"payapp/views/layout"
)

// OptionsPage is the choice of method, or of an operator alone.
type OptionsPage struct {
	layout.Frame
	Heading string
	Notice  string // "" = none
	Summary *components.Summary
	Action  string // where the one form posts to
	Here    string // what makes the payment's address this page's own: Back leads there
	Seen    string // what the form says that the page showed
	Methods []OptionRow

	// Operators alone: Methods is empty, MethodCode is the fixed or chosen one.
	MethodCode string
	Chosen     *components.Chosen
	Operators  []components.Operator
	Any        string // label of going on without an operator; "" = one is needed
	Search     *Search
	Return     *components.Link
}

// OptionRow is one method, with up to four operators inside.
type OptionRow struct {
	Code, Name, Hint string
	Mark             components.Mark
	Checked          bool
	Operators        []components.Operator // at most four, as buttons inside the chosen row; of more, the shop's suggestion
	Others           string                // beside a suggestion, the button to all of them; "" = all are there
}

// Search filters a long list: by the server with a GET form, and by script
// while typing.
type Search struct {
	Action   string // this page
	Query    string
	Label    string
	Found    string // "12 of 400 banks", or ""
	ClearURL string // "" = nothing to clear
}
