// Package tokens reads design values from the pages' style sheet: colours by
// theme, distances, font sizes. It is for the gallery and for tests; the style
// sheet is the only source.
package tokens
