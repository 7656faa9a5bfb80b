package methods

import (
	"slices"

	"payapp/money"
)

// Catalogue holds the rows and what an operator may change beside them. It is
// never changed once made, so it is safe for concurrent use.
type Catalogue struct {
	rows      []Method
	index     map[[2]string]int // code, currency → rows
	fields    map[string]bool
	added     []money.Currency
	redirect  string
	reference string

	statusWords map[string]string
}

// Default is the built-in catalogue.
func Default() *Catalogue {
	c, err := newCatalogue(builtIn())
	if err != nil {
		panic(err) // the rows are literals and a test holds them
	}
	return c
}

// Find gives the row of a method in a currency; ok is false for what the
// catalogue doesn't know, which is left out of every choice.
func (c *Catalogue) Find(code, currency string) (m Method, ok bool) {
	i, ok := c.index[[2]string{code, currency}]
	if !ok {
		return Method{}, false
	}
	return c.rows[i], true
}

// All gives every row, always in the same order.
func (c *Catalogue) All() []Method { return slices.Clone(c.rows) }

// Codes gives the codes of a currency's methods, in the rows' order.
func (c *Catalogue) Codes(currency string) []string {
	var codes []string
	for _, m := range c.rows {
		if m.Currency == currency {
			codes = append(codes, m.Code)
		}
	}
	return codes
}

// IsField reports whether some method has a field of this name, so that a
// RedirectURL may have a parameter of it.
func (c *Catalogue) IsField(name string) bool { return c.fields[name] }

// AddedCurrencies gives what the catalogue file says of currencies, for
// money.Register.
func (c *Catalogue) AddedCurrencies() []money.Currency { return c.added }

// RedirectProperty is the property of paymentMethodResponse that holds the
// bank's or wallet's address; "" where the file doesn't say.
func (c *Catalogue) RedirectProperty() string { return c.redirect }

// ReferencePath is the last part of the path that sets an external reference:
// POST {base_url}/payins/{idPayin}/{ReferencePath}; "" where the file doesn't
// say.
func (c *Catalogue) ReferencePath() string { return c.reference }

// StatusWords gives the gateway's own words for a payment's status, in capitals,
// with those of docs/assumptions.md that they stand for.
func (c *Catalogue) StatusWords() map[string]string { return c.statusWords }
