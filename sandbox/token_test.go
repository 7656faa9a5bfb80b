package sandbox_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"payapp/sandbox"
	"payapp/sandbox/internal/token"
)

// testKey is a merchant's key pair.
func testKey(t *testing.T) (*rsa.PrivateKey, string) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	return key, string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
}

// interface.md, Authentication 4: SHA256withRSA over the minified body, a
// numeric timestamp, X-SIGNATURE, any of the merchant's public keys.
func TestAuthentication4Signature(t *testing.T) {
	key, _ := testKey(t)
	f := setup(t, func(c *sandbox.Config) { c.Key = key })
	other, otherPEM := testKey(t)
	now := f.clock.now().UnixMilli()
	body := func(timestamp any) string {
		return fmt.Sprintf(`{"merchantCode":"DEMO","action":"PAYIN_INFO","idPayment":"o-1","timestamp":%v}`, timestamp)
	}
	sign := func(key *rsa.PrivateKey, body string) string {
		signature, err := token.Sign(key, []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return signature
	}
	good := sign(key, body(now))
	spaced := strings.ReplaceAll(body(now), ",", " ,\n\t")
	for name, c := range map[string]struct {
		status          int
		body, signature string
	}{
		"fits":                       {200, body(now), good},
		"body with white space":      {200, spaced, good},
		"another body":               {401, body(now + 1), good},
		"another key":                {401, body(now), sign(other, body(now))},
		"not base64":                 {401, body(now), "%%%"},
		"no timestamp":               {400, `{"merchantCode":"DEMO","action":"PAYIN_INFO","idPayment":"o-1"}`, sign(key, `{"merchantCode":"DEMO","action":"PAYIN_INFO","idPayment":"o-1"}`)},
		"timestamp in seconds":       {200, body(now / 1000), sign(key, body(now/1000))},
		"timestamp 5 minutes old":    {200, body(now - 300_000), sign(key, body(now-300_000))},
		"timestamp older":            {401, body(now - 300_001), sign(key, body(now-300_001))},
		"timestamp 5 minutes early":  {200, body(now + 300_000), sign(key, body(now+300_000))},
		"timestamp too early":        {401, body(now + 300_001), sign(key, body(now+300_001))},
		"timestamp is a fraction":    {400, body("1.5"), sign(key, body("1.5"))},
		"timestamp is no number":     {400, body(`"soon"`), sign(key, body(`"soon"`))},
		"neither signature nor word": {401, body(now), ""},
	} {
		r, err := f.call("", "POST", "/auth-tokens-by-action", c.body, "X-SIGNATURE", c.signature)
		if err != nil || r.status != c.status {
			t.Errorf("%s: got %d %s %v, want %d", name, r.status, r.raw, err, c.status)
		}
	}

	f.post("/console/keys", url.Values{"merchantCode": {"DEMO"}, "pem": {otherPEM}})
	f.want(200, "", "POST", "/auth-tokens-by-action", body(now), "X-SIGNATURE", sign(other, body(now)))
	f.want(200, "", "POST", "/auth-tokens-by-action", body(now), "X-SIGNATURE", good)
}

// interface.md, Authentication 5: the secret in the body, the deprecated way.
func TestAuthentication5Secret(t *testing.T) {
	f := setup(t)
	body := `{"merchantCode":%q,"action":"PAYIN_INFO","idPayment":"o-1","secret":%q}`
	f.want(200, "", "POST", "/auth-tokens-by-action", fmt.Sprintf(body, "DEMO-BANKS", "demo-secret"))
	f.want(401, "", "POST", "/auth-tokens-by-action", fmt.Sprintf(body, "DEMO", "demo-secret "))
	f.want(401, "", "POST", "/auth-tokens-by-action", fmt.Sprintf(body, "DEMO", ""))
	f.want(401, "", "POST", "/auth-tokens-by-action", fmt.Sprintf(body, "NOBODY", "demo-secret"))
}

// interface.md, Authentication 5: the secret "is validated against the
// merchant's current secrets". During a rotation both are valid; then the old
// one isn't, but a token made with it stays valid. Other merchants' secrets
// don't change.
func TestAuthentication5SecretsAreExchanged(t *testing.T) {
	f := setup(t)
	secrets := func(status int, merchant string, current ...string) {
		t.Helper()
		response, _ := f.submit("/console/secrets", url.Values{"merchantCode": {merchant}, "secrets": {strings.Join(current, "\r\n")}})
		if response.StatusCode != status {
			t.Errorf("%s, %q: got %d, want %d", merchant, current, response.StatusCode, status)
		}
	}
	ask := func(status int, merchant, secret string) string {
		t.Helper()
		body := fmt.Sprintf(`{"merchantCode":%q,"operations":["GET /merchant-info"],"secret":%q}`, merchant, secret)
		raw, _ := f.want(status, "", "POST", "/auth-tokens", body).json["token"].(string)
		return raw
	}
	ask(401, "DEMO", "next")
	secrets(http.StatusSeeOther, "DEMO", "demo-secret", "next")
	old := ask(200, "DEMO", "demo-secret")
	ask(200, "DEMO", "next")
	ask(401, "DEMO-BANKS", "next")
	secrets(http.StatusSeeOther, "DEMO", "next")
	ask(200, "DEMO", "next")
	for _, wrong := range []string{"demo-secret", "demo-secret\nnext", "", "nex", "NEXT"} {
		ask(401, "DEMO", wrong)
	}
	ask(200, "DEMO-BANKS", "demo-secret")
	f.want(200, old, "GET", "/merchant-info", "")
	secrets(http.StatusBadRequest, "NOBODY", "x")
	secrets(http.StatusBadRequest, "DEMO", " ") // that would leave none
	ask(200, "DEMO", "next")
}

// interface.md, Authentication 6 and Limits: validitySecs, 1800 by default.
func TestAuthentication6Validity(t *testing.T) {
	for name, c := range map[string]struct {
		field string
		lasts time.Duration
	}{"default": {"", 1800 * time.Second}, "given": {`"validitySecs":60,`, time.Minute}} {
		t.Run(name, func(t *testing.T) {
			f := setup(t)
			raw, _ := f.want(200, "", "POST", "/auth-tokens", `{`+c.field+`"merchantCode":"DEMO","operations":["GET /merchant-info"],"secret":"demo-secret"}`).json["token"].(string)
			f.clock.advance(c.lasts - time.Second)
			f.want(200, raw, "GET", "/merchant-info", "")
			f.clock.advance(time.Second)
			f.want(401, raw, "GET", "/merchant-info", "")
		})
	}
	f := setup(t)
	for _, seconds := range []string{"0", "-1", "99999999999", `"60"`, "1.5"} {
		f.want(400, "", "POST", "/auth-tokens", `{"validitySecs":`+seconds+`,"merchantCode":"DEMO","operations":["GET /merchant-info"],"secret":"demo-secret"}`)
	}
}

// interface.md, Authentication 6: money limits what may be created.
func TestAuthentication6Money(t *testing.T) {
	f := setup(t)
	raw, _ := f.want(200, "", "POST", "/auth-tokens-by-action", `{"merchantCode":"DEMO","action":"PAYIN_CREATE","idPayment":"o-1","money":{"amount":10.50,"currencyCode":"THB"},"secret":"demo-secret"}`).json["token"].(string)
	for _, body := range []string{f.payinBody("PROMPTPAY", "THB", "10.51"), f.payinBody("PIXQR", "BRL", "10.5")} {
		if got := f.want(403, raw, "POST", "/payins/o-1", body).json["code"]; got != "MONEY_NOT_ALLOWED" {
			t.Errorf("got %v", got)
		}
	}
	f.want(200, raw, "POST", "/payins/o-1", f.payinBody("PROMPTPAY", "THB", "10.5"))
	f.want(400, "", "POST", "/auth-tokens-by-action", `{"merchantCode":"DEMO","action":"PAYIN_CREATE","idPayment":"o-1","money":{"amount":-1,"currencyCode":"THB"},"secret":"demo-secret"}`)
}

// interface.md, Authentication 7: "Action PAYIN_CREATE for payment <id> grants
// three operations: POST /payins/!availablePaymentOptions, POST /payins/<id>,
// GET /payins/<id>. Action PAYIN_INFO grants only GET /payins/<id>." Tested at
// every endpoint. The external reference is ours: a fourth operation, which a
// strict sandbox leaves out.
func TestAuthentication7EveryEndpoint(t *testing.T) {
	three := []string{"GET /payins/{idPayin}", "POST /payins/!availablePaymentOptions", "POST /payins/{idPayin}"}
	for name, c := range map[string]struct {
		strict       bool
		action       string
		want, others []string // others: of another payment
	}{
		"PAYIN_CREATE, strict": {true, "PAYIN_CREATE", three, []string{"POST /payins/!availablePaymentOptions"}},
		"PAYIN_INFO, strict":   {true, "PAYIN_INFO", []string{"GET /payins/{idPayin}"}, nil},
		"PAYIN_CREATE": {false, "PAYIN_CREATE", append(slices.Clone(three), "POST /payins/{idPayin}/externalReference"),
			[]string{"POST /payins/!availablePaymentOptions"}},
		"PAYIN_INFO": {false, "PAYIN_INFO", []string{"GET /payins/{idPayin}"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			f := setup(t, func(config *sandbox.Config) { config.Strict = c.strict })
			granted := func(id string) (list []string) {
				body := fmt.Sprintf(`{"merchantCode":"DEMO","action":%q,"idPayment":%q,"secret":"demo-secret"}`, c.action, id)
				raw, _ := f.want(200, "", "POST", "/auth-tokens-by-action", body).json["token"].(string)
				asked := 0
				everyEndpoint(t, func(endpoint, method, address string, _ *openapi3.Operation) {
					if strings.HasPrefix(address, "/auth-tokens") {
						return // needs no token
					}
					asked++
					r, err := f.call(raw, method, address, bodyOf(method, address))
					if err != nil || r.status == 401 {
						t.Errorf("%s: got %d %v", endpoint, r.status, err)
					}
					if r.status != 403 {
						list = append(list, endpoint)
					}
				})
				if asked < 12 {
					t.Errorf("only %d endpoints", asked)
				}
				slices.Sort(list)
				return list
			}
			if got := granted("o-1"); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if got := granted("o-2"); !slices.Equal(got, c.others) {
				t.Errorf("for another payment: got %q, want %q", got, c.others)
			}
		})
	}
}

// interface.md, Authentication 8: operations may be exact or general.
func TestAuthentication8Operations(t *testing.T) {
	f := setup(t)
	tokenFor := func(operations ...string) string {
		list, err := json.Marshal(operations)
		if err != nil {
			t.Fatal(err)
		}
		raw, _ := f.want(200, "", "POST", "/auth-tokens", `{"merchantCode":"DEMO","operations":`+string(list)+`,"secret":"demo-secret"}`).json["token"].(string)
		return raw
	}
	general := tokenFor("POST /payins/.*", "GET /payins/.*")
	f.create(general, "o-1", "PROMPTPAY", "THB", "10")
	f.want(200, general, "GET", "/payins/o-1/accounts", "")
	f.want(403, general, "GET", "/merchant-info", "")

	// Patterns are anchored at both ends, alternatives included; the query
	// string isn't matched.
	f.want(403, tokenFor("GET /payins/o"), "GET", "/payins/o-1", "")
	f.want(403, tokenFor("GET /payins/o-1|GET /merchant"), "GET", "/merchant-info", "")
	f.want(403, tokenFor("GET /x|/merchant"), "GET", "/merchant-info", "")
	f.want(403, tokenFor("POST /payins/o-1"), "GET", "/payins/o-1", "")
	f.want(200, tokenFor("GET /payins/o-1"), "GET", "/payins/o-1?whatever=1", "")
	f.want(403, tokenFor(`GET /payins/o-1\?a=1`), "GET", "/payins/o-1?a=1", "")
	f.want(200, tokenFor("GET /payins/o-[0-9]"), "GET", "/payins/o%2D1", "")

	for _, operation := range []string{"GET", "/payins/x", "get /payins/x", "GET payins/x", "GET /payins/(", ""} {
		body, err := json.Marshal(operation)
		if err != nil {
			t.Fatal(err)
		}
		r := f.want(400, "", "POST", "/auth-tokens", `{"merchantCode":"DEMO","operations":[`+string(body)+`],"secret":"demo-secret"}`)
		if got, _ := r.json["fields"].([]any); len(got) != 1 || got[0] != "operations[0]" {
			t.Errorf("%q: fields %v", operation, r.json["fields"])
		}
	}
	f.want(400, "", "POST", "/auth-tokens", `{"merchantCode":"DEMO","secret":"demo-secret"}`)
	byAction := `{"merchantCode":"DEMO","action":%q,"idPayment":%q,"secret":"demo-secret"}`
	f.want(400, "", "POST", "/auth-tokens-by-action", fmt.Sprintf(byAction, "PAYIN_DELETE", "o.1"))
	f.want(400, "", "POST", "/auth-tokens-by-action", fmt.Sprintf(byAction, "PAYIN_INFO", "../x"))
	quoted, _ := f.want(200, "", "POST", "/auth-tokens-by-action", fmt.Sprintf(byAction, "PAYIN_INFO", "o.1")).json["token"].(string)
	f.want(404, quoted, "GET", "/payins/o.1", "")
	f.want(403, quoted, "GET", "/payins/oX1", "")
}

// interface.md, Authentication 1: a bearer token, and only ours.
func TestAuthentication1Bearer(t *testing.T) {
	f := setup(t)
	good := f.token("o-1")
	parts := strings.Split(good, ".")
	unsigned := "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0." + parts[1] + "."
	for name, raw := range map[string]string{
		"no JWT": "hello", "alg none": unsigned, "cut": good[:len(good)-4], "another's signature": parts[0] + "." + parts[1] + ".AAAA",
	} {
		if r, err := f.call(raw, "GET", "/payins/o-1", ""); err != nil || r.status != 401 {
			t.Errorf("%s: got %d %v, want 401", name, r.status, err)
		}
	}
	f.want(401, "", "GET", "/payins/o-1", "")
	f.want(401, "", "GET", "/payins/o-1", "", "Authorization", "Basic "+good)
	f.want(404, good, "GET", "/payins/o-1", "")
}

// tokenBy obtains a token for everything, signed with the merchant's key.
func (f *fixture) tokenBy(key *rsa.PrivateKey, merchant string) string {
	f.t.Helper()
	body := fmt.Sprintf(`{"merchantCode":%q,"operations":["GET /.*","POST /.*"],"timestamp":%d}`, merchant, f.clock.now().UnixMilli())
	signature, err := token.Sign(key, []byte(body))
	if err != nil {
		f.t.Fatal(err)
	}
	raw, _ := f.want(200, "", "POST", "/auth-tokens", body, "X-SIGNATURE", signature).json["token"].(string)
	return raw
}
