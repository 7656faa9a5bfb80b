package shop

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"payapp/money"
	"payapp/sandbox/internal/body"
	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/token"
	"payapp/sandbox/internal/wire"
)

// shopForm is a filled-in shop page.
type shopForm struct {
	merchant   string
	item       string // the product, "" from a developer
	method     rules.Method
	money      money.Money
	steering   string // directives for the order id, with their "~"
	id         string // "" makes a random one
	language   string
	validity   time.Duration
	scenario   scenario
	noName     bool // the token leaves out GET /merchant-info
	noMethod   bool // the operator is given without the method
	callback   string
	returnURL  string
	customData url.Values // customer data as typed; replaces the samples
	// typed are further parameters, sent as they are in every scenario.
	typed url.Values
}

// typedParameters are sent in every scenario if they are filled in.
var typedParameters = []string{"paymentMethodCode", "paymentOperatorCode", "optionsAvailable", "allowCustomerDataChange"}

// defaultMethod is what the shop suggests, as currency/code.
const defaultMethod = "THB/PROMPTPAY"

// readForm reads the shop's form; every field has a default. Errors are
// returned by field name.
func (s *Shop) readForm(r *http.Request) (shopForm, map[string]string) {
	if err := r.ParseForm(); err != nil {
		return shopForm{}, map[string]string{"scenario": "The form can't be read."}
	}
	problems := map[string]string{}
	value := func(name, otherwise string) string {
		return cmp.Or(strings.TrimSpace(r.PostFormValue(name)), otherwise)
	}
	f := shopForm{
		merchant: value("merchantCode", "DEMO"), item: productCalled(r.PostFormValue("item")), id: value("idPayin", ""),
		steering: value("steering", ""),
		language: value("lang", ""), callback: value("callbackUrl", ""), returnURL: value("returnUrl", ""),
		noName: ticked(r, "noName"), noMethod: ticked(r, "operatorOnly"), customData: url.Values{}, typed: url.Values{},
	}
	if f.steering != "" && !strings.HasPrefix(f.steering, "~") {
		f.steering = "~" + f.steering
	}
	f.steering = value("outcome", "") + f.steering
	const allowed = "may hold A–Z a–z 0–9 . _ ~ @ : + - only, at most 128 of them."
	switch {
	case f.steering != "" && !wire.ValidID(f.steering):
		problems["steering"] = "What shall happen becomes part of the order id, which " + allowed
	case directive.Contradiction(f.id+f.steering) != "":
		problems["steering"] = directive.Contradiction(f.id+f.steering) + " contradict each other."
	case f.id != "" && !wire.ValidID(f.id+f.steering):
		problems["idPayin"] = "The order id, with what shall happen, " + allowed
	}
	var ok bool
	if f.scenario, ok = scenarioByName(value("scenario", "1")); !ok {
		problems["scenario"] = "There is no such scenario."
	}
	if _, ok := s.Merchants.ByCode(f.merchant); !ok {
		problems["merchantCode"] = "There is no such merchant."
	}
	var err error
	f.validity, err = time.ParseDuration(value("validity", "30m"))
	if err != nil || f.validity < time.Second || f.validity > token.MaxValidity {
		problems["validity"] = "A duration such as 30m or 24h is needed, up to a year."
	}
	f.readOffer(value, s.Methods, problems)
	f.readParameters(r.PostForm, problems)
	return f, problems
}

// ticked reports whether a box is ticked, or a program says true.
func ticked(r *http.Request, name string) bool {
	value := r.PostFormValue(name)
	return value != "" && value != "false"
}

// readOffer reads what is sold, and for how much.
func (f *shopForm) readOffer(value func(name, otherwise string) string, methods *rules.Table, problems map[string]string) {
	currency, code, _ := strings.Cut(value("method", defaultMethod), "/")
	var ok bool
	if f.method, ok = methods.Find(code, currency); !ok {
		problems["method"] = "There is no such payment method in this currency."
		return
	}
	usual := usualAmount(currency)
	amount, err := money.Parse(value("amount", usual), currency)
	if units, _ := money.MinorUnits(currency); err != nil || !body.InRange(amount) {
		problems["amount"] = fmt.Sprintf("%s takes digits with at most %d decimals after a point, above zero: %s, for example.",
			currency, units, usual)
		if units == 0 {
			problems["amount"] = fmt.Sprintf("%s takes whole amounts above zero, without decimals: %s, for example.", currency, usual)
		}
	}
	f.money = amount
}

// readParameters reads parameters for the RedirectURL that don't depend on the
// scenario, and the customer data.
func (f *shopForm) readParameters(form url.Values, problems map[string]string) {
	for _, name := range typedParameters {
		if text := strings.TrimSpace(form.Get(name)); text != "" {
			f.typed.Set(name, text)
		}
	}
	for name, values := range form {
		if field, ok := strings.CutPrefix(name, "data."); ok && strings.TrimSpace(values[0]) != "" {
			f.customData.Set(field, values[0])
		}
	}
	if f.noMethod && !f.typed.Has("paymentOperatorCode") && f.scenario.given {
		problems["paymentOperatorCode"] = "Which operator is it that is given without a method?"
	}
}
