package sandbox_test

import (
	"fmt"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"payapp/money"
	"payapp/sandbox"
	"payapp/sandbox/internal/token"
)

// interface.md, Authentication 1: the token is a JWT whose content can be
// decoded.
func TestAuthentication1Decodable(t *testing.T) {
	f := setup(t)
	raw, err := f.SignToken(t.Context(), sandbox.TokenSpec{IDPayin: "o-1", Money: money.MustParse("10.50", "THB")})
	if err != nil {
		t.Fatal(err)
	}
	claims := jwt.MapClaims{}
	if _, _, err := jwt.NewParser().ParseUnverified(raw, claims); err != nil {
		t.Fatal(err)
	}
	expires, err := claims.GetExpirationTime()
	if err != nil || expires.Sub(f.clock.now()).Seconds() != 1800 {
		t.Errorf("exp: got %v, %v", expires, err)
	}
	operations, ok := claims["operations"].([]any)
	if !ok || len(operations) != len(sandbox.AppOperations("o-1")) || claims["merchantCode"] != "DEMO" || claims["money"] == nil {
		t.Errorf("got %v", claims)
	}
}

// interface.md, Authentication 2: tokens are issued per action and payment, or
// per list of operations, and both work.
func TestAuthentication2BothWays(t *testing.T) {
	f := setup(t)
	f.create(f.token("o-1"), "o-1", "PROMPTPAY", "THB", "10")
	for path, body := range map[string]string{
		"/auth-tokens-by-action": `{"merchantCode":"DEMO","action":"PAYIN_INFO","idPayment":"o-1","secret":"demo-secret"}`,
		"/auth-tokens":           `{"merchantCode":"DEMO","operations":["GET /payins/o-1"],"secret":"demo-secret"}`,
	} {
		raw, _ := f.want(200, "", "POST", path, body).json["token"].(string)
		f.want(200, raw, "GET", "/payins/o-1", "")
	}
	// An action without a payment, or an empty list of operations, grants
	// nothing.
	f.want(400, "", "POST", "/auth-tokens-by-action", `{"merchantCode":"DEMO","action":"PAYIN_INFO","secret":"demo-secret"}`)
	f.want(400, "", "POST", "/auth-tokens-by-action", `{"merchantCode":"DEMO","idPayment":"o-1","secret":"demo-secret"}`)
	f.want(400, "", "POST", "/auth-tokens", `{"merchantCode":"DEMO","operations":[],"secret":"demo-secret"}`)
}

// interface.md, Authentication 3: a token needs the merchant code and one of
// the two authentication methods.
func TestAuthentication3Prerequisites(t *testing.T) {
	key, _ := testKey(t)
	f := setup(t, func(c *sandbox.Config) { c.Key = key })
	for name, c := range map[string]struct {
		status         int
		merchant       string
		secret, signed bool
	}{
		"signature":                  {200, `"merchantCode":"DEMO",`, false, true},
		"secret":                     {200, `"merchantCode":"DEMO",`, true, false},
		"both":                       {200, `"merchantCode":"DEMO",`, true, true},
		"neither":                    {401, `"merchantCode":"DEMO",`, false, false},
		"signature, no merchant":     {401, "", false, true},
		"secret, no merchant":        {401, "", true, false},
		"secret, unknown merchant":   {401, `"merchantCode":"NOBODY",`, true, false},
		"secret, merchant in a list": {400, `"merchantCode":["DEMO"],`, true, false},
	} {
		secret := ""
		if c.secret {
			secret = `,"secret":"demo-secret"`
		}
		body := fmt.Sprintf(`{%s"operations":["GET /currencies"],"timestamp":%d%s}`, c.merchant, f.clock.now().UnixMilli(), secret)
		signature := ""
		if c.signed {
			var err error
			if signature, err = token.Sign(key, []byte(body)); err != nil {
				t.Fatal(err)
			}
		}
		r, err := f.call("", "POST", "/auth-tokens", body, "X-SIGNATURE", signature)
		if err != nil || r.status != c.status {
			t.Errorf("%s: got %d %s %v, want %d", name, r.status, r.raw, err, c.status)
		}
	}
}
