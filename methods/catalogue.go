package methods

import (
	"cmp"
	"fmt"
	"slices"
)

// Catalogue has the rows, and other things that a catalogue file can change. It
// never changes after its creation, so it is safe for concurrent use.
type Catalogue struct {
	Extra
	rows   []Method
	index  map[[2]string]int // code, currency → rows
	fields map[string]bool
}

// Extra is what a catalogue file says besides its changes of rows; "" and nil if it
// doesn't.
type Extra struct {
	// RedirectProperty is the property of paymentMethodResponse with the bank's
	// or wallet's address.
	RedirectProperty string
	// QRProperty is likewise the one with a QR code's content.
	QRProperty string
	// ReferencePath is the last part of the path that sets an external
	// reference: POST {base_url}/payins/{idPayin}/{ReferencePath}.
	ReferencePath string
	// StatusWords maps the gateway's own words for a payment's status, in
	// capitals, to those of docs/assumptions.md.
	StatusWords map[string]string
	// Warnings say what in the file does nothing, with its line; for the log.
	Warnings []string
}

// New makes a catalogue of the rows and fills in what follows from the rest of
// each. It fails if a method is there twice in a currency.
func New(rows []Method, extra Extra) (*Catalogue, error) {
	c := &Catalogue{Extra: extra, rows: rows, index: make(map[[2]string]int, len(rows)), fields: map[string]bool{}}
	for i := range rows {
		m := &rows[i]
		m.Messages = cmp.Or(m.Messages, m.Code)
		key := [2]string{m.Code, m.Currency}
		if _, twice := c.index[key]; twice {
			return nil, fmt.Errorf("%s in %s is there twice", m.Code, m.Currency)
		}
		c.index[key] = i
		for _, f := range m.Fields {
			c.fields[f.Name] = true
		}
	}
	return c, nil
}

// builtIn returns the rows of the built-in catalogue, in the order of All.
func builtIn() []Method {
	return slices.Concat(india(), southEastAsia(), eastAsia(), africa(), latinAmerica(), cryptocurrencies())
}

// Default is the built-in catalogue.
func Default() *Catalogue {
	c, err := New(builtIn(), Extra{})
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
