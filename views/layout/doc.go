// Package layout is what all pages share: the document with its style and
// script, the header that says who gets the money and how much, the progress
// line, and <main> with its hooks. What is inside <main> comes from pages.
//
//	Page(frame) { the page's own content }
//
// Models here are strings and amounts made ready by presenters; a template
// only asks "is it there?".
package layout
