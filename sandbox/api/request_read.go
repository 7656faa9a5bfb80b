package api

import (
	"net/url"

	"payapp/money"
	"payapp/sandbox/internal/body"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/wire"
)

// errFields is the error of a body with invalid fields.
func errFields(o *body.Object) *apiError { return faulty(o.Faults()...) }

// readRequested reads paymentRequested of payins and payouts.
func readRequested(o *body.Object) wire.Requested {
	requested := o.Inner("paymentRequested")
	if o.Has("paymentRequested") {
		requested.Need("money")
	}
	if m := requested.Money("money"); m != nil {
		return wire.Requested{Money: *m}
	}
	return wire.Requested{}
}

// readCallback reads an address for callbacks. The interface doesn't say
// whether it is mandatory: without one, there are no callbacks.
func readCallback(o *body.Object) string {
	return readAddress(o, "callbackUrl", func(u *url.URL) bool { return u.Scheme == "http" || u.Scheme == "https" })
}

// readReturn reads any address that a browser can be sent to, including an
// app's own scheme. Without one, the customer stays.
func readReturn(o *body.Object) string {
	return readAddress(o, "returnUrl", func(u *url.URL) bool { return u.Scheme != "" })
}

func readAddress(o *body.Object, name string, fits func(*url.URL) bool) string {
	text := o.Text(name)
	if text == "" {
		return ""
	}
	if u, err := url.Parse(text); err != nil || u.Host == "" || !fits(u) {
		o.Fault(name, body.Malformed)
	}
	return text
}

// finding looks up a method by code and currency.
type finding func(code, currency string) (rules.Method, bool)

// readMethod reads paymentMethod of a creation by the rules of its method. The
// error lists every invalid field of the whole body.
func readMethod(o *body.Object, amount money.Money, find finding) (rules.Data, rules.Method, error) {
	given := o.Inner("paymentMethod")
	if !o.Has("paymentMethod") || amount.IsZero() {
		return rules.Data{}, rules.Method{}, errFields(o)
	}
	data := rules.Read(given)
	if data.PaymentMethodCode == "" {
		return data, rules.Method{}, errFields(o)
	}
	method, ok := find(data.PaymentMethodCode, amount.Currency())
	if !ok {
		given.Fault("paymentMethodCode", body.NotAvailable)
		return data, method, errFields(o)
	}
	method.Check(given, data)
	if len(o.Faults()) > 0 {
		return data, method, errFields(o)
	}
	return data, method, nil
}
