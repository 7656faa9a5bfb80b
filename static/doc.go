// Package static holds the style, the script and the icons of the pages, made
// ready when the code is generated, not when a request comes.
//
//	src/*.css, src/*.js, src/*.svg ──go generate──▶ dist/ (minified) ──embed──▶ this package
//
// A page carries its style and script within itself, so that it is one
// request, and those of its kind alone: CSS and JS give the text, CSSHashes and
// JSHashes the source expressions that allow exactly these texts in a
// Content-Security-Policy. What a page links
// to, the icon of a phone's home screen, is served under a name that changes
// with its content.
//
// Everything works without the script; it only makes waiting, copying and
// searching pleasanter.
package static

//go:generate go run ./internal/generate
