package rules

import (
	"fmt"
	"slices"

	"payapp/sandbox/internal/wire"
)

// Table is the methods of incoming payments that a sandbox has: those of the
// interface and, behind them, its own.
type Table struct{ rows []Method }

// NewTable adds methods of a sandbox's own. It refuses one that is there already,
// and one of a kind that isn't there.
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

// Own is a method that the interface doesn't name, such as one that a merchant
// has agreed on: anything is taken, and the answer is the usual one of its kind.
type Own struct {
	Code, Currency string
	Kind           Kind
	Operators      bool // there are some to choose from
	Reference      ReferenceRule
}

// Find is the method with that code in that currency.
func (t *Table) Find(code, currency string) (Method, bool) { return find(t.rows, code, currency) }

// ForCurrency lists the methods of a currency in the order that the options
// show them: "One entry per payment method".
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

// All lists the interface's methods.
func All() []Method { return slices.Clone(methods) }

// Find is the interface's method with that code in that currency.
func Find(code, currency string) (Method, bool) { return find(methods, code, currency) }

// FindPayout is the payout method with that code in that currency.
func FindPayout(code, currency string) (Method, bool) { return find(payouts, code, currency) }

// Payouts lists every payout method and currency.
func Payouts() []Method { return slices.Clone(payouts) }

func find(table []Method, code, currency string) (Method, bool) {
	for _, m := range table {
		if m.Code == code && m.Currency == currency {
			return m, true
		}
	}
	return Method{}, false
}
