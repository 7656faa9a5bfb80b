package pages

import "payapp/views/layout"

// LanguagesPage is all languages, for who doesn't find theirs among the few that
// each page offers.
type LanguagesPage struct {
	layout.Frame
	Heading string
	Likely  []layout.Language
	Others  []layout.Language
	Back    layout.Language // the page as it was; its name says so
}
