package sandbox

import (
	"net/http"

	"payapp/sandbox/internal/store"
)

// endpoints is interface.md's table "Endpoints". The id in a path is one
// segment.
var endpoints = map[string]endpoint{
	"POST /auth-tokens-by-action":           {name: "token", open: true, serve: (*Sandbox).createActionToken},
	"POST /auth-tokens":                     {name: "token", open: true, serve: (*Sandbox).createToken},
	"POST /payins/!availablePaymentOptions": {name: "options", serve: (*Sandbox).listOptions},
	"POST /payins/{id}":                     {name: "payin-create", kind: store.Payin, serve: (*Sandbox).createPayin},
	"GET /payins/{id}":                      {name: "payin-read", kind: store.Payin, serve: (*Sandbox).readPayin},
	"GET /payins/{id}/accounts":             {name: "accounts", kind: store.Payin, serve: (*Sandbox).readAccounts},
	"POST /payins/{id}/externalReference":   {name: "reference", kind: store.Payin, serve: (*Sandbox).setReference},
	"POST /payouts/{id}":                    {name: "payout-create", kind: store.Payout, serve: (*Sandbox).createPayout},
	"GET /payouts/{id}":                     {name: "payout-read", kind: store.Payout, serve: (*Sandbox).readPayout},
	"GET /merchant-info":                    {name: "merchant-info", serve: (*Sandbox).readMerchantInfo},
	"GET /balances":                         {name: "balances", serve: (*Sandbox).listBalances},
	"GET /currencies":                       {name: "currencies", serve: (*Sandbox).listCurrencies},
	"GET /payment-operators":                {name: "payment-operators", serve: (*Sandbox).listOperators},
	"GET /topup-options":                    {name: "topup-options", serve: (*Sandbox).listTopups},
	"GET /fx-rates":                         {name: "fx-rates", serve: (*Sandbox).listRates},
	"GET /fx-rate-pairs":                    {name: "fx-rate-pairs", serve: (*Sandbox).listPairs},
}

// apiPaths get a refusal in JSON for methods that they don't take.
var apiPaths = []string{
	"/auth-tokens-by-action", "/auth-tokens", "/payins/{id}",
	"/payins/{id}/accounts", "/payins/{id}/externalReference", "/payouts/{id}", "/merchant-info",
	"/balances", "/currencies", "/payment-operators", "/topup-options", "/fx-rates", "/fx-rate-pairs",
}

func (s *Sandbox) routes() http.Handler {
	mux := http.NewServeMux()
	for pattern, e := range endpoints {
		mux.Handle(pattern, s.api(e))
	}
	for _, path := range apiPaths {
		mux.Handle(path, s.refusing(errMethod))
	}
	mux.Handle("/", s.refusing(errUnknownPath))
	s.pageRoutes(mux)
	return mux
}

// pageRoutes are the pages for people. Their forms take posts from browsers
// only when they come from here.
func (s *Sandbox) pageRoutes(mux *http.ServeMux) {
	own := http.NewCrossOriginProtection()
	for pattern, f := range map[string]pageFunc{
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
		"GET /console/panel":              s.showPanel,
		"POST /console/clock":             s.submitClock,
		"POST /console/faults":            s.submitFault,
		"POST /console/faults/remove":     s.removeFaults,
		"GET /interface":                  s.showContract,
		"GET /about":                      s.showAbout,
	} {
		mux.Handle(pattern, own.Handler(s.page(f)))
	}
	// Made for other origins: a bank's page returns here by a POST, and
	// callbacks come from the gateway.
	mux.Handle("POST /shop/orders/{id}", s.page(s.showOrder))
	mux.HandleFunc("POST /shop/callback", s.receiveCallback)
	mux.Handle("GET /assets/", s.assets())
	mux.HandleFunc("GET /openapi.yaml", s.serveContract)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { seeOther(w, r, "/shop") })
}

func (s *Sandbox) showAbout(http.ResponseWriter, *http.Request) (*page, error) {
	return &page{Name: "about", Title: "About"}, nil
}

func (s *Sandbox) refusing(e *apiError) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.respond(w, &call{Request: r}, nil, e)
	})
}
