package e2e

import (
	"slices"
	"strings"
	"testing"
)

// combination is one of the nine: what the shop gives of the method and of the
// customer's data.
type combination struct {
	name             string
	given, suggested bool // paymentMethodCode; with optionsAvailable
	data, editable   bool // customer data; with allowCustomerDataChange
}

var combinations = []combination{
	{name: "1"},
	{name: "2", data: true},
	{name: "3", data: true, editable: true},
	{name: "4", given: true},
	{name: "4+2", given: true, data: true},
	{name: "4+3", given: true, data: true, editable: true},
	{name: "5", given: true, suggested: true},
	{name: "5+2", given: true, suggested: true, data: true},
	{name: "5+3", given: true, suggested: true, data: true, editable: true},
}

// order makes an order for the combination.
func (c combination) order(t *testing.T, w way) order {
	t.Helper()
	var pairs []string
	if c.given {
		pairs = append(pairs, "paymentMethodCode", w.method)
		if w.operator != "" {
			pairs = append(pairs, "paymentOperatorCode", w.operator)
		}
	}
	if c.suggested {
		pairs = append(pairs, "optionsAvailable", "true")
	}
	if c.data {
		for _, field := range w.fields {
			pairs = append(pairs, field[0], field[1])
		}
		pairs = append(pairs, "productId", "ignored-where-unknown")
	}
	if c.editable {
		pairs = append(pairs, "allowCustomerDataChange", "true")
	}
	return newOrder(t, w.amount, w.currency, pairs...)
}

// way is a way to pay, and the page that comes after paying.
type way struct {
	choice
	amount, currency string
	after            string
}

var combinationWays = []way{
	{choice{method: "ONLINE", operator: "004"}, "1234.50", "THB", "leaving"},
	{choice{method: "PROMPTPAY", fields: [][2]string{{"accountNumber", "0801234567"}}}, "99.00", "THB", "instructions"},
	{choice{method: "P2A_V2"}, "499.00", "INR", "instructions"},
}

// Every combination leads from the RedirectURL to a payment, for a method with
// an operator, one with data, and one with a reference; devices take turns.
func TestCombinations(t *testing.T) {
	turn := 0
	for _, c := range combinations {
		for _, w := range combinationWays {
			who := everybody[turn%len(everybody)]
			turn++
			t.Run(c.name+"/"+w.method+"/"+who.String(), func(t *testing.T) {
				begin(t)
				walkCombination(t, c, w, who)
			})
		}
	}
}

func walkCombination(t *testing.T, c combination, w way, who customer) {
	o := c.order(t, w)
	b := open(t, who)
	b.enter(o)
	first := b.page()
	if want := c.firstPage(w); first != want {
		t.Errorf("the first page is %q, want %q", first, want)
	}
	if c.suggested && !b.has(`input[name=paymentMethodCode]:checked[value=`+w.method+`]`) {
		t.Errorf("%s isn't preselected", w.method)
	}
	if c.given && !c.suggested && w.method != "P2A_V2" && b.has(action("change-method")) { // there a bank is open
		t.Error("the method is fixed, and can be changed")
	}
	for b.page() == "options" {
		b.choose(w.choice)
	}
	if b.page() == "details" {
		b.wantInputs(c, w)
	}
	met := b.pay(w.choice)
	if c.data && !c.editable && slices.Contains(met, "details") {
		t.Errorf("locked data was asked for: %s", strings.Join(met, ", "))
	}
	b.want(w.after)
	if got := b.hook("method"); got != w.method {
		t.Errorf("data-method is %q, want %q", got, w.method)
	}
	if got := o.read().Method.Code; got != w.method {
		t.Errorf("the gateway has %q, want %q", got, w.method)
	}
}

// firstPage is the first page that a customer of the combination sees.
func (c combination) firstPage(w way) string {
	switch {
	case !c.given || c.suggested:
		return "options"
	case len(w.fields) > 0 && (!c.data || c.editable):
		return "details"
	default:
		return "review"
	}
}

// wantInputs checks that exactly what the shop knows is filled in.
func (b *tab) wantInputs(c combination, w way) {
	b.t.Helper()
	for _, field := range w.fields {
		want := ""
		if c.data {
			want = field[1]
		}
		if got := ask[string](b, `document.querySelector("input[name=`+field[0]+`]").value`); got != want {
			b.t.Errorf("%s holds %q, want %q", field[0], got, want)
		}
	}
}
