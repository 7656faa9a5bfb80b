package sandbox_test

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// document is openapi.yaml.
func document(t *testing.T) *openapi3.T {
	t.Helper()
	data, err := os.ReadFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	document, err := openapi3.NewLoader().LoadFromData(data)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

var placeholder = regexp.MustCompile(`\{[^}]*\}`)

// everyEndpoint visits each of the sixteen operations of openapi.yaml. The id
// in their paths is o-1.
func everyEndpoint(t *testing.T, visit func(name, method, address string, operation *openapi3.Operation)) {
	t.Helper()
	visited := 0
	for path, item := range document(t).Paths.Map() {
		for method, operation := range item.Operations() {
			if ours(operation) {
				continue
			}
			visited++
			visit(method+" "+path, method, placeholder.ReplaceAllString(path, "o-1"), operation)
		}
	}
	if visited != 16 {
		t.Errorf("%d endpoints, want 16", visited)
	}
}

// ours reports whether the operation is the console's, and not the gateway's.
func ours(operation *openapi3.Operation) bool { return operation.Extensions["x-sandbox"] == true }

// bodyOf is the body that passes the rules common to all calls or, for a call
// that makes a token, those of tokens.
func bodyOf(method, address string) string {
	switch {
	case method != http.MethodPost:
		return ""
	case address == "/auth-tokens":
		return `{"merchantCode":"DEMO","secret":"demo-secret","operations":["GET /merchant-info"]}`
	case address == "/auth-tokens-by-action":
		return `{"merchantCode":"DEMO","secret":"demo-secret","action":"PAYIN_INFO","idPayment":"o-1"}`
	}
	return "{}"
}

// interface.md, Authentication 1: "Every API request except token creation
// carries the header Authorization".
func TestAuthentication1EveryEndpoint(t *testing.T) {
	f := setup(t)
	everyEndpoint(t, func(name, method, address string, operation *openapi3.Operation) {
		open := operation.Security != nil && len(*operation.Security) == 0
		if open != strings.HasPrefix(address, "/auth-tokens") {
			t.Errorf("%s: open is %v in openapi.yaml", name, open)
		}
		r, err := f.call("", method, address, bodyOf(method, address))
		if err != nil || (r.status == 401) == open {
			t.Errorf("%s without a token: got %d %v", name, r.status, err)
		}
		// With a token that grants it, any error is a different one.
		if r, err := f.call(f.general("DEMO"), method, address, bodyOf(method, address)); err != nil || r.status == 401 || r.status == 403 {
			t.Errorf("%s with a token: got %d %v", name, r.status, err)
		}
	})
}

// interface.md, Versioning: "Every request must carry the header
// X-API-Version", token creation too.
func TestErrors404VersionEveryEndpoint(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	everyEndpoint(t, func(name, method, address string, _ *openapi3.Operation) {
		for _, version := range []string{"", "3", "2.80"} {
			r := f.want(404, token, method, address, bodyOf(method, address), "X-API-Version", version)
			if code := r.json["code"]; code != "UNSUPPORTED_VERSION" {
				t.Errorf("%s with %q: got %s", name, version, r.raw)
			}
		}
	})
}

// interface.md, Endpoints 2: the merchant supplies the id, for payins and
// payouts alike.
func TestEndpointsRule2IDs(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	for _, kind := range []struct{ path, id, body string }{
		{"/payins/", "idPayin", f.payinBody("PROMPTPAY", "THB", "10")},
		{"/payouts/", "idPayout", payout("10", "THB", thaiTransfer)},
	} {
		for _, without := range []string{kind.path, strings.TrimSuffix(kind.path, "/")} {
			f.want(404, token, "POST", without, kind.body)
		}
		for _, bad := range []string{"a%2Fb", "a%20b", "a%00b", "%C3%A9", strings.Repeat("x", 129)} {
			if r := f.want(400, token, "POST", kind.path+bad, kind.body); !strings.Contains(r.raw, `"fields":["`+kind.id+`"]`) {
				t.Errorf("%s%s: got %s", kind.path, bad, r.raw)
			}
		}
		for _, good := range []string{"a.b_c~d@e:f+g-h", strings.Repeat("x", 128), "7", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"} {
			if r := f.want(200, token, "POST", kind.path+good, kind.body); r.at("paymentMethodResponse."+kind.id) != good {
				t.Errorf("%s%s: got %s", kind.path, good, r.raw)
			}
			f.want(200, token, "GET", kind.path+good, "")
		}
	}
	// The ids of payins and payouts are independent.
	f.want(404, token, "GET", "/payouts/never", "")
}
