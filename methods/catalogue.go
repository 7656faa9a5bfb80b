package methods

import (
	"slices"

	"payapp/money"
)

// Catalogue has the rows, and other things that a catalogue file can change. It
// never changes after its creation, so it is safe for concurrent use.
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
		panic(err) // the rows are literals, and tests check them
	}
	return c
}

// Find returns the row of a method in a currency. ok is false if the catalogue
// doesn't have it; such methods are never offered.
func (c *Catalogue) Find(code, currency string) (m Method, ok bool) {
	i, ok := c.index[[2]string{code, currency}]
	if !ok {
		return Method{}, false
	}
	return c.rows[i], true
}

// All returns every row, always in the same order.
func (c *Catalogue) All() []Method { return slices.Clone(c.rows) }

// Codes are the codes of a currency's methods, in the rows' order.
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
// RedirectURL may have it as a parameter.
func (c *Catalogue) IsField(name string) bool { return c.fields[name] }

// AddedCurrencies are the currencies of the catalogue file, for money.Register.
func (c *Catalogue) AddedCurrencies() []money.Currency { return c.added }

// RedirectProperty is the property of paymentMethodResponse with the bank's or
// wallet's address; "" if the file doesn't say.
func (c *Catalogue) RedirectProperty() string { return c.redirect }

// ReferencePath is the last part of the path that sets an external reference:
// POST {base_url}/payins/{idPayin}/{ReferencePath}; "" if the file doesn't say.
func (c *Catalogue) ReferencePath() string { return c.reference }

// StatusWords maps the gateway's own words for a payment's status, in capitals,
// to those of docs/assumptions.md.
func (c *Catalogue) StatusWords() map[string]string { return c.statusWords }
