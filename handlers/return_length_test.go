package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/application"
	"payapp/internal/session"
)

// The returnUrl that the gateway gets is longer than the shop's by our address, by 68
// characters, and by two for each sign that could be taken for a part of ours. It
// leads back to the shop's to the letter.
func TestFault66_OurReturnURLIsShort(t *testing.T) {
	const public, fixed = "https://pay.example", 68
	w := setup(t, func(c *application.Config) { c.PublicURL, c.ReturnSchemes = public, []string{"myshop"} })
	for shop, more := range map[string]int{
		"https://shop.example/":                            0,
		"https://shop.example/thanks":                      0,
		"https://shop.example:8443/a/b@c,d":                0,
		"https://shop.example/thanks?order=17":             4,
		"https://shop.example/?a=1&b=2#x":                  2 * 5,
		"https://shop.example/a%20b+c;d":                   2 * 3,
		"https://shop.example/?u=https://x.example/":       4,
		"http://shop.example/thanks":                       0,
		"myshop://back":                                    0,
		"https://shop.example/" + strings.Repeat("a", 900): 0,
	} {
		link := w.link("10", "THB", "paymentMethodCode", "ONLINE", "paymentOperatorCode", "004", "returnUrl", shop)
		b := w.browser()
		b.Press(b.Enter(link), "pay")
		ours, _ := w.calls.creation(t, link.Get("idPayin"))["returnUrl"].(string)
		if got, want := len(ours), len(public)+fixed+len(shop)+more; got > want {
			t.Errorf("%s: %d characters, want %d: %s", shop, got, want, ours)
		}
		landing, err := url.Parse(ours)
		if err != nil {
			t.Fatal(err)
		}
		p := w.browser().Get(landing.RequestURI()).Want(200, "problem").WantHook("problem", "session-missing")
		if got := p.Link("return"); got != shop {
			t.Errorf("%s: leads back to %s", shop, got)
		}
		// Somebody else's address isn't signed.
		for _, other := range []string{"//evil.example/", "https://evil.example/", shop + "x"} {
			q := landing.Query()
			q.Set("to", other)
			if p := w.browser().Get(landing.Path + "?" + q.Encode()); p.Link("return") != "" {
				t.Errorf("leads to %s", p.Link("return"))
			}
		}
	}
}

// Payments that were begun before have the longer form in the gateway's hands.
func TestFault66_LongerLandingsWork(t *testing.T) {
	w := setup(t)
	sealer, err := session.New(session.Config{Keys: w.keys, Now: w.clock.now})
	if err != nil {
		t.Fatal(err)
	}
	const ref, shop = "AAAAAAAAAAAAAAAAAAAAAAAA", "https://shop.example/?a=1&b=2"
	q := url.Values{"to": {shop}, "sig": {sealer.Sign("return", ref, shop)}}
	if got := w.browser().Get("/return/"+ref+"?"+q.Encode()+"&z=AAAAAAAA").Want(200, "problem").Link("return"); got != shop {
		t.Errorf("leads back to %q", got)
	}
}

// A refusal that speaks of the returnUrl is the operator's.
func TestFault66_RefusedReturnURLsAreTold(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		told   bool
	}{
		"a field":        {400, `{"code":"INVALID_REQUEST","fieldErrors":[{"field":"returnUrl","code":"TOO_LONG","message":"255 at most"}]}`, true},
		"fields":         {400, `{"code":"INVALID_REQUEST","fields":["returnUrl"]}`, true},
		"a message":      {400, `{"message":"The return URL exceeds 255 characters"}`, true},
		"another":        {422, `{"message":"redirect_url: length must be between 0 and 200"}`, true},
		"a code":         {406, `{"code":"RETURN_URL_TOO_LONG"}`, true},
		"the callback's": {400, `{"message":"callbackUrl is too long"}`, false},
		"an account":     {400, `{"code":"INVALID_REQUEST","fieldErrors":[{"field":"paymentMethod.account.accountNumber","code":"INVALID","message":"too long"}]}`, false},
		"no answer":      {503, `{"message":"returnUrl"}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			registry := prometheus.NewRegistry()
			w := setup(t, func(c *application.Config) { c.Metrics = registry })
			w.gatewayAnswers(func(r *http.Request) (int, string) {
				if r.Method != http.MethodPost || strings.HasSuffix(r.URL.Path, "!availablePaymentOptions") {
					return 0, ""
				}
				return c.status, c.body
			})
			for range 2 {
				link := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
				b := w.browser()
				b.Press(b.Enter(link), "pay", "accountNumber", "0812345678")
			}
			lines := strings.Count(w.log.String(), "the gateway refuses our returnUrl")
			if counted := counters(t, registry, "payapp_return_refusals_total")[""]; c.told != (lines == 1) || c.told != (counted == 2) {
				t.Errorf("told %d times, counted %v", lines, counted)
			}
		})
	}
}
