package sandbox_test

import (
	"fmt"
	"testing"

	"payapp/sandbox"
)

// interface.md, Payment options resource: one entry per payment method, each
// with a code and the operators to choose from, and perhaps providers beside
// them, in every currency.
func TestOptionsResource(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	want, provided := map[string]map[string]bool{}, 0
	for _, m := range sandbox.Methods() {
		if want[m.Currency] == nil {
			want[m.Currency] = map[string]bool{}
		}
		want[m.Currency][m.Code] = true
	}
	checkNamed := func(currency string, list any) int {
		entries, _ := list.([]any)
		for _, entry := range entries {
			if !hasTexts(entry, "code", "name") {
				t.Errorf("%s: got %v", currency, entry)
			}
		}
		return len(entries)
	}
	for currency, codes := range want {
		r := f.want(200, token, "POST", "/payins/!availablePaymentOptions", fmt.Sprintf(`{"money":{"amount":%s,"currencyCode":%q}}`, sandbox.SampleAmount(currency), currency))
		data, _ := r.json["data"].([]any)
		got := map[string]bool{}
		for _, entry := range data {
			option, _ := entry.(map[string]any)
			code, _ := option["paymentMethodCode"].(string)
			got[code] = true
			if _, ok := option["paymentOperators"].([]any); !ok {
				t.Errorf("%s %s: got %v", currency, code, option)
			}
			checkNamed(currency, option["paymentOperators"])
		}
		if len(got) != len(codes) {
			t.Errorf("%s: got %v, want %v", currency, got, codes)
		}
		for code := range codes {
			if !got[code] {
				t.Errorf("%s: %s isn't offered", currency, code)
			}
		}
		provided += checkNamed(currency, r.json["externalProviders"])
	}
	if provided == 0 || len(want) < 20 {
		t.Errorf("%d external providers in %d currencies", provided, len(want))
	}
}
