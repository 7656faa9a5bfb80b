package gallery

import (
	"io/fs"
	"net/http"

	"github.com/a-h/templ"

	"payapp/i18n"
	"payapp/static"
)

// Handler serves an index of all entries, and each of them at /{name}?lang=.
// Pages have the policy that they have in the application, but may be framed
// by the index. pictures is the folder of Walks, shown at /walks/.
func Handler(bundle *i18n.Bundle, pictures fs.FS) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		l := bundle.Match(r.FormValue("lang"), "", "")
		templ.Handler(index(l, bundle.Locales(), Entries())).ServeHTTP(w, r)
	})
	mux.HandleFunc("GET /{name}", func(w http.ResponseWriter, r *http.Request) {
		e, ok := Find(r.PathValue("name"))
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'self'; connect-src 'self'; "+
			"img-src 'self' data:; style-src "+static.CSSHash()+"; script-src "+static.JSHash())
		templ.Handler(e.Page(bundle.Match(r.FormValue("lang"), "", ""))).ServeHTTP(w, r)
	})
	mux.HandleFunc("GET /walks/{$}", func(w http.ResponseWriter, r *http.Request) {
		walks, err := Walks(pictures)
		if err != nil {
			http.Error(w, err.Error(), http.StatusNotFound)
			return
		}
		templ.Handler(walksIndex(walks)).ServeHTTP(w, r)
	})
	mux.Handle("GET /walks/", http.StripPrefix("/walks/", http.FileServerFS(pictures)))
	// The pages' own addresses lead nowhere here; their news never come.
	mux.HandleFunc("GET /pay/{ref}/events", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("GET /static/{name}", func(w http.ResponseWriter, r *http.Request) {
		file, ok := static.Open(r.PathValue("name"))
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", file.ContentType)
		_, _ = w.Write(file.Body) // the browser went away: nobody to tell
	})
	return mux
}
