package sandbox

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"payapp/internal/money"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/token"
)

// shopOrder is what the demo shop keeps of an order.
type shopOrder struct {
	ID          string
	Merchant    string
	Scenario    string
	Amount      string
	Currency    string
	Request     signedRequest // the one that obtained Token
	Token       string
	RedirectURL string
	StatusURL   string
}

// scenario is one of the nine combinations of the two axes.
type scenario struct {
	Name, Method, Data string
	given, options     bool
	data, editable     bool
}

var scenarios = []scenario{
	{Name: "1", Method: "Customer chooses", Data: "no data"},
	{Name: "2", Method: "Customer chooses", Data: "data, locked", data: true},
	{Name: "3", Method: "Customer chooses", Data: "data, editable", data: true, editable: true},
	{Name: "4", Method: "Method given", Data: "no data", given: true},
	{Name: "4+2", Method: "Method given", Data: "data, locked", given: true, data: true},
	{Name: "4+3", Method: "Method given", Data: "data, editable", given: true, data: true, editable: true},
	{Name: "5", Method: "Method suggested", Data: "no data", given: true, options: true},
	{Name: "5+2", Method: "Method suggested", Data: "data, locked", given: true, options: true, data: true},
	{Name: "5+3", Method: "Method suggested", Data: "data, editable", given: true, options: true, data: true, editable: true},
}

func scenarioByName(name string) (scenario, bool) {
	for _, sc := range scenarios {
		if sc.Name == name {
			return sc, true
		}
	}
	return scenario{}, false
}

// shopForm is a filled-in shop page.
type shopForm struct {
	merchant   string
	method     rules.Method
	operator   string
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
	customData url.Values // typed customer data; replaces the samples
}

// makeOrder obtains a token and builds the RedirectURL, as a merchant would.
func (s *Sandbox) makeOrder(r *http.Request, f shopForm) (shopOrder, error) {
	ctx := r.Context()
	id := f.id
	if id == "" {
		id = "order-" + strings.ToLower(rand.Text()[:16])
	}
	id += f.steering
	operations := AppOperations(id)
	if f.noName {
		operations = token.CreateOperations(id)
	}
	signed, err := s.tokenRequest(TokenSpec{MerchantCode: f.merchant, Money: f.money, Validity: f.validity, Operations: operations})
	if err != nil {
		return shopOrder{}, err
	}
	order := shopOrder{
		ID: id, Merchant: f.merchant, Scenario: f.scenario.Name, Amount: f.money.Bare(), Currency: f.money.Currency(), Request: signed,
	}
	if order.Token, err = s.obtainToken(forShop(ctx), signed); err != nil {
		return shopOrder{}, err
	}
	order.RedirectURL = s.app() + "/?" + f.parameters(s.baseURL(r), id, order.Token).Encode()
	if order.StatusURL, err = s.statusLink(r, f.merchant, id, order.Currency); err != nil {
		return shopOrder{}, err
	}
	document, err := json.Marshal(order)
	if err != nil {
		return shopOrder{}, fmt.Errorf("shop order: %w", err)
	}
	return order, s.store.SaveOrder(ctx, id, s.clock.now(), document)
}

// parameters are the RedirectURL's.
func (f shopForm) parameters(base, id, token string) url.Values {
	q := url.Values{
		"merchantCode": {f.merchant}, "idPayin": {id}, "token": {token},
		"amount": {f.money.Bare()}, "currencyCode": {f.money.Currency()},
		"callbackUrl": {base + "/shop/callback"}, "returnUrl": {base + "/shop/orders/" + id},
	}
	if f.callback != "" {
		q.Set("callbackUrl", f.callback)
	}
	if f.returnURL != "" {
		q.Set("returnUrl", f.returnURL)
	}
	if f.scenario.given {
		if !f.noMethod || f.operator == "" {
			q.Set("paymentMethodCode", f.method.Code)
		}
		if f.operator != "" {
			q.Set("paymentOperatorCode", f.operator)
		}
	}
	if f.scenario.options {
		q.Set("optionsAvailable", "true")
	}
	if f.scenario.data {
		for name, values := range f.data() {
			q[name] = values
		}
	}
	if f.scenario.editable {
		q.Set("allowCustomerDataChange", "true")
	}
	if f.language != "" {
		q.Set("lang", f.language)
	}
	return q
}

// data is the customer data to send along: what was typed, else samples.
func (f shopForm) data() url.Values {
	if len(f.customData) > 0 {
		return f.customData
	}
	q := url.Values{}
	for name, value := range Sample(f.method.Code, f.method.Currency) {
		q.Set(name, value)
	}
	return q
}

// order reads an order of the shop.
func (s *Sandbox) order(r *http.Request, id string) (shopOrder, error) {
	document, err := s.store.Order(r.Context(), id)
	if err != nil {
		return shopOrder{}, err
	}
	var order shopOrder
	if err := json.Unmarshal(document, &order); err != nil {
		return shopOrder{}, fmt.Errorf("shop order %q: %w", id, err)
	}
	return order, nil
}
