package sandbox

import (
	"cmp"
	"net/http"
	"path"

	swaggerui "github.com/swaggo/files/v2"

	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/store"
)

// routes lets api refuse what nobody serves.
func (s *Sandbox) routes() {
	s.api.Routes(s.mux)
	s.pageRoutes(s.mux)
}

func (s *Sandbox) serve(w http.ResponseWriter, r *http.Request) {
	// The mux would redirect these, and a client's POST or token with them.
	if clean := path.Clean(r.URL.Path); clean != r.URL.Path && clean+"/" != r.URL.Path {
		s.api.UnknownPath().ServeHTTP(w, r)
		return
	}
	s.mux.ServeHTTP(w, r)
}

// pageRoutes are the pages for people. Their forms take posts from browsers
// only when they come from here.
func (s *Sandbox) pageRoutes(mux *http.ServeMux) {
	own := http.NewCrossOriginProtection()
	for pattern, f := range map[string]page.Func{
		"GET /bank/{play}":                s.showBank,
		"POST /bank/{play}":               s.submitBank,
		"GET /approve/{id}":               s.showApprove,
		"POST /approve/{id}":              s.submitApprove,
		"GET /scan/{id}":                  s.showScan,
		"POST /scan/{id}":                 s.submitScan,
		"GET /console":                    s.showConsole,
		"GET /console/payins/{id}":        s.showPayment(store.Payin),
		"GET /console/payins/{id}/status": s.showStatusPage,
		"POST /console/payins/{id}":       s.submitStatus(store.Payin),
		"GET /console/payouts/{id}":       s.showPayment(store.Payout),
		"POST /console/payouts/{id}":      s.submitStatus(store.Payout),
		"POST /console/callbacks/{seq}":   s.submitResend,
		"POST /console/keys":              s.submitKey,
		"POST /console/secrets":           s.submitSecrets,
		"GET /console/panel":              s.showPanel,
		"POST /console/clock":             s.submitClock,
		"POST /console/faults":            s.submitFault,
		"POST /console/faults/remove":     s.removeFaults,
		"GET /interface":                  s.showInterface,
		"GET /about":                      s.showAbout,
	} {
		mux.Handle(pattern, own.Handler(s.pages.Handler(f)))
	}
	s.shop.Routes(mux, own)
	mux.Handle("GET /assets/", page.Assets())
	for _, name := range []string{"swagger-ui.css", "swagger-ui-bundle.js"} {
		mux.Handle("GET /interface/"+name, page.Files("/interface/", swaggerui.FS))
	}
	mux.HandleFunc("GET /openapi.yaml", serveOpenAPI)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { page.SeeOther(w, r, "/shop") })
}

func (s *Sandbox) showAbout(http.ResponseWriter, *http.Request) (*page.Page, error) {
	return &page.Page{Name: "about", Title: "About", Body: struct{ Strict bool }{s.config.Strict}}, nil
}

// baseURL is the sandbox's outside address, for links in answers and pages.
func (s *Sandbox) baseURL(r *http.Request) string {
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return cmp.Or(s.config.BaseURL, scheme+"://"+r.Host)
}
