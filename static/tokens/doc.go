// Package tokens reads what pages are designed with out of their style: colours
// by theme, distances, sizes of type. It is for the gallery and for tests: the
// style sheet is what decides, and nothing here repeats it.
package tokens
