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

// A code or link that asks for another amount by itself would be paid by what it asks,
// whatever the page says.
func TestACodeAsksForWhatThePageSays(t *testing.T) {
	const (
		hundred  = "00020153037645406100.005802TH6304D141" // ฿100.00
		another  = "0002015303764540599.375802TH63043454"
		inRupees = "0002015303356540599.375802IN63040F0A"
	)
	upi := func(amount string) string { return "upi://pay?pa=shop@bank&pn=Shop" + amount }
	thb, inr := money.MustParse("100", "THB"), money.MustParse("100", "INR")
	required := money.MustParse("99.37", "THB")
	for _, c := range []struct {
		name  string
		payin apiclient.Payin
		want  bool
	}{
		{"the order's", apiclient.Payin{Money: thb, QRCode: hundred}, true},
		{"another", apiclient.Payin{Money: thb, QRCode: another}, false},
		{"what is to be paid instead", apiclient.Payin{Money: thb, MoneyRequired: required, QRCode: another}, true},
		{"the order's, beside what is to be paid instead", apiclient.Payin{Money: thb, MoneyRequired: required, QRCode: hundred}, false},
		{"in another currency", apiclient.Payin{Money: thb, QRCode: inRupees}, true},
		{"damaged", apiclient.Payin{Money: thb, QRCode: another[:len(another)-1] + "0"}, true},
		{"no code at all", apiclient.Payin{Money: thb, QRCode: "x"}, true},
		{"a link", apiclient.Payin{Money: inr, DeepLink: upi("&am=100")}, true},
		{"a link to another amount", apiclient.Payin{Money: inr, DeepLink: upi("&am=99.37&cu=INR")}, false},
		{"a link as the way to the bank", apiclient.Payin{Money: inr, RedirectURL: upi("&am=99.37")}, false},
		{"a link without an amount", apiclient.Payin{Money: inr, DeepLink: upi("")}, true},
		{"a link to no amount", apiclient.Payin{Money: inr, DeepLink: upi("&am=0")}, true},
	} {
		if got := judgeRequired(c.payin); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
