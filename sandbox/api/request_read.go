package api

import (
	"net/http"
	"net/url"

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

// readCreation reads the body of a payin or payout. find looks up its method by
// code and currency; own are the properties that only this one of the two has.
// The error lists every invalid field, or says why the payment is refused.
func (c *call) readCreation(find func(code, currency string) (rules.Method, bool), own ...string) (
	request wire.PaymentRequest, data rules.Data, method rules.Method, err error,
) {
	o, ok := body.Read(c.body)
	if !ok {
		return request, data, method, errNoObject
	}
	o.Only(append(own, "paymentRequested", "paymentMethod", "callbackUrl")...)
	o.Need("paymentRequested", "paymentMethod")
	request = wire.PaymentRequest{
		PaymentRequested: readRequested(o), PaymentMethod: o.Raw("paymentMethod"),
		CallbackURL: readCallback(o), ReturnURL: readReturn(o),
	}
	amount, given := request.PaymentRequested.Money, o.Inner("paymentMethod")
	if o.Has("paymentMethod") && !amount.IsZero() {
		data = rules.Read(given)
		method, ok = find(data[rules.Code], amount.Currency())
		switch {
		case ok:
			method.Check(given, data)
		case data[rules.Code] != "":
			given.Fault("paymentMethodCode", body.NotAvailable)
		}
	}
	if len(o.Faults()) > 0 {
		return request, data, method, errFields(o)
	}
	if allowed := c.claims.Money; allowed != nil && *allowed != amount {
		return request, data, method, otherMoney(*allowed, amount)
	}
	if code := c.directives.RefuseCode; code != "" {
		return request, data, method, refuse(http.StatusNotAcceptable, code, "the payment is refused").
			failed("directive", "~refuse-… steers this payment. A customer may try again with another id.")
	}
	return request, data, method, nil
}
