package sandbox_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"payapp/sandbox"
	"payapp/sandbox/internal/token"
)

// A foreign Host is how a page on the internet reaches this machine by DNS
// rebinding.
func TestAForeignHostIsRefused(t *testing.T) {
	f := setup(t, func(c *sandbox.Config) { c.BaseURL = "https://sandbox.shop.example:8443" })
	for host, status := range map[string]int{
		"localhost:8081": 200, "LOCALHOST.": 200, "sandbox:8081": 200, "pay.localhost": 200, "127.0.0.1:8081": 200, "[::1]:8081": 200, "192.168.7.7": 200,
		"gateway.internal:8444": 200, "host.docker.internal:8081": 200,
		"sandbox.shop.example": 200, "sandbox.shop.example:443": 200,
		"rebound.attacker.test": 421, "internal.attacker.test": 421, "localhost.attacker.test": 421, "127.0.0.1.attacker.test:8081": 421, "sandbox.shop.example.attacker.test": 421,
	} {
		for _, path := range []string{"/console/calls", "/shop"} {
			request := httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
			request.Host = host
			response := httptest.NewRecorder()
			f.Handler().ServeHTTP(response, request)
			if response.Code != status || status == 421 && !strings.Contains(response.Body.String(), "PAYAPP_SANDBOX_URL") {
				t.Errorf("%s of %s: got %d, want %d", path, host, response.Code, status)
			}
		}
	}
}

// The compose file's replicas reach the sandbox by the name that its proxy has in
// their network, which isn't the one that browsers know.
func TestTheComposeFilesSandboxAnswersItsReplicas(t *testing.T) {
	compose, err := os.ReadFile("../deploy/compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	alias := regexp.MustCompile(`aliases: \[([\w.-]+)\]`).FindSubmatch(compose)
	public := regexp.MustCompile(`PAYAPP_SANDBOX_URL: (\S+)`).FindSubmatch(compose)
	if alias == nil || public == nil {
		t.Fatal("deploy/compose.yaml names neither the sandbox's alias nor its address")
	}
	f := setup(t, func(c *sandbox.Config) { c.BaseURL = string(public[1]) })
	request := httptest.NewRequestWithContext(t.Context(), "GET", "/shop", nil)
	request.Host = string(alias[1]) + ":8444"
	response := httptest.NewRecorder()
	f.Handler().ServeHTTP(response, request)
	if response.Code != http.StatusOK {
		t.Errorf("%s: got %d", request.Host, response.Code)
	}
}

// What used to be accepted or refused without a word is refused, or told.
func TestRefusalsTellApart(t *testing.T) {
	f := setup(t)
	general := f.general("DEMO")
	good := f.payinBody("PROMPTPAY", "THB", "10")
	for name, c := range map[string]struct {
		path, body, want string
		status           int
		headers          []string
	}{
		"an unknown method":          {"/payins/o", strings.Replace(good, "PROMPTPAY", "PROMPTPAI", 1), "is no payment method", 400, nil},
		"a method elsewhere":         {"/payins/o", strings.Replace(good, "THB", "MYR", 1), "isn't there in MYR, but in THB", 400, nil},
		"a name inside an object":    {"/payins/o", strings.Replace(good, `"money":`, `"more":1,"money":`, 1), "paymentRequested.more is no name", 400, nil},
		"an empty callbackUrl":       {"/payins/o", strings.Replace(good, "http://127.0.0.1:1/callback", "", 1), "callbackUrl is no absolute address", 400, nil},
		"a port that can't be":       {"/payins/o", strings.Replace(good, "http://127.0.0.1:1/callback", "https://[::1]:99999/", 1), "callbackUrl has a port", 400, nil},
		"a scheme that can't be":     {"/payins/o", strings.Replace(good, "http://127.0.0.1:1/callback", "ftp://shop.example/", 1), "callbackUrl has a scheme", 400, nil},
		"decimals of JPY":            {"/payins/!availablePaymentOptions", `{"money":{"amount":1.5,"currencyCode":"JPY"}}`, "JPY has no decimals", 400, nil},
		"decimals of THB":            {"/payins/!availablePaymentOptions", `{"money":{"amount":1.555,"currencyCode":"THB"}}`, "THB has 2 decimals at most", 400, nil},
		"nothing":                    {"/payins/!availablePaymentOptions", `{"money":{"amount":0,"currencyCode":"THB"}}`, "isn't above zero", 400, nil},
		"UTF-16":                     {"/payins/o", good, "Content-Type", 415, []string{"Content-Type", "application/json; charset=utf-16"}},
		"an operation without sense": {"/auth-tokens", `{"merchantCode":"DEMO","secret":"demo-secret","operations":["TRACE /x"]}`, "operations[0] is malformed", 400, nil},
		"an operation of two lines":  {"/auth-tokens", `{"merchantCode":"DEMO","secret":"demo-secret","operations":["GET /x\n"]}`, "operations[0] is malformed", 400, nil},
	} {
		if r := f.want(c.status, general, "POST", c.path, c.body, c.headers...); !strings.Contains(r.raw, c.want) {
			t.Errorf("%s: got %s, want %s", name, r.raw, c.want)
		}
	}
	empty := f.general("DEMO-EMPTY")
	if r := f.want(400, empty, "POST", "/payins/o", good); !strings.Contains(r.raw, "isn't offered to this merchant") {
		t.Errorf("a method not offered: got %s", r.raw)
	}
	r := f.want(200, general, "GET", "/balances?currencies=THB&currencies=JPY,KRW", "")
	if got := strings.Count(r.raw, "currencyCode"); got != 3 {
		t.Errorf("two parameters: got %s", r.raw)
	}
}

// A timestamp in seconds is accepted, and no longer silently.
func TestATimestampInSecondsIsTold(t *testing.T) {
	key, _ := testKey(t)
	f := setup(t, func(c *sandbox.Config) { c.Key = key })
	for unit, at := range map[string]int64{"seconds": f.clock.now().Unix(), "milliseconds": f.clock.now().UnixMilli()} {
		body := fmt.Sprintf(`{"merchantCode":"DEMO","operations":["GET /currencies"],"timestamp":%d}`, at)
		signature, err := token.Sign(key, []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		r := f.want(200, "", "POST", "/auth-tokens", body, "X-SIGNATURE", signature)
		if hint := r.header.Get("X-Sandbox-Hint"); (hint != "") != (unit == "seconds") {
			t.Errorf("%s: got %q", unit, hint)
		}
	}
	if got := f.calls("operation=token"); len(got) != 2 || len(got[0].Notes)+len(got[1].Notes) != 1 {
		t.Errorf("got %+v", got)
	}
}

// Whoever guesses secrets is slowed down, and doesn't use up the merchant's own
// rate; an answer 429 says when to come again.
func TestGuessesDontUseUpTheMerchantsRate(t *testing.T) {
	f := setup(t, func(c *sandbox.Config) { c.Rate = 5 })
	body := `{"merchantCode":"DEMO","action":"PAYIN_INFO","idPayment":"o-1","secret":%q}`
	for range 5 {
		f.want(http.StatusUnauthorized, "", "POST", "/auth-tokens-by-action", fmt.Sprintf(body, "guess"))
	}
	f.want(http.StatusTooManyRequests, "", "POST", "/auth-tokens-by-action", fmt.Sprintf(body, "guess"))
	for range 5 {
		f.want(http.StatusOK, "", "POST", "/auth-tokens-by-action", fmt.Sprintf(body, "demo-secret"))
	}
	r := f.want(http.StatusTooManyRequests, "", "POST", "/auth-tokens-by-action", fmt.Sprintf(body, "demo-secret"))
	if got := r.header.Get("Retry-After"); got != "1" {
		t.Errorf("Retry-After: got %q", got)
	}
	f.clock.advance(time.Second)
	f.want(http.StatusOK, "", "POST", "/auth-tokens-by-action", fmt.Sprintf(body, "demo-secret"))
}
