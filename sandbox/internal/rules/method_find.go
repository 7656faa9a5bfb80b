package rules

import (
	"fmt"
	"slices"

	"payapp/sandbox/internal/wire"
)

// Table is a list of methods.
type Table struct{ rows []Method }

// Payins and Payouts are the interface's methods.
var (
	Payins  = &Table{methods}
	Payouts = &Table{payouts}
)

// NewTable is the payin methods of a sandbox: the interface's, followed by its
// own. It is an error if one of these exists already or has an unknown kind.
func NewTable(own ...Own) (*Table, error) {
	t := &Table{rows: slices.Clone(methods)}
	for _, o := range own {
		if _, ok := t.Find(o.Code, o.Currency); ok {
			return nil, fmt.Errorf("method %s in %s is there already", o.Code, o.Currency)
		}
		m := Method{Code: o.Code, Currency: o.Currency, Kind: o.Kind, Reference: o.Reference}
		switch {
		case o.Kind == "" || !slices.ContainsFunc(methods, func(m Method) bool { return m.Kind == o.Kind }):
			return nil, fmt.Errorf("method %s in %s: there is no kind %q", o.Code, o.Currency, o.Kind)
		case o.Operators && o.Kind == Crypto:
			m.Operators = networks
		case o.Operators:
			m.Operators = []wire.Named{{Code: "TESTBANK1", Name: "First Test Bank"}, {Code: "TESTBANK2", Name: "Second Test Bank"}}
		}
		t.rows = append(t.rows, m)
	}
	return t, nil
}

// Own is a method that the interface doesn't name, such as one agreed on with a
// merchant. It accepts any data, and its answer is the usual one of its kind.
type Own struct {
	Code, Currency string
	Kind           Kind
	Operators      bool // whether there are operators to choose from
	Reference      ReferenceRule
}

// Find returns the method with the code in the currency.
func (t *Table) Find(code, currency string) (Method, bool) {
	for _, m := range t.rows {
		if m.Code == code && m.Currency == currency {
			return m, true
		}
	}
	return Method{}, false
}

// ForCurrency lists the methods of a currency in the order of the options: "One
// entry per payment method".
func (t *Table) ForCurrency(currency string) []Method {
	var list []Method
	for _, m := range t.rows {
		if m.Currency == currency {
			list = append(list, m)
		}
	}
	return list
}

// All lists every method and currency.
func (t *Table) All() []Method { return slices.Clone(t.rows) }

// Currencies lists the currencies, in the table's order.
func (t *Table) Currencies() []string {
	var list []string
	for _, m := range t.rows {
		if !slices.Contains(list, m.Currency) {
			list = append(list, m.Currency)
		}
	}
	return list
}
