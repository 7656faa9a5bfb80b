package pages

import "payapp/views/layout"

// LanguagesPage lists all languages, for customers who don't find theirs among
// the few on each page.
type LanguagesPage struct {
	layout.Frame
	Likely []layout.Language
	Others []layout.Language
	Back   layout.Language // the page before; its name says so
}
