package pages

import (
	"payapp/views/components"
	"payapp/views/layout"
)

// DetailsPage asks for what the method needs, and pays.
type DetailsPage struct {
	layout.Frame
	Heading string
	Notice  string // "" = none: what went wrong at the last try, in plain words
	Summary *components.Summary
	Chosen  components.Chosen
	Fields  []components.Field
	Fixed   []components.Row // locked data, shown and not editable
	Pay     components.Button
	Return  *components.Link
	Legal   string // one quiet line beneath the button, or ""
}

// ReviewPage is the last look before paying, with nothing to fill in.
type ReviewPage struct {
	layout.Frame
	Heading string
	Notice  string
	Chosen  components.Chosen
	Rows    []components.Row
	Next    string // what will happen after pressing Pay
	Pay     components.Button
	Return  *components.Link
}
