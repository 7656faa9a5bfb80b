// Package search finds operators by what a customer types: part of a name or code,
// without marks, with a few wrong letters. Its order and its words are the page's.
package search
