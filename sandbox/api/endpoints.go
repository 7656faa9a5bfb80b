package api

import (
	"net/http"
	"slices"

	"payapp/sandbox/internal/store"
)

const optionsPath = "/payins/!availablePaymentOptions"

// endpoints is the table of interface.md, Endpoints. The id in a path is one
// segment.
var endpoints = map[string]endpoint{
	"POST /auth-tokens-by-action":         {name: "token", open: true, serve: (*API).createActionToken},
	"POST /auth-tokens":                   {name: "token", open: true, serve: (*API).createToken},
	"POST " + optionsPath:                 {name: "options", serve: (*API).listOptions},
	"POST /payins/{id}":                   {name: "payin-create", kind: store.Payin, serve: (*API).createPayin},
	"GET /payins/{id}":                    {name: "payin-read", kind: store.Payin, serve: (*API).readPayin},
	"GET /payins/{id}/accounts":           {name: "accounts", kind: store.Payin, serve: (*API).readAccounts},
	"POST /payins/{id}/externalReference": {name: "reference", kind: store.Payin, assumed: true, serve: (*API).setReference},
	"POST /payouts/{id}":                  {name: "payout-create", kind: store.Payout, serve: (*API).createPayout},
	"GET /payouts/{id}":                   {name: "payout-read", kind: store.Payout, serve: (*API).readPayout},
	"GET /merchant-info":                  {name: "merchant-info", serve: (*API).readMerchantInfo},
	"GET /balances":                       {name: "balances", serve: (*API).listBalances},
	"GET /currencies":                     {name: "currencies", serve: (*API).listCurrencies},
	"GET /payment-operators":              {name: "payment-operators", serve: (*API).listOperators},
	"GET /topup-options":                  {name: "topup-options", serve: (*API).listTopups},
	"GET /fx-rates":                       {name: "fx-rates", serve: (*API).listRates},
	"GET /fx-rate-pairs":                  {name: "fx-rate-pairs", serve: (*API).listPairs},
}

// Routes serves the endpoints, and refuses all other addresses.
func (a *API) Routes(mux *http.ServeMux) {
	for pattern, e := range endpoints {
		mux.Handle(pattern, a.api(e))
	}
	for _, resource := range resources() {
		if resource != optionsPath {
			mux.Handle(resource, a.otherMethods(resource))
		}
	}
	mux.Handle("GET "+optionsPath, a.otherMethods(optionsPath)) // otherwise it would read a payment
}

// UnknownPath refuses an address that isn't in the interface.
func (a *API) UnknownPath() http.Handler { return a.refusing(errUnknownPath) }

func (a *API) refusing(e *apiError) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.respond(w, &call{Request: r, began: a.Now()}, nil, e)
	})
}

// OperationNames are the endpoints' names, sorted. The token calls share one.
func OperationNames() []string {
	var names []string
	for _, e := range endpoints {
		if !slices.Contains(names, e.name) {
			names = append(names, e.name)
		}
	}
	slices.Sort(names)
	return names
}
