// Package static has the style, the script and the icons of the pages, prepared at
// generation time.
//
//	src/*.css, src/*.js, src/*.svg ──go generate──▶ dist/ (minified) ──embed──▶ this package
//
// A page contains the style and script of its kind, so that it is one request. CSS
// and JS return the text, CSSHashes and JSHashes the source expressions that allow
// exactly these texts in a Content-Security-Policy. The only linked file, the icon
// for a phone's home screen, is served under a name that changes with its content.
//
// Everything works without the script; it only makes waiting, copying and
// searching more pleasant.
package static

//go:generate go run ./internal/generate
