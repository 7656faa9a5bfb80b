package gallery

import (
	_ "embed"
	"errors"
	"io/fs"
	"net/http"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"payapp/i18n"
	"payapp/static"
)

// rooms are the gallery's own pages.
var rooms = []choice{
	{"/", "Pages"}, {"/sentences/", "Sentences"}, {"/walks/", "Walks"},
}

//go:embed gallery.css
var ownStyle []byte

// policy is the policy of the gallery's own pages: nothing inline, and frames.
const policy = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-src 'self'; img-src 'self' data:; style-src 'self'"

// policyOf is a page's policy in the application, plus the gallery's frames
// around it.
func policyOf(styles string) string {
	return "default-src 'none'; base-uri 'none'; form-action 'self'; connect-src 'self'; img-src 'self' data:; style-src " +
		styles + "; script-src " + static.JSHashes()
}

// shown is the state of the index's switches.
type shown struct {
	look      Look
	pages     string // the kind of pages, "all", or "" = one of each kind, which leads to the others
	width     string
	languages []choice
	entries   []Entry
	fault     error // of the branding file
}

// kindOf is the part of an entry's name before its state: "options-banks" is an
// options page.
func kindOf(e Entry) string {
	kind, _, _ := strings.Cut(e.Name, "-")
	return kind
}

func pageChoices() []choice {
	list := []choice{{"", "one of each kind"}, {"all", "all"}}
	for _, e := range Moments() {
		if c := (choice{kindOf(e), kindOf(e)}); !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}

func shownBy(bundle *i18n.Bundle, r *http.Request, brands Brands) shown {
	list, err := brands.all()
	s := shown{look: lookOf(bundle, r, list), fault: err, pages: r.FormValue("pages"), width: widths[0].value, languages: languagesOf(bundle)}
	for _, w := range widths {
		if w.value == r.FormValue("width") {
			s.width = w.value
		}
	}
	for _, e := range Moments() {
		if s.pages == "" || s.pages == "all" || kindOf(e) == s.pages {
			s.entries = append(s.entries, e)
		}
	}
	return s
}

// kinds are the entries by their kind, in the order of their first ones.
func (s shown) kinds() (list [][]Entry) {
	for _, e := range s.entries {
		if i := slices.IndexFunc(list, func(k []Entry) bool { return kindOf(k[0]) == kindOf(e) }); i >= 0 {
			list[i] = append(list[i], e)
		} else {
			list = append(list, []Entry{e})
		}
	}
	return list
}

// of is the address of a kind's pages, with the switches as they are.
func (s shown) of(kind string) string {
	return "/" + s.look.query() + "&pages=" + kind + "&width=" + s.width
}

// languagesOf lists a bundle's languages, the pseudo-languages last.
func languagesOf(bundle *i18n.Bundle) []choice {
	var list []choice
	for _, l := range bundle.Locales() {
		list = append(list, choice{l.Tag(), l.Name()})
	}
	for _, tag := range []string{i18n.PseudoLong, i18n.PseudoRTL, i18n.PseudoKeys} {
		if l := bundle.Match(tag, "", ""); l.Tag() == tag {
			list = append(list, choice{tag, l.Name()})
		}
	}
	return list
}

// Handler serves an index of all entries, each at /{name}?lang=, with the
// switches of Look, and a page of all sentences. Entries have the policy of the
// application, but may be framed by the index. pictures is the folder of Walks, shown at
// /walks/; brands add to the examples. The list of sentences by page needs a bundle with
// pseudo-languages.
func Handler(bundle *i18n.Bundle, pictures fs.FS, brands Brands) http.Handler {
	look := func(r *http.Request) Look {
		list, _ := brands.all() // the index says what is wrong
		return lookOf(bundle, r, list)
	}
	mux := http.NewServeMux()
	own := func(pattern string, page func(*http.Request) (templ.Component, error)) {
		mux.HandleFunc("GET "+pattern+"{$}", func(w http.ResponseWriter, r *http.Request) {
			component, err := page(r)
			if err != nil {
				http.Error(w, err.Error(), http.StatusNotFound)
				return
			}
			w.Header().Set("Content-Security-Policy", policy)
			templ.Handler(component).ServeHTTP(w, r)
		})
	}
	own("/", func(r *http.Request) (templ.Component, error) { return index(shownBy(bundle, r, brands)), nil })
	own("/sentences/", func(r *http.Request) (templ.Component, error) {
		l := bundle.Match(r.FormValue("lang"), "", "")
		list, err := usedSentences(l, bundle.Match(i18n.PseudoKeys, "", ""))
		return sentences(l, languagesOf(bundle), list), err
	})
	own("/walks/", func(*http.Request) (templ.Component, error) {
		walks, err := Walks(pictures)
		if errors.Is(err, ErrNoWalks) { // the page says how to take them
			err = nil
		}
		return walksIndex(walks), err
	})
	mux.HandleFunc("GET /{name}", func(w http.ResponseWriter, r *http.Request) {
		e, ok := Find(r.PathValue("name"))
		if !ok {
			http.NotFound(w, r)
			return
		}
		page, styles, err := look(r).render(r.Context(), e)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Security-Policy", policyOf(styles))
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		// An error means that the browser has gone.
		_, _ = w.Write(page)
	})
	mux.HandleFunc("GET /gallery.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(ownStyle) // likewise
	})
	mux.Handle("GET /walks/", http.StripPrefix("/walks/", http.FileServerFS(pictures)))
	mux.HandleFunc("GET /static/{name}", func(w http.ResponseWriter, r *http.Request) {
		file, ok := static.Open(r.PathValue("name"))
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", file.ContentType)
		_, _ = w.Write(file.Body) // the browser has gone
	})
	return mux
}
