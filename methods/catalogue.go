package methods

import "slices"

// Catalogue holds the rows and what an operator may change beside them. It is
// never changed once made, so it is safe for concurrent use.
type Catalogue struct {
	rows       []Method
	index      map[[2]string]int // code, currency → rows
	codes      map[string]bool
	currencies map[string]bool
	added      map[string]int
	redirect   string
	reference  string
}

// What the interface leaves open and a catalogue file can change.
const (
	defaultRedirectProperty = "redirectUrl"
	defaultReferencePath    = "externalReference"
)

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

// KnowsCode reports whether a method code has a row in any currency.
func (c *Catalogue) KnowsCode(code string) bool { return c.codes[code] }

// KnowsCurrency reports whether a currency has a row, or was added by file.
func (c *Catalogue) KnowsCurrency(code string) bool { return c.currencies[code] }

// AddedCurrencies gives the minor units of the currencies that the catalogue
// file adds to those of ISO 4217, USDC and USDT.
func (c *Catalogue) AddedCurrencies() map[string]int { return c.added }

// RedirectProperty is the property of paymentMethodResponse that holds the
// bank's or wallet's address.
func (c *Catalogue) RedirectProperty() string { return c.redirect }

// ReferencePath is the last part of the path that sets an external reference:
// POST {base_url}/payins/{idPayin}/{ReferencePath}.
func (c *Catalogue) ReferencePath() string { return c.reference }
