package sandbox_test

import (
	"net/http"
	"strings"
	"testing"
	"unicode/utf16"
)

// utf16Of is a text in another encoding.
func utf16Of(text string) string {
	var out strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		out.WriteByte(byte(unit))
		out.WriteByte(byte(unit >> 8))
	}
	return out.String()
}

// hostile are bodies that no honest caller sends, with the code of their
// refusal; "" if some endpoints accept it.
func hostile(good string) map[string]string {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	return map[string]string{
		"":                                       "NOT_JSON",
		"{":                                      "NOT_JSON",
		nested(9000):                             "TOO_DEEP",
		nested(32_000):                           "TOO_DEEP",
		`{"paymentMethod":` + nested(9000) + `}`: "TOO_DEEP",
		strings.Repeat(`{"a":`, 9000):            "TOO_DEEP",
		`{"a":"` + strings.Repeat("x", 1<<20) + `"}`: "TOO_LARGE",
		"\xef\xbb\xbf" + good:                        "NOT_JSON",
		utf16Of(good):                                "NOT_JSON",
		strings.Replace(good, "THB", "TH\xff", 1):    "NOT_JSON",
		`{"money":{"amount":1` + strings.Repeat("0", 60_000) + `,"currencyCode":"THB"}}`: "",
		`[` + strings.Repeat(`{"a":[1,2,{"b":null}]},`, 2500) + `{}]`:                    "INVALID_REQUEST",
		`{"a":` + strings.Repeat(`{"a":`, 25) + nested(3) + strings.Repeat("}", 26):      "INVALID_REQUEST",
	}
}

// posts are the calls with a body, each with a good one.
func (f *fixture) posts() map[string]string {
	return map[string]string{
		"/auth-tokens":                     `{"merchantCode":"DEMO","operations":["GET /payins/o-1"],"money":{"amount":1,"currencyCode":"THB"},"secret":"demo-secret"}`,
		"/auth-tokens-by-action":           `{"merchantCode":"DEMO","action":"PAYIN_CREATE","idPayment":"o-1","money":{"amount":1,"currencyCode":"THB"},"secret":"demo-secret"}`,
		"/payins/!availablePaymentOptions": `{"money":{"amount":1,"currencyCode":"THB"}}`,
		"/payins/o-1":                      f.payinBody("PROMPTPAY", "THB", "1"),
		"/payouts/o-1":                     payout("1", "THB", thaiTransfer),
		"/payins/o-1/externalReference":    `{"reference":"432112345678"}`,
	}
}

// Any hostile body is refused with its own code, with or without a token, and
// nothing fails internally.
func TestFault57_HostileBodiesAreRefusedWithACode(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	for path, good := range f.posts() {
		for bad, code := range hostile(good) {
			for _, bearer := range []string{"", token} {
				if bad == good {
					continue // nothing in it can be spoilt
				}
				r, err := f.call(bearer, "POST", path, bad, "Content-Type", "application/json")
				if err != nil {
					t.Fatal(err)
				}
				if r.status >= 500 || r.status < 400 {
					t.Errorf("%s, %.40q: got %d %s", path, bad, r.status, r.raw)
				}
				if path == "/payins/o-1/externalReference" && code == "INVALID_REQUEST" {
					continue // there is no such payment
				}
				if got := r.json["code"]; code != "" && (bearer != "" || strings.Contains(code, "TOO") || code == "NOT_JSON") && got != code {
					t.Errorf("%s, %.40q: got %v, want %s", path, bad, got, code)
				}
			}
		}
		r := f.want(415, token, "POST", path, good, "Content-Encoding", "gzip")
		if r.json["code"] != "UNSUPPORTED_ENCODING" {
			t.Errorf("%s: got %s", path, r.raw)
		}
	}
}

// Odd JSON is still JSON. Of duplicate names the last one counts, as in nearly
// all JSON parsers, also when the body is read again.
func TestOddBodiesAreTaken(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	doubled := strings.Replace(f.payinBody("PROMPTPAY", "THB", "1"), `"paymentMethod":`, `"paymentMethod":{"paymentMethodCode":"PIXQR"},"paymentMethod":`, 1)
	if r := f.want(200, token, "POST", "/payins/doubled", doubled); r.at("paymentMethodResponse.paymentMethodCode") != "PROMPTPAY" {
		t.Errorf("got %s", r.raw)
	}
	half := strings.Replace(f.payinBody("BANKA_PAY", "ZAR", "1"), "Alex Example", `half \ud83d`, 1)
	f.want(200, token, "POST", "/payins/half", half)
	for _, id := range []string{"doubled", "half"} {
		f.want(200, token, "GET", "/payins/"+id, "")
		f.want(200, token, "GET", "/payins/"+id+"/accounts", "")
		if response, _ := f.get("/console/payins/" + id); response.StatusCode != http.StatusOK {
			t.Errorf("console: got %d", response.StatusCode)
		}
	}
	whole := strings.Replace(f.payinBody("PROMPTPAY", "THB", "1"), `1.00`, `1e3`, 1)
	if r := f.want(200, token, "POST", "/payins/whole", whole); r.at("paymentRequested.money.amount") == nil || !strings.Contains(r.raw, `"amount":1000.00`) {
		t.Errorf("got %s", r.raw)
	}
}
