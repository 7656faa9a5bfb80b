package scenarios

import (
	"testing"

	"payapp/apiclient"
)

// Shops print two decimals, and so do gateways: a payment of ¥1000.00 is one of
// ¥1000. An amount that can't be paid to the last digit isn't asked for.
func TestIdleZerosOfAmounts(t *testing.T) {
	for _, c := range []struct{ amount, currency, want string }{
		{"1000.00", "JPY", "1000"}, {"15000.00", "KRW", "15000"}, {"150000.00", "VND", "150000"}, {"100.000", "THB", "100.00"},
	} {
		if got := order(t, "amount", c.amount, "currencyCode", c.currency).Money.Bare(); got != c.want {
			t.Errorf("%s %s became %s", c.amount, c.currency, got)
		}
	}
	for currency, amount := range map[string]string{"JPY": "1000.50", "VND": "0.5", "THB": "100.001", "USDT": "1.0000001"} {
		if got := faultsOf(t, link("amount", amount, "currencyCode", currency)); got != "amount malformed" {
			t.Errorf("%s %s: %q", amount, currency, got)
		}
	}
	f := facts(t, thai(), "paymentMethodCode", "PROMPTPAY")
	payin := apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "x"}
	if err := payin.MoneyRequired.UnmarshalJSON([]byte(`{"amount":99.995,"currencyCode":"THB"}`)); err != nil {
		t.Fatal(err)
	}
	if p := next[ShowProblem](t, created(f, payin)); p.Code != ProblemAmount {
		t.Errorf("half a satang: %+v", p)
	}
}
