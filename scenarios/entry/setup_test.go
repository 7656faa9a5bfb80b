package entry

import (
	"net/url"
	"testing"

	"payapp/methods"
	"payapp/money"
)

// link is a RedirectURL's parameters with everything mandatory, changed by
// pairs of name and value.
func link(pairs ...string) url.Values {
	v := url.Values{
		"merchantCode": {"DEMO"}, "idPayin": {"order-1"}, "token": {"a.b.c"},
		"amount": {"1234.50"}, "currencyCode": {"THB"},
		"callbackUrl": {"https://shop.example/callback"}, "returnUrl": {"https://shop.example/thanks"},
	}
	for i := 0; i < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return v
}

func isField(name string) bool {
	for _, m := range methods.Default().All() {
		if _, ok := m.Field(name); ok {
			return true
		}
	}
	return false
}

func parsed(t *testing.T, pairs ...string) Order {
	t.Helper()
	o, err := Parse(Rules{IsField: isField}, link(pairs...).Encode())
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func thb(amount string) money.Money { return money.MustParse(amount, "THB") }
