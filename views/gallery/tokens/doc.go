// Package tokens reads design values from the pages' style sheets: colours by
// theme, distances, font sizes. It is for the gallery and for tests; the style
// sheets are the only source.
package tokens
