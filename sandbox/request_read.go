package sandbox

import (
	"net/url"

	"payapp/internal/money"
	"payapp/sandbox/internal/body"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/wire"
)

// errFields is a body with faults, all of them by their paths.
func errFields(o *body.Object) *apiError {
	return invalid("these fields are missing, malformed, of another type or unknown here", o.Faults()...)
}

// readRequested reads paymentRequested of both directions.
func readRequested(o *body.Object) wire.Requested {
	requested := o.Inner("paymentRequested")
	if o.Has("paymentRequested") {
		requested.Need("money")
	}
	if m := readMoney(requested); m != nil {
		return wire.Requested{Money: *m}
	}
	return wire.Requested{}
}

// readMoney reads the property money, nil unless it is an amount that a payment
// can have.
func readMoney(o *body.Object) *money.Money {
	m := o.Money("money")
	if m != nil && !sound(*m) {
		o.Fault("money")
		return nil
	}
	return m
}

// readAddress takes absolute http and https addresses.
func readAddress(o *body.Object, name string) string {
	text := o.Text(name)
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		o.Fault(name)
	}
	return text
}

// finding looks up a method by code and currency.
type finding func(code, currency string) (rules.Method, bool)

// readMethod reads paymentMethod of a creation by the rules of the method that
// it names. An error has every field of the whole body that is at fault.
func readMethod(o *body.Object, amount money.Money, find finding) (rules.Data, rules.Method, error) {
	given := o.Inner("paymentMethod")
	if !o.Has("paymentMethod") || amount.IsZero() {
		return rules.Data{}, rules.Method{}, errFields(o)
	}
	data := rules.Read(given)
	if data.PaymentMethodCode == "" {
		given.Fault("paymentMethodCode")
		return data, rules.Method{}, errFields(o)
	}
	method, ok := find(data.PaymentMethodCode, amount.Currency())
	if !ok {
		given.Fault("paymentMethodCode")
		return data, method, invalid("there is no such payment method for this merchant in this currency", o.Faults()...)
	}
	for _, path := range method.Check(o.Raw("paymentMethod"), data) {
		given.Fault(path)
	}
	if len(o.Faults()) > 0 {
		return data, method, errFields(o)
	}
	return data, method, nil
}
