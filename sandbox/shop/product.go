package shop

import (
	"cmp"

	"payapp/sandbox/internal/rules"
)

// product is what customers buy here.
type product struct {
	Name, Says string
	Amount     string // "": the customer names it
}

// products are the shop's, with their prices in the currency; the first leads.
func products(currency string) []product {
	return []product{
		{"Three novels", "For a long weekend: a usual amount", usualAmount(currency)},
		{"Bookmark", "Pressed flowers: a small amount", cmp.Or(rules.CurrencyOf(currency).Small, "1")},
		{"Gift card", "You name the amount", ""},
	}
}

// productCalled is the name itself, or "" if nothing here is called so.
func productCalled(name string) string {
	for _, p := range products("") {
		if p.Name == name {
			return name
		}
	}
	return ""
}
