package sandbox_test

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"payapp/sandbox"
	"payapp/sandbox/internal/token"
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

// interface.md, Change history 2.9: the 429 is documented on all affected
// endpoints. All of them are affected.
func TestTooManyRequestsIsDocumentedWhereItHappens(t *testing.T) {
	f := setup(t, func(c *sandbox.Config) { c.Rate = 1 })
	token := f.general("DEMO")
	f.clock.advance(time.Minute)
	everyEndpoint(t, func(name, method, address string, operation *openapi3.Operation) {
		if operation.Responses.Value("429") == nil {
			t.Errorf("%s: openapi.yaml doesn't say that it may answer 429", name)
		}
		var last reply
		for range 2 { // the first may still be within the rate
			r, err := f.call(token, method, address, bodyOf(method, address))
			if err != nil {
				t.Fatal(err)
			}
			last = r
		}
		if last.status != 429 {
			t.Errorf("%s: got %d %s", name, last.status, last.raw)
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

// interface.md, Events and Versioning: callbacks have the version of the
// creation. With an unsupported version nothing is created and no callback is
// sent.
func TestEventsVersion(t *testing.T) {
	f, l := setup(t), listen(t, 0)
	body := strings.Replace(f.payinBody("PROMPTPAY", "THB", "10"), "http://127.0.0.1:1/callback", l.URL+"/cb", 1)
	for version, status := range map[string]int{"": 404, "1": 404, "3": 404, "2.80": 404, "2": 200} {
		id := "v" + version + "~success@1s"
		f.want(status, f.token(id), "POST", "/payins/"+id, body, "X-API-Version", version)
	}
	f.clock.advance(time.Minute)
	f.deliver()
	if got, want := l.calls(), "POST /cb?idPayin=v2~success%401s idPayin=v2~success%401s"; len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q alone", got, want)
	}
}

// interface.md, What the service does: each environment has its own merchant
// credentials. Those of one don't work in another.
func TestEnvironments(t *testing.T) {
	key, _ := testKey(t)
	one, other := setup(t), setup(t, func(c *sandbox.Config) { c.Key = key })
	signedHere := one.token("o-1")
	one.want(404, signedHere, "GET", "/payins/o-1", "") // valid, but there is no such payment
	other.want(401, signedHere, "GET", "/payins/o-1", "")
	body := fmt.Sprintf(`{"merchantCode":"DEMO","operations":["GET /currencies"],"timestamp":%d}`, one.clock.now().UnixMilli())
	signature, err := token.Sign(key, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	other.want(200, "", "POST", "/auth-tokens", body, "X-SIGNATURE", signature)
	one.want(401, "", "POST", "/auth-tokens", body, "X-SIGNATURE", signature)
}

// interface.md, Versioning: the latest version is 2.80, and a token may name
// future resources.
func TestVersioning(t *testing.T) {
	t.Run("Versioning latest", func(t *testing.T) {
		described := document(t).Info.Version
		if described != "2.80" {
			t.Errorf("openapi.yaml describes %s", described)
		}
		// It is the newest version whose changes are tested. All versions have
		// the same major version, which is what the header carries.
		statements, err := os.ReadFile("../internal/coverage/statements.yaml")
		if err != nil {
			t.Fatal(err)
		}
		newest := 0
		for _, change := range regexp.MustCompile(`(?m)^    - id: "(\d+)\.(\d+) `).FindAllStringSubmatch(string(statements), -1) {
			minor, err := strconv.Atoi(change[2])
			if err != nil || change[1] != "2" || minor < 1 {
				t.Errorf("a change of version %s.%s", change[1], change[2])
			}
			newest = max(newest, minor)
		}
		if got := fmt.Sprint("2.", newest); got != described {
			t.Errorf("the newest change is of %s, openapi.yaml describes %s", got, described)
		}
	})
	t.Run("Versioning base", func(t *testing.T) {
		// "Minor versions are backward compatible": a request of the base
		// version, without any of the later attributes, still works.
		f := setup(t)
		for _, method := range []string{`"ONLINE","paymentOperatorCode":"HDFC"`, `"NETBANKING","paymentOperatorCode":"HDFC"`, `"P2A_V2"`} {
			id := fmt.Sprint("base-", len(method))
			body := `{"paymentRequested":{"money":{"amount":100,"currencyCode":"INR"}},"paymentMethod":{"paymentMethodCode":` + method +
				`},"callbackUrl":"https://shop.example/callback","returnUrl":"https://shop.example/thanks"}`
			r := f.want(200, f.token(id), "POST", "/payins/"+id, body, "X-API-Version", "2")
			if r.at("paymentMethodResponse.idPayin") != id || !isMoney(r.at("paymentRequested.money")) {
				t.Errorf("%s: got %s", method, r.raw)
			}
		}
	})
	t.Run("Versioning new resources", func(t *testing.T) {
		f := setup(t)
		raw, err := f.SignToken(t.Context(), sandbox.TokenSpec{Operations: []string{"GET /subscriptions/.*", "PATCH /payins/o-1", "GET /merchant-info"}})
		if err != nil {
			t.Fatal(err)
		}
		f.want(200, raw, "GET", "/merchant-info", "")
		f.want(404, raw, "GET", "/subscriptions/1", "") // not available yet
	})
	t.Run("Versioning new response properties", func(t *testing.T) {
		f := setup(t, always)
		token := f.token("o-1")
		plain := f.create(token, "o-1", "PROMPTPAY", "THB", "10")
		f.fault("unknown", "", "100", "")
		r := f.want(200, token, "GET", "/payins/o-1", "")
		known, unknown := map[string]bool{"paymentRequested": true, "paymentMethodResponse": true, "process": true}, 0
		for name := range r.json {
			if !known[name] {
				unknown++
			}
		}
		if unknown == 0 || r.at("paymentMethodResponse.idPayin") != "o-1" || r.at("paymentMethodResponse.qrCode") != plain.at("paymentMethodResponse.qrCode") || r.at("process.status") != "PENDING" {
			t.Errorf("got %s", r.raw)
		}
	})
	t.Run("Versioning order of properties", func(t *testing.T) {
		f := setup(t, always)
		token := f.token("o-1")
		f.create(token, "o-1", "PROMPTPAY", "THB", "10")
		plain := f.want(200, token, "GET", "/payins/o-1", "")
		f.fault("reordered", "", "100", "")
		orders := map[string]bool{}
		for range 20 {
			r := f.want(200, token, "GET", "/payins/o-1", "")
			if diff := cmp.Diff(plain.json, r.json); diff != "" {
				t.Fatalf("more than the order is another: %s", diff)
			}
			orders[r.raw] = true
		}
		if len(orders) < 2 {
			t.Error("twenty answers have one order")
		}
	})
	t.Run("Versioning new optional request parameters", func(t *testing.T) {
		f := setup(t)
		token := f.general("DEMO")
		plain := f.want(200, token, "GET", "/balances?currencies=THB", "").raw
		if got := f.want(200, token, "GET", "/balances?currencies=THB&granularity=day", "").raw; got != plain {
			t.Errorf("got %s, want %s", got, plain)
		}
	})
}
