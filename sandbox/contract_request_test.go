package sandbox_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3filter"
)

// allowed is nil if openapi.yaml allows the request.
func allowed(t *testing.T, path, body string) error {
	t.Helper()
	router, err := contract()
	if err != nil {
		t.Fatal(err)
	}
	request := &http.Request{
		Method: "POST", URL: &url.URL{Path: path, RawPath: path}, Body: io.NopCloser(bytes.NewReader([]byte(body))),
		Header: http.Header{"Content-Type": {"application/json"}, "X-Api-Version": {"2"}},
	}
	route, parameters, err := router.FindRoute(request)
	if err != nil {
		t.Fatal(err)
	}
	return openapi3filter.ValidateRequest(t.Context(), &openapi3filter.RequestValidationInput{
		Request: request, PathParams: parameters, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: func(context.Context, *openapi3filter.AuthenticationInput) error { return nil }},
	})
}

// The sandbox refuses what openapi.yaml refuses, and names the field. It
// accepts what the document allows, unless a method's own rules are broken.
func TestRequestsAsTheContractHasThem(t *testing.T) {
	f := setup(t)
	general := f.general("DEMO")
	secret := fmt.Sprintf(`"secret":"demo-secret","timestamp":%d`, f.clock.now().UnixMilli())
	n := 0
	for _, endpoint := range []struct {
		path, good string
		changes    [][3]string // what to replace, with what, and the invalid field, "" if it is accepted
	}{
		{"/payins/", f.payinBody("PROMPTPAY", "THB", "10.50"), [][3]string{
			{`"callbackUrl"`, `"CALLBACKurl"`, "CALLBACKurl"},
			{`"returnUrl"`, `"returnURL"`, "returnURL"},
			{`"paymentRequested"`, `"PaymentRequested"`, "paymentRequested"},
			{`"paymentMethod":`, `"paymentmethod":`, "paymentMethod"},
			{`"paymentMethodCode"`, `"paymentmethodcode"`, "paymentMethod.paymentMethodCode"},
			{`{"callbackUrl"`, `{"extra":1,"callbackUrl"`, "extra"},
			{`{"callbackUrl"`, `{"extra":null,"callbackUrl"`, "extra"},
			{`10.50`, `"10.50"`, "paymentRequested.money.amount"},
			{`10.50`, `null`, "paymentRequested.money.amount"},
			{`10.50`, `10.50`, ""},
			{`{"amount"`, `{"Amount"`, "paymentRequested.money.amount"},
			{`"THB"`, `764`, "paymentRequested.money.currencyCode"},
			{`{"money":`, `{"Money":`, "paymentRequested.money"},
			{`"http://127.0.0.1:1/callback"`, `5`, "callbackUrl"},
			{`"callbackUrl":"http://127.0.0.1:1/callback",`, ``, ""},
			{`,"returnUrl":"https://shop.example.com/back"`, ``, ""},
			{`"PROMPTPAY"`, `null`, "paymentMethod.paymentMethodCode"},
			{`{"accountNumber":"0801234567"}`, `[]`, "paymentMethod.account"},
			{`{"accountNumber":"0801234567"}`, `null`, "paymentMethod.account"},
			{`"0801234567"`, `801234567`, "paymentMethod.account.accountNumber"},
			{`"paymentMethodCode"`, `"emailAddress":null,"paymentMethodCode"`, "paymentMethod.emailAddress"},
			{`"paymentMethodCode"`, `"customerName":{},"paymentMethodCode"`, "paymentMethod.customerName.lastName"},
			{`"paymentMethodCode"`, `"paymentLocation":"here","paymentMethodCode"`, "paymentMethod.paymentLocation"},
			{`"paymentMethodCode"`, `"paymentOperatorCode":"","paymentMethodCode"`, ""},
			{`"paymentMethodCode"`, `"taxId":7,"paymentMethodCode"`, "paymentMethod.taxId"},
		}},
		{"/payouts/", payout("10.50", "THB", thaiTransfer), [][3]string{
			{`"callbackUrl"`, `"CallbackUrl"`, "CallbackUrl"},
			{`,"callbackUrl":"http://127.0.0.1:1/cb"`, ``, ""},
			{`10.50`, `"10.50"`, "paymentRequested.money.amount"},
			{`{"paymentRequested"`, `{"returnUrl":"https://shop.example.com","paymentRequested"`, "returnUrl"},
			{`"Alex"`, `7`, "paymentMethod.account.accountName"},
		}},
		{"/payins/!availablePaymentOptions", `{"money":{"amount":10,"currencyCode":"THB"}}`, [][3]string{
			{`"money"`, `"Money"`, "money"},
			{`{"money"`, `{"idPayin":"o-1","money"`, "idPayin"},
			{`10`, `"10"`, "money.amount"},
			{`"THB"`, `null`, "money.currencyCode"},
			{`,"currencyCode":"THB"`, ``, "money.currencyCode"},
		}},
		{"/auth-tokens", `{"merchantCode":"DEMO","operations":["GET /merchant-info"],"validitySecs":60,"money":{"amount":5,"currencyCode":"THB"},` + secret + `}`, [][3]string{
			{`"merchantCode"`, `"merchantcode"`, "merchantcode"},
			{`"operations"`, `"Operations"`, "operations"},
			{`["GET /merchant-info"]`, `[]`, "operations"},
			{`"GET /merchant-info"`, `7`, "operations[0]"},
			{`60`, `"60"`, "validitySecs"},
			{`60`, `0.5`, "validitySecs"},
			{`60`, `0`, "validitySecs"},
			{`{"amount":5`, `{"amount":"5"`, "money.amount"},
			{`"timestamp":`, `"timestamp":"5","x":`, "timestamp"},
			{`"timestamp":`, `"timestamp":null,"x":`, "timestamp"},
			{`{"merchantCode"`, `{"action":"PAYIN_INFO","merchantCode"`, "action"},
			{`"validitySecs":60,`, ``, ""},
		}},
		{"/auth-tokens-by-action", `{"merchantCode":"DEMO","action":"PAYIN_INFO","idPayment":"o-1",` + secret + `}`, [][3]string{
			{`"o-1"`, `1`, "idPayment"},
			{`"o-1"`, `""`, "idPayment"},
			{`"action"`, `"Action"`, "action"},
			{`{"merchantCode"`, `{"operations":["GET /"],"merchantCode"`, "operations"},
			{`"idPayment":"o-1",`, ``, "idPayment"},
		}},
	} {
		try := func(body, field string) {
			t.Helper()
			path := endpoint.path
			if strings.HasPrefix(path, "/pay") && strings.HasSuffix(path, "/") {
				n++
				path += fmt.Sprintf("o-%d", n)
			}
			if err := allowed(t, path, body); (err == nil) != (field == "") {
				t.Errorf("openapi.yaml: got %v, want a refusal: %v: %s", err, field != "", body)
			}
			r, err := f.call(general, "POST", path, body)
			if err != nil {
				t.Fatal(err)
			}
			if field == "" && r.status != 200 || field != "" && r.status != 400 && r.status != 401 {
				t.Errorf("got %d %s for %s", r.status, r.raw, body)
			}
			fields, _ := r.json["fields"].([]any)
			if field != "" && !slices.Contains(fields, any(field)) {
				t.Errorf("got fields %v, want %s: %s", fields, field, body)
			}
			if strings.Contains(r.raw, "Go ") || strings.Contains(r.raw, "unmarshal") {
				t.Errorf("not in our own words: %s", r.raw)
			}
		}
		try(endpoint.good, "")
		for _, change := range endpoint.changes {
			if !strings.Contains(endpoint.good, change[0]) {
				t.Fatalf("%q isn't in %s", change[0], endpoint.good)
			}
			try(strings.Replace(endpoint.good, change[0], change[1], 1), change[2])
		}
	}
}
