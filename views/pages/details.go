package pages

import (
	"payapp/views/components"
	"payapp/views/layout"
)

// DetailsPage asks for the data that the method needs, and pays; Review shows one
// without fields.
type DetailsPage struct {
	layout.Frame
	Notice  components.Notice // what went wrong at the last try, in plain words
	Summary *components.Summary
	Chosen  components.Chosen
	Fields  []components.Field
	Implied []components.Row // follows from the choice, shown and not editable
	Locked  []components.Row // the shop's data, in the same way
	Wrong   string           // where to correct what the shop gave, or ""
	Next    string           // what will happen after pressing Pay
	Pay     components.Button
	Back    *components.Button // to the choice; nil = there was none
	Return  *components.Link
}
