package page

import (
	"embed"
	"net/http"
	"net/url"
)

// Secure sets the headers of every page and file. Forms may post to the sandbox
// and, if formAction isn't empty, to one other origin.
func Secure(header http.Header, formAction string) {
	if formAction != "" {
		formAction = " " + formAction
	}
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "+
		"img-src 'self' data:; base-uri 'none'; form-action 'self'"+formAction+"; frame-ancestors 'none'")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "same-origin")
}

// Origin is the CSP source of an address, "" if it has none.
func Origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// SeeOther answers a form within the sandbox.
func SeeOther(w http.ResponseWriter, r *http.Request, path string) {
	Secure(w.Header(), "")
	http.Redirect(w, r, path, http.StatusSeeOther)
}

//go:embed assets
var assets embed.FS

// Assets serves the style sheets and scripts, below /assets/.
func Assets() http.Handler { return Files("/", http.FileServerFS(assets)) }

// Files serves a file server's files below an address.
func Files(below string, from http.Handler) http.Handler {
	served := http.StripPrefix(below, from)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		Secure(w.Header(), "")
		w.Header().Set("Cache-Control", "no-cache")
		served.ServeHTTP(w, r)
	})
}
