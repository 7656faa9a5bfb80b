package suite

import (
	"payapp/e2e/kit"
	"slices"
	"strings"
)

// Combination is one of the nine: what the shop gives of the method and of the
// customer's data.
type Combination struct {
	Name             string
	given, suggested bool // paymentMethodCode; with optionsAvailable
	data, editable   bool // customer data; with allowCustomerDataChange
}

// Combinations are all nine.
var Combinations = []Combination{
	{Name: "1"},
	{Name: "2", data: true},
	{Name: "3", data: true, editable: true},
	{Name: "4", given: true},
	{Name: "4+2", given: true, data: true},
	{Name: "4+3", given: true, data: true, editable: true},
	{Name: "5", given: true, suggested: true},
	{Name: "5+2", given: true, suggested: true, data: true},
	{Name: "5+3", given: true, suggested: true, data: true, editable: true},
}

// order makes an order for the combination.
func (c Combination) order(t kit.T, world *kit.World, w Way, pairs []string) kit.Order {
	t.Helper()
	if c.given {
		pairs = append(pairs, "paymentMethodCode", w.Method)
		if w.Operator != "" {
			pairs = append(pairs, "paymentOperatorCode", w.Operator)
		}
	}
	if c.suggested {
		pairs = append(pairs, "optionsAvailable", "true")
	}
	if c.data {
		for _, field := range w.Fields {
			pairs = append(pairs, field[0], field[1])
		}
		pairs = append(pairs, "productId", "ignored-where-unknown")
	}
	if c.editable {
		pairs = append(pairs, "allowCustomerDataChange", "true")
	}
	return kit.NewOrder(t, world, w.Amount, w.Currency, pairs...)
}

// Way is a way to pay, and the page that comes after paying.
type Way struct {
	kit.Choice
	Amount, Currency string
	Kind             string // as of a Presentation
	after            string
}

// Ways are a method with an operator, one with data, and one with a reference.
var Ways = []Way{
	{kit.Choice{Method: "ONLINE", Operator: "004"}, "1234.50", "THB", "redirect", "leaving"},
	{PromptPay, "99.00", "THB", "qr", "instructions"},
	{kit.Choice{Method: "P2A_V2"}, "499.00", "INR", "transfer", "instructions"},
}

// Walk enters as the combination's shop sends the customer, and pays up to the page
// after Pay.
func (c Combination) Walk(t kit.T, world *kit.World, w Way, who kit.Customer, pairs ...string) {
	t.Helper()
	o := c.order(t, world, w, pairs)
	b := kit.Open(t, world, who)
	b.Enter(o)
	first := b.Page()
	if want := c.firstPage(w); first != want {
		t.Errorf("the first page is %q, want %q", first, want)
	}
	if c.suggested && !b.Has(`input[name=paymentMethodCode]:checked[value=`+w.Method+`]`) {
		t.Errorf("%s isn't preselected", w.Method)
	}
	if c.given && !c.suggested && w.Method != "P2A_V2" && b.Has(kit.Action("change-method")) { // there a bank is open
		t.Errorf("the method is fixed, and can be changed")
	}
	for b.Due() == "options" {
		b.Choose(w.Choice)
	}
	if b.Due() == "details" {
		c.wantInputs(t, b, w)
	}
	met := b.Pay(w.Choice)
	if c.data && !c.editable && slices.Contains(met, "details") {
		t.Errorf("locked data was asked for: %s", strings.Join(met, ", "))
	}
	b.Want(w.after)
	if w.after != "leaving" { // which goes on by itself: a question fewer
		wantAmount(t, b, o)
	}
	if got := b.Hook("method"); got != w.Method {
		t.Errorf("data-method is %q, want %q", got, w.Method)
	}
	if got := o.Read().Method.Code; got != w.Method {
		t.Errorf("the gateway has %q, want %q", got, w.Method)
	}
}

// firstPage is the first page that a customer of the combination sees.
func (c Combination) firstPage(w Way) string {
	switch {
	case !c.given || c.suggested:
		return "options"
	case len(w.Fields) > 0 && (!c.data || c.editable):
		return "details"
	default:
		return "review"
	}
}

// wantInputs checks that exactly what the shop knows is filled in.
func (c Combination) wantInputs(t kit.T, b *kit.Tab, w Way) {
	t.Helper()
	for _, field := range w.Fields {
		want := ""
		if c.data {
			want = field[1]
		}
		if got := kit.Ask[string](b, `document.querySelector("input[name=`+field[0]+`]").value`); got != want {
			t.Errorf("%s holds %q, want %q", field[0], got, want)
		}
	}
}
