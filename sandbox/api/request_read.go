package api

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

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
		requested.Only("money")
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
	if !o.Has(name) {
		return ""
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Hostname() == "":
		o.FaultOf(name, body.Malformed, "is no absolute address; leave it out if there is none")
	case !fits(u):
		o.FaultOf(name, body.Malformed, "has a scheme that can't be called here")
	case u.Port() != "":
		if port, err := strconv.Atoi(u.Port()); err != nil || port < 1 || port > 65535 {
			o.FaultOf(name, body.Malformed, "has a port that there can't be")
		}
	}
	return text
}

// readCreation reads the body of a payin or payout. find looks up its method by
// code and currency, in the table or what the merchant may use of it; own are
// the properties that only this one of the two has. The error lists every
// invalid field, or says why the payment is refused.
func (c *call) readCreation(table *rules.Table, find func(code, currency string) (rules.Method, bool), own ...string) (
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
			given.FaultOf("paymentMethodCode", body.NotAvailable, whyNoMethod(table, data[rules.Code], amount.Currency()))
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

// whyNoMethod tells apart a method that there isn't, one of other currencies,
// and one that the merchant doesn't have.
func whyNoMethod(table *rules.Table, code, currency string) string {
	if _, ok := table.Find(code, currency); ok {
		return "isn't offered to this merchant"
	}
	var currencies []string
	for _, m := range table.All() {
		if m.Code == code {
			currencies = append(currencies, m.Currency)
		}
	}
	if len(currencies) > 0 {
		return "isn't there in " + currency + ", but in " + strings.Join(currencies, ", ")
	}
	return "is no payment method"
}
