package scenarios

import (
	"testing"

	"payapp/apiclient"
	"payapp/money"
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

// The shop's amount has to be the payment's, and what was requested of the gateway,
// where it says that: either alone may be another's.
func TestTheAmountIsTheShopsInBothPlaces(t *testing.T) {
	shop, other, elsewhere := money.MustParse("100", "THB"), money.MustParse("1", "THB"), money.MustParse("100", "USD")
	for _, c := range []struct {
		name             string
		money, requested money.Money
		want             bool
	}{
		{"both", shop, shop, true},
		{"nothing is said of the request", shop, money.Money{}, true},
		{"another was requested", shop, other, false},
		{"requested in another currency", shop, elsewhere, false},
		{"it is of another", other, shop, false},
		{"both are another's", other, other, false},
		{"none", money.Money{}, shop, false},
	} {
		if got := sameMoney(apiclient.Payin{Money: c.money, Requested: c.requested}, shop); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
