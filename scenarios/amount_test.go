package scenarios

import (
	"testing"

	"payapp/apiclient"
)

// An amount that can't be paid to the last digit isn't asked for.
func TestNothingBelowTheSmallestUnitIsAskedFor(t *testing.T) {
	f := facts(t, thai(), "paymentMethodCode", "PROMPTPAY")
	payin := apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "x"}
	if err := payin.MoneyRequired.UnmarshalJSON([]byte(`{"amount":99.995,"currencyCode":"THB"}`)); err != nil {
		t.Fatal(err)
	}
	if p := next[ShowProblem](t, created(f, payin)); p.Code != ProblemAmount {
		t.Errorf("half a satang: %+v", p)
	}
}
