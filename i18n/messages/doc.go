// Package messages holds the texts of package i18n, which reads them: one file a
// language. In a package of their own a change of words compiles nothing anew but
// this and i18n.
package messages

import "embed"

// Files are en.json, which has every message, and {tag}.json of the others.
//
//go:embed *.json
var Files embed.FS
