package sandbox_test

import (
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
)

// contract is openapi.yaml, ready to find a call's operation.
var contract = sync.OnceValues(func() (routers.Router, error) {
	data, err := os.ReadFile("openapi.yaml")
	if err != nil {
		return nil, err
	}
	document, err := openapi3.NewLoader().LoadFromData(data)
	if err != nil {
		return nil, err
	}
	return legacy.NewRouter(document)
})

// keepsContract validates an answer against openapi.yaml. Addresses outside the
// document and deliberate garbage are skipped.
func keepsContract(t *testing.T, request *http.Request, r reply) {
	t.Helper()
	if strings.HasPrefix(r.header.Get("Content-Type"), "text/html") {
		return
	}
	router, err := contract()
	if err != nil {
		t.Fatal(err)
	}
	relative := request.Clone(request.Context())
	relative.URL = &url.URL{Path: request.URL.Path, RawPath: request.URL.RawPath, RawQuery: request.URL.RawQuery}
	route, parameters, err := router.FindRoute(relative)
	if err != nil {
		return
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: relative, PathParams: parameters, Route: route},
		Status:                 r.status, Header: r.header,
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	}
	if err := openapi3filter.ValidateResponse(request.Context(), input.SetBodyBytes([]byte(r.raw))); err != nil {
		t.Errorf("answer %d to %s %s breaks openapi.yaml: %v\n%s", r.status, request.Method, request.URL.Path, err, r.raw)
	}
}

// Otherwise a document that matches nothing would pass every test.
func TestContractKnowsEveryEndpoint(t *testing.T) {
	router, err := contract()
	if err != nil {
		t.Fatal(err)
	}
	for _, endpoint := range []string{
		"POST /auth-tokens-by-action", "POST /auth-tokens", "POST /payins/!availablePaymentOptions", "POST /payins/o-1", "GET /payins/o-1",
		"GET /payins/o-1/accounts", "POST /payins/o-1/externalReference", "POST /payouts/o-1", "GET /payouts/o-1", "GET /merchant-info", "GET /balances",
		"GET /currencies", "GET /payment-operators", "GET /topup-options", "GET /fx-rates", "GET /fx-rate-pairs",
		"GET /console/calls", "POST /console/steering", "GET /console/payins/o-1", "POST /bank/x", "POST /shop",
	} {
		method, path, _ := strings.Cut(endpoint, " ")
		if _, _, err := router.FindRoute(&http.Request{Method: method, URL: &url.URL{Path: path}}); err != nil {
			t.Errorf("%s: %v", endpoint, err)
		}
	}
}
