package sandbox

import (
	"cmp"
	"embed"
	"net/http"
	"path"
	"strings"
	"sync"

	swaggerui "github.com/swaggest/swgui/v5/static"
	"github.com/vearutop/statigz"

	"payapp/sandbox/console"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/token"
)

//go:embed pages/*.html
var pageFiles embed.FS

// What is the same for all sandboxes of a process.
var (
	templates      = page.Read(pageFiles)
	interfaceFiles = sync.OnceValue(func() http.Handler { return page.Files("/interface/", statigz.FileServer(swaggerui.FS)) })
)

// routes serves api, shop and console at one address. Browsers may post their
// forms only from the same origin.
func (s *Sandbox) routes(c *console.Console) {
	own := http.NewCrossOriginProtection()
	own.SetDenyHandler(page.Refusal(http.StatusForbidden, "FORBIDDEN", "a page of another origin may not do this"))
	s.api.Routes(s.mux)
	s.shop.Routes(s.mux, own)
	c.Routes(s.mux, own)
	pages := page.NewSet(s.config.Logger, templates())
	s.mux.Handle("GET /interface", pages.Handler(s.showInterface))
	s.mux.HandleFunc("GET /interface/try", serveSwagger)
	s.mux.Handle("GET /about", pages.Handler(s.showAbout))
	s.mux.Handle("GET /assets/", page.Assets())
	for _, name := range []string{"swagger-ui.css", "swagger-ui-bundle.js"} { // embedded as .gz
		s.mux.Handle("GET /interface/"+name, interfaceFiles())
	}
	s.mux.HandleFunc("GET /openapi.yaml", serveOpenAPI)
	s.mux.Handle("GET /favicon.ico", http.RedirectHandler("/assets/mark.svg", http.StatusMovedPermanently))
	nothing := pages.Handler(func(http.ResponseWriter, *http.Request) (*page.Page, error) { return nil, store.ErrNotFound })
	s.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.Header.Get("Accept"), "text/html") { // somebody looks for a page; that is no call
			nothing.ServeHTTP(w, r)
			return
		}
		s.api.UnknownPath().ServeHTTP(w, r)
	})
	s.mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { page.SeeOther(w, r, "/shop") })
}

func (s *Sandbox) serve(w http.ResponseWriter, r *http.Request) {
	if !bounded(w, r) {
		return
	}
	// The mux would redirect these, and a client's POST or token with them.
	if clean := path.Clean(r.URL.Path); clean != r.URL.Path && clean+"/" != r.URL.Path {
		s.api.UnknownPath().ServeHTTP(w, r)
		return
	}
	payin, ok := strings.CutSuffix(r.URL.Path, "/"+s.config.ReferencePath)
	if ok && s.config.ReferencePath != "" && path.Dir(payin) == "/payins" {
		r.URL.Path = payin + "/" + token.ReferencePath
	}
	s.mux.ServeHTTP(w, r)
}

func (s *Sandbox) showAbout(http.ResponseWriter, *http.Request) (*page.Page, error) {
	return &page.Page{Name: "about", Title: "About", Body: struct{ Strict bool }{s.config.Strict}}, nil
}

// baseURL is the sandbox's public address, for links in answers and pages.
func (s *Sandbox) baseURL(r *http.Request) string {
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return cmp.Or(s.config.BaseURL, scheme+"://"+r.Host)
}

//go:embed openapi.yaml
var openAPI []byte

// serveOpenAPI serves the interface's description, for programs.
func serveOpenAPI(w http.ResponseWriter, _ *http.Request) {
	page.Secure(w.Header(), "")
	w.Header().Set("Content-Type", "application/yaml; charset=utf-8")
	w.Write(openAPI)
}

//go:embed swagger.html
var swaggerPage []byte

// serveSwagger shows it in Swagger UI, where people can make calls. The page is
// Swagger UI's alone, in a tab beside the sandbox's.
func serveSwagger(w http.ResponseWriter, _ *http.Request) {
	page.Secure(w.Header(), "")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(swaggerPage)
}
