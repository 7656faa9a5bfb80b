package sandbox_test

import (
	"strings"
	"testing"
)

// An empty or impossible currency is refused by its own name wherever money is
// sent: it neither breaks the option list nor makes a token without its limit.
func TestMoneyIsRefusedByTheNameOfItsPart(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	for path, good := range f.posts() {
		if !strings.Contains(good, `"amount":`) {
			continue
		}
		good = strings.NewReplacer(`1.00`, `1`, "o-1", "o-money").Replace(good)
		prefix := map[bool]string{true: "paymentRequested.", false: ""}[strings.Contains(good, "paymentRequested")]
		for bad, want := range map[string]string{
			`{"amount":1,"currencyCode":""}`:                     "currencyCode MISSING",
			`{"amount":1}`:                                       "currencyCode MISSING",
			`{"amount":1,"currencyCode":"XYZ"}`:                  "currencyCode NOT_AVAILABLE",
			`{"amount":1,"currencyCode":null}`:                   "currencyCode WRONG_TYPE",
			`{"currencyCode":"THB"}`:                             "amount MISSING",
			`{"amount":"1","currencyCode":"THB"}`:                "amount WRONG_TYPE",
			`{"amount":0,"currencyCode":"THB"}`:                  "amount OUT_OF_RANGE",
			`{"amount":1e18,"currencyCode":"THB"}`:               "amount OUT_OF_RANGE",
			`{"amount":999999999999999999,"currencyCode":"THB"}`: "amount OUT_OF_RANGE",
			`{"amount":1000000000000,"currencyCode":"THB"}`:      "amount OUT_OF_RANGE",
			`{"amount":1.234,"currencyCode":"THB"}`:              "amount OUT_OF_RANGE",
		} {
			body := strings.Replace(good, `{"amount":1,"currencyCode":"THB"}`, bad, 1)
			if body == good {
				t.Fatalf("%s has no money", good)
			}
			r := f.want(400, token, "POST", path, body)
			field, code, _ := strings.Cut(want, " ")
			if wanted := `{"field":"` + prefix + "money." + field + `","code":"` + code + `"`; !strings.Contains(r.raw, wanted) {
				t.Errorf("%s, %s: got %s", path, bad, r.raw)
			}
		}
	}
	most := f.payinBody("PROMPTPAY", "THB", "999999999999.99")
	f.want(200, token, "POST", "/payins/most", most)
	f.want(200, token, "GET", "/payins/most", "")
}
