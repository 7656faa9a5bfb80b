// Package compress makes a page's gzip.
//
// Two thirds of a page are its style and script, which never change. So a page's
// gzip is assembled: the fixed parts were compressed once, at start, at the best
// level, a payment's code when it was first shown, and only the rest is compressed now. docs/performance.md has measurements
// of the alternatives.
//
//	header │ compressed now │ style │ compressed now │ script │ compressed now │ checksum
package compress
