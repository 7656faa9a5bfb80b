package shop

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"payapp/sandbox/internal/mark"
	"payapp/sandbox/internal/token"
)

// firstOrder is the number of a sandbox's first order.
const firstOrder = 1001

// shopOrder is what the demo shop stores about an order.
type shopOrder struct {
	ID          string
	Merchant    string
	Scenario    string
	Item        string // the product, "" if a developer made the order
	Method      string // as currency/code
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

// makeOrder obtains a token and builds the RedirectURL, as a merchant would.
func (s *Shop) makeOrder(r *http.Request, f shopForm) (shopOrder, error) {
	ctx := r.Context()
	id := f.id
	if id == "" {
		n, err := s.Store.Count(ctx, "shop-order")
		if err != nil {
			return shopOrder{}, err
		}
		// A number that people can say, and letters that nobody can guess.
		id = fmt.Sprintf("A-%d-%s", firstOrder+n, strings.ToLower(rand.Text())[:6])
	}
	id += f.steering
	operations := token.Granted(id, s.GrantedReference)
	if !f.noName {
		operations = append(operations, readName)
	}
	signed, err := s.tokenRequest(TokenSpec{MerchantCode: f.merchant, Money: f.money, Validity: f.validity, Operations: operations})
	if err != nil {
		return shopOrder{}, err
	}
	order := shopOrder{
		ID: id, Merchant: f.merchant, Scenario: f.scenario.Name, Item: f.item, Method: f.method.Currency + "/" + f.method.Code,
		Amount: f.money.Bare(), Currency: f.money.Currency(), Request: signed,
	}
	if order.Token, err = s.obtainToken(mark.ForShop(ctx), signed); err != nil {
		return shopOrder{}, err
	}
	order.RedirectURL = s.app() + "/?" + f.parameters(s.BaseURL(r), id, order.Token).Encode()
	if order.StatusURL, err = s.StatusLink(ctx, f.merchant, id, order.Amount, order.Currency, !f.noName); err != nil {
		return shopOrder{}, err
	}
	document, err := json.Marshal(order)
	if err != nil {
		return shopOrder{}, fmt.Errorf("shop order: %w", err)
	}
	return order, s.Store.SaveOrder(ctx, id, s.Clock.Now(), document)
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
	if f.scenario.given && !f.noMethod {
		q.Set("paymentMethodCode", f.method.Code)
	}
	if f.scenario.options {
		q.Set("optionsAvailable", "true")
	}
	if f.scenario.editable {
		q.Set("allowCustomerDataChange", "true")
	}
	for name, values := range f.data() {
		q[name] = values
	}
	for name, values := range f.typed {
		q[name] = values
	}
	if f.language != "" {
		q.Set("lang", f.language)
	}
	return q
}

// data is the customer data to send: what was typed, or else samples if the
// scenario has data.
func (f shopForm) data() url.Values {
	if len(f.customData) > 0 || !f.scenario.data {
		return f.customData
	}
	q := url.Values{}
	for name, value := range Sample(f.method.Code, f.method.Currency) {
		q.Set(name, value)
	}
	return q
}

// order reads an order of the shop.
func (s *Shop) order(ctx context.Context, id string) (shopOrder, error) {
	document, err := s.Store.Order(ctx, id)
	if err != nil {
		return shopOrder{}, err
	}
	var order shopOrder
	if err := json.Unmarshal(document, &order); err != nil {
		return shopOrder{}, fmt.Errorf("shop order %q: %w", id, err)
	}
	return order, nil
}

// Has reports whether the merchant's payment of that id was ordered here.
func (s *Shop) Has(ctx context.Context, id, merchantCode string) bool {
	order, err := s.order(ctx, id)
	return err == nil && order.Merchant == merchantCode
}
