package sandbox_test

import (
	"fmt"
	"slices"
	"testing"

	"payapp/sandbox"
)

// interface.md, Payment options resource: one entry per payment method, in
// every currency, each with a code and operators, and optional providers.
func TestOptionsResource(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	want, provided := map[string][]string{}, 0
	for _, m := range sandbox.Methods() {
		want[m.Currency] = append(want[m.Currency], m.Code)
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
		var got []string // a list, to notice a method that is there twice
		for _, entry := range data {
			option, _ := entry.(map[string]any)
			code, _ := option["paymentMethodCode"].(string)
			got = append(got, code)
			if _, ok := option["paymentOperators"].([]any); !ok {
				t.Errorf("%s %s: got %v", currency, code, option)
			}
			checkNamed(currency, option["paymentOperators"])
		}
		slices.Sort(got)
		slices.Sort(codes)
		if !slices.Equal(got, slices.Compact(codes)) {
			t.Errorf("%s: got %v, want %v", currency, got, codes)
		}
		provided += checkNamed(currency, r.json["externalProviders"])
	}
	if provided == 0 || len(want) < 20 {
		t.Errorf("%d external providers in %d currencies", provided, len(want))
	}
}
