package scenarios

import (
	"reflect"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/money"
)

// Links are told apart by everything that they say, and their terms by what a
// payment is about and where its customer and its callbacks go.
func TestLinksAreToldApart(t *testing.T) {
	link := func(change func(*Instruction)) Instruction {
		i := Instruction{
			MerchantCode: "DEMO", IDPayin: "order-1", Token: apiclient.NewToken("t1"), Money: money.MustParse("100", "THB"),
			CallbackURL: "https://shop.example/c", ReturnURL: "https://shop.example/r", MethodCode: "ONLINE",
			Data: map[string]string{"accountName": "a", "accountNumber": "b"},
		}
		change(&i)
		return i
	}
	first := link(func(*Instruction) {})
	for name, c := range map[string]struct {
		change     func(*Instruction)
		otherTerms bool
	}{
		"the same":    {func(*Instruction) {}, false},
		"amount":      {func(i *Instruction) { i.Money = money.MustParse("100.01", "THB") }, true},
		"currency":    {func(i *Instruction) { i.Money = money.MustParse("100", "PHP") }, true},
		"callbackUrl": {func(i *Instruction) { i.CallbackURL += "/" }, true},
		"returnUrl":   {func(i *Instruction) { i.ReturnURL += "/" }, true},
		"token":       {func(i *Instruction) { i.Token = apiclient.NewToken("t2") }, false},
		"merchant":    {func(i *Instruction) { i.MerchantCode = "OTHER" }, false},
		"method":      {func(i *Instruction) { i.MethodCode = "OFFLINE" }, false},
		"operator":    {func(i *Instruction) { i.OperatorCode = "004" }, false},
		"available":   {func(i *Instruction) { i.OptionsAvailable = true }, false},
		"editable":    {func(i *Instruction) { i.DataEditable = true }, false},
		"data":        {func(i *Instruction) { i.Data = map[string]string{"accountName": "ab", "accountNumber": ""} }, false},
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

// Of a link with other terms nothing is known but what the customer typed.
func TestOtherTermsKeepOnlyWhatWasTyped(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	w := Work{
		Method: "ONLINE", Typed: map[string]string{"accountName": "a"}, Paying: Choice{Method: "ONLINE"}, Accepted: true, Reference: "1",
		Known: StatusSuccess, KnownAt: now, KnownMoney: money.MustParse("100", "THB"), SaidPaidAt: now, InLine: &Submitted{Since: now},
	}.WithOtherTerms()
	if w.Typed["accountName"] != "a" {
		t.Error("what was typed is gone")
	}
	w.Typed = nil
	if !reflect.DeepEqual(w, Work{}) {
		t.Errorf("left: %+v", w)
	}
}
