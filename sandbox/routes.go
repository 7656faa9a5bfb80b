package sandbox

import (
	"net/http"
	"path"

	swaggerui "github.com/swaggo/files/v2"

	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/store"
)

const optionsPath = "/payins/!availablePaymentOptions"

// endpoints is the table of interface.md, Endpoints. The id in a path is
// one segment.
var endpoints = map[string]endpoint{
	"POST /auth-tokens-by-action":         {name: "token", open: true, serve: (*Sandbox).createActionToken},
	"POST /auth-tokens":                   {name: "token", open: true, serve: (*Sandbox).createToken},
	"POST " + optionsPath:                 {name: "options", serve: (*Sandbox).listOptions},
	"POST /payins/{id}":                   {name: "payin-create", kind: store.Payin, serve: (*Sandbox).createPayin},
	"GET /payins/{id}":                    {name: "payin-read", kind: store.Payin, serve: (*Sandbox).readPayin},
	"GET /payins/{id}/accounts":           {name: "accounts", kind: store.Payin, serve: (*Sandbox).readAccounts},
	"POST /payins/{id}/externalReference": {name: "reference", kind: store.Payin, assumed: true, serve: (*Sandbox).setReference},
	"POST /payouts/{id}":                  {name: "payout-create", kind: store.Payout, serve: (*Sandbox).createPayout},
	"GET /payouts/{id}":                   {name: "payout-read", kind: store.Payout, serve: (*Sandbox).readPayout},
	"GET /merchant-info":                  {name: "merchant-info", serve: (*Sandbox).readMerchantInfo},
	"GET /balances":                       {name: "balances", serve: (*Sandbox).listBalances},
	"GET /currencies":                     {name: "currencies", serve: (*Sandbox).listCurrencies},
	"GET /payment-operators":              {name: "payment-operators", serve: (*Sandbox).listOperators},
	"GET /topup-options":                  {name: "topup-options", serve: (*Sandbox).listTopups},
	"GET /fx-rates":                       {name: "fx-rates", serve: (*Sandbox).listRates},
	"GET /fx-rate-pairs":                  {name: "fx-rate-pairs", serve: (*Sandbox).listPairs},
}

func (s *Sandbox) routes() http.Handler {
	mux := http.NewServeMux()
	for pattern, e := range endpoints {
		mux.Handle(pattern, s.api(e))
	}
	for _, resource := range resources() {
		if resource != optionsPath {
			mux.Handle(resource, s.otherMethods(resource))
		}
	}
	mux.Handle("GET "+optionsPath, s.otherMethods(optionsPath)) // else it would be a payment's read
	mux.Handle("/", s.refusing(errUnknownPath))
	s.pageRoutes(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The mux would redirect these, and a client's POST or token with them.
		if clean := path.Clean(r.URL.Path); clean != r.URL.Path && clean+"/" != r.URL.Path {
			s.refusing(errUnknownPath).ServeHTTP(w, r)
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

func (s *Sandbox) refusing(e *apiError) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.respond(w, &call{Request: r}, nil, e)
	})
}
