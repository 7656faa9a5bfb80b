// Package file reads a catalogue file: what an operator changes of the
// built-in catalogue without a release. docs/catalogue-example.yaml explains it.
//
//	YAML ─▶ changes ─▶ checked, applied to the rows ─▶ methods.Catalogue
//
// Every fault is reported, with its line; a file with one makes no catalogue.
package file
