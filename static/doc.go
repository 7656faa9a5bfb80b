// Package static holds the style, the script and the icons of the pages, made
// ready when the code is generated, not when a request comes.
//
//	src/*.css, src/*.js, src/*.svg ──go generate──▶ dist/ (minified, brotli, gzip) ──embed──▶ this package
//
// A page carries its style and script within itself, so that it is one
// request: CSS and JS give the text, CSSHash and JSHash the source expressions
// that allow exactly this text in a Content-Security-Policy. The same files
// and the icons are also served under names that change with their content.
//
// Everything works without the script; it only makes waiting, copying and
// searching pleasanter.
package static

//go:generate go run ./internal/generate
