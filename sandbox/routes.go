package sandbox

import (
	"cmp"
	"net/http"
	"path"

	swaggerui "github.com/swaggo/files/v2"

	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/store"
)

func (s *Sandbox) routes() http.Handler {
	mux := http.NewServeMux()
	s.api.Routes(mux)
	s.pageRoutes(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The mux would redirect these, and a client's POST or token with them.
		if clean := path.Clean(r.URL.Path); clean != r.URL.Path && clean+"/" != r.URL.Path {
			s.api.UnknownPath().ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// pageRoutes are the pages for people. Their forms take posts from browsers
// only when they come from here.
func (s *Sandbox) pageRoutes(mux *http.ServeMux) {
	own := http.NewCrossOriginProtection()
	for pattern, f := range map[string]page.Func{
		"GET /shop":                       s.showShop,
		"POST /shop":                      s.submitShop,
		"GET /shop/orders/{id}":           s.showOrder,
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
	// Made for other origins: a bank's page returns here by a POST, and
	// callbacks come from the gateway.
	mux.Handle("POST /shop/orders/{id}", s.pages.Handler(s.showOrder))
	mux.HandleFunc("POST /shop/callback", s.receiveCallback)
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
