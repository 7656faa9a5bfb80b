package sandbox

import (
	"bytes"
	"embed"
	"errors"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"

	"payapp/sandbox/internal/store"
)

//go:embed pages/*.html
var pageFiles embed.FS

//go:embed assets
var assetFiles embed.FS // style sheets and scripts

var pages = parsePages()

// parsePages pairs each page with the layout.
func parsePages() map[string]*template.Template {
	layout := template.Must(template.ParseFS(pageFiles, "pages/layout.html"))
	all := map[string]*template.Template{}
	names, err := fs.Glob(pageFiles, "pages/*.html")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		all[name] = template.Must(template.Must(layout.Clone()).ParseFS(pageFiles, name))
	}
	return all
}

// page is what the layout needs.
type page struct {
	Name, Title string
	Body        any
	live        bool // its marked regions stay current
	status      int
	formAction  string // a further source that the page's forms may post to
}

// Live is for the layout.
func (p *page) Live() bool { return p.live }

// pageFunc serves one page or redirects by itself; what it returns as an error
// becomes an error page.
type pageFunc func(http.ResponseWriter, *http.Request) (*page, error)

// pageError is an error that a person sees.
type pageError struct {
	status int
	text   string
}

func (e *pageError) Error() string { return e.text }

func (s *Sandbox) page(f pageFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		p, err := f(w, r)
		if err != nil {
			p = s.errorPage(r, err)
		}
		if p != nil {
			s.render(w, r, p)
		}
	})
}

func (s *Sandbox) errorPage(r *http.Request, err error) *page {
	refusal, ok := errors.AsType[*pageError](err)
	switch {
	case ok:
	case errors.Is(err, store.ErrNotFound):
		refusal = &pageError{http.StatusNotFound, "There is nothing at this address."}
	default:
		s.config.Logger.ErrorContext(r.Context(), "sandbox: page", "path", r.URL.Path, "error", err)
		refusal = &pageError{http.StatusInternalServerError, "Something went wrong inside the sandbox. Its log says what."}
	}
	return &page{
		Name: "error", Title: "Problem", status: refusal.status,
		Body: struct{ Heading, Text string }{http.StatusText(refusal.status), refusal.text},
	}
}

// render writes a whole page or none.
func (s *Sandbox) render(w http.ResponseWriter, r *http.Request, p *page) {
	var out bytes.Buffer
	if err := pages["pages/"+p.Name+".html"].ExecuteTemplate(&out, "layout", p); err != nil {
		s.config.Logger.ErrorContext(r.Context(), "sandbox: page", "name", p.Name, "error", err)
		http.Error(w, "the page can't be written", http.StatusInternalServerError)
		return
	}
	header := w.Header()
	secure(header, p.formAction)
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	if p.status != 0 {
		w.WriteHeader(p.status)
	}
	w.Write(out.Bytes())
}

// secure sets the headers that every page and file has. Forms may post to the
// sandbox and, where a page is made for that, to one other origin.
func secure(header http.Header, formAction string) {
	if formAction != "" {
		formAction = " " + formAction
	}
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "+
		"img-src 'self' data:; base-uri 'none'; form-action 'self'"+formAction+"; frame-ancestors 'none'")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "same-origin")
}

// origin is the CSP source of an address, "" when it has none.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// files serves files below an address.
func files(below string, from fs.FS) http.Handler {
	served := http.StripPrefix(below, http.FileServerFS(from))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		secure(w.Header(), "")
		w.Header().Set("Cache-Control", "no-cache")
		served.ServeHTTP(w, r)
	})
}
