package entry

import (
	"testing"

	"payapp/apiclient"
	"payapp/money"
)

// A link's print covers everything in it; its terms cover what a payment is
// about and where its customer and its callbacks go.
func TestLinksAreToldApart(t *testing.T) {
	link := func(change func(*Order)) Order {
		i := Order{
			MerchantCode: "DEMO", IDPayin: "order-1", Token: apiclient.NewToken("t1"), Money: money.MustParse("100", "THB"),
			CallbackURL: "https://shop.example/c", ReturnURL: "https://shop.example/r", MethodCode: "ONLINE",
			Data: map[string]string{"accountName": "a", "accountNumber": "b"},
		}
		change(&i)
		return i
	}
	first := link(func(*Order) {})
	for name, c := range map[string]struct {
		change     func(*Order)
		otherTerms bool
	}{
		"the same":    {func(*Order) {}, false},
		"amount":      {func(o *Order) { o.Money = money.MustParse("100.01", "THB") }, true},
		"currency":    {func(o *Order) { o.Money = money.MustParse("100", "PHP") }, true},
		"callbackUrl": {func(o *Order) { o.CallbackURL += "/" }, true},
		"returnUrl":   {func(o *Order) { o.ReturnURL += "/" }, true},
		"token":       {func(o *Order) { o.Token = apiclient.NewToken("t2") }, false},
		"merchant":    {func(o *Order) { o.MerchantCode = "OTHER" }, false},
		"method":      {func(o *Order) { o.MethodCode = "OFFLINE" }, false},
		"operator":    {func(o *Order) { o.OperatorCode = "004" }, false},
		"available":   {func(o *Order) { o.OptionsAvailable = true }, false},
		"editable":    {func(o *Order) { o.DataEditable = true }, false},
		"data":        {func(o *Order) { o.Data = map[string]string{"accountName": "ab", "accountNumber": ""} }, false},
	} {
		other := link(c.change)
		if got := other.Terms() != first.Terms(); got != c.otherTerms {
			t.Errorf("%s: other terms: %t, want %t", name, got, c.otherTerms)
		}
		if got := other.Print() != first.Print(); got != (name != "the same") {
			t.Errorf("%s: another link: %t", name, got)
		}
	}
}
