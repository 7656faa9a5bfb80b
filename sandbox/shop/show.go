package shop

import (
	"cmp"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"payapp/money"
	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/mark"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/token"
	"payapp/sandbox/internal/wire"
)

type shopPage struct {
	Merchants  []string
	Currencies []shopCurrency
	Outcomes   []directive.Outcome
	Fields     []string   // customer data parameters
	Form       url.Values // as it was sent, or that of the last order
	LastOrder  string
	Method     string // chosen
	Currency   string // of the products' prices
	Item       string // a product was bought, and the form is its
	Developing bool   // the developers' part is unfolded
	More       bool   // something is filled in that is usually hidden
	Base       string // the sandbox's address
	Problems   map[string]string
}

// scenarioRow is the scenarios with the same option given.
type scenarioRow struct {
	Method    string
	Scenarios []scenario
}

// Rows are the scenarios as a table: what is given of the option, and of the
// customer's data.
func (shopPage) Rows() []scenarioRow {
	var rows []scenarioRow
	for row := range slices.Chunk(scenarios, 3) {
		rows = append(rows, scenarioRow{row[0].Method, row})
	}
	return rows
}

// DataHead is the head of a scenario's column.
func (s scenario) DataHead() string { return strings.ToUpper(s.Data[:1]) + s.Data[1:] }

// Products are what customers buy.
func (p shopPage) Products() []product { return products(p.Currency) }

// Booleans are the parameters that can be true, false or absent, and Truths
// their values.
func (shopPage) Booleans() []string { return []string{"optionsAvailable", "allowCustomerDataChange"} }
func (shopPage) Truths() []string   { return []string{"true", "false"} }

// Problem is the message shown beside a field.
func (p shopPage) Problem(name string) struct{ Name, Text string } {
	return struct{ Name, Text string }{name, p.Problems[name]}
}

// Invalid marks an invalid field.
func (p shopPage) Invalid(name string) template.HTMLAttr {
	if p.Problems[name] == "" {
		return ""
	}
	return template.HTMLAttr(` aria-invalid="true" aria-describedby="fault-` + name + `"`)
}

type shopCurrency struct {
	Code, Name, Amount string
	Methods            []string
}

// dataFields are the customer data parameters of a RedirectURL.
var dataFields = []string{
	"accountName", "accountNumber", "accountType", "emailAddress", "phoneNumber", "taxId", "productId", "identifyingReference",
	"customerName.titleBefore", "customerName.firstName", "customerName.middleName", "customerName.lastName", "customerName.titleAfter",
	"paymentLocation.country", "paymentLocation.city", "paymentLocation.street", "paymentLocation.zipCode",
}

// showShop is the demo shop: the scenarios, and everything that a RedirectURL
// may contain.
func (s *Shop) showShop(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	form := remembered(r)
	if form.Get("item") != "" { // a customer's: developers go on with its method
		form = url.Values{lastOrder: form[lastOrder], "method": form["method"]}
	}
	if currency := r.FormValue("currency"); currency != "" {
		form.Set("method", s.methodIn(currency))
	}
	return s.shopPage(r, http.StatusOK, form, nil), nil
}

// methodIn is a currency's first method, as currency/code.
func (s *Shop) methodIn(currency string) string {
	for _, m := range s.Methods.ForCurrency(currency) {
		return currency + "/" + m.Code
	}
	return defaultMethod
}

func (s *Shop) shopPage(r *http.Request, status int, form url.Values, problems map[string]string) *page.Page {
	body := shopPage{
		Merchants: s.Merchants.Codes(), Outcomes: directive.Outcomes, Fields: dataFields, Item: productCalled(form.Get("item")),
		Base: s.BaseURL(r),
		Form: form, LastOrder: form.Get(lastOrder), Method: cmp.Or(form.Get("method"), defaultMethod), Problems: problems,
	}
	body.Currency, _, _ = strings.Cut(body.Method, "/")
	body.Developing = body.Item == "" && (form.Has("scenario") || len(problems) > 0)
	for name, values := range form {
		inSight := slices.Contains([]string{"method", "amount", "outcome", "steering", "scenario", "go", "item", lastOrder}, name)
		body.More = body.More || !inSight && values[0] != "" && values[0] != body.Merchants[0]
	}
	for _, currency := range s.Methods.Currencies() {
		row := shopCurrency{Code: currency, Name: cmp.Or(rules.CurrencyOf(currency).Name, currency), Amount: usualAmount(currency)}
		for _, m := range s.Methods.ForCurrency(currency) {
			if !slices.Contains(row.Methods, m.Code) {
				row.Methods = append(row.Methods, m.Code)
			}
		}
		body.Currencies = append(body.Currencies, row)
	}
	return &page.Page{Name: "shop", Title: "Shop", Body: body, Status: status, FormAction: page.Origin(s.App())}
}

// orderPage is an order as its shop knows it. It has a field for each part of the
// page: what the customer is told, and below it what developers want to see.
type orderPage struct {
	shopOrder
	Curl     string // how the token was obtained
	Sign     string // how to sign
	KeyFile  bool   // it names an existing file
	CurlRead string // how to read the payment
	Claims   string
	Returned url.Values
	Received []store.Received
	Read     string // the payment as the merchant reads it
	Problem  string // why it can't be read
	Status   string
	Known    bool // the gateway knows the payment
	Ended    bool // without success, so another attempt is needed
	Heading  string
	Lead     string
	Paid     string // what came, if it isn't what was asked for
}

// tell says to the customer what the shop knows, and no more.
func (p *orderPage) tell(paid money.Money) {
	asked := p.Amount + " " + p.Currency
	switch p.Status {
	case process.Success:
		p.Heading, p.Lead = "Thank you! It is paid", "We pack it today. This shop compares amounts first, and ships only if yours is right."
		if got := paid.String(); !paid.IsZero() && got != asked {
			p.Heading, p.Paid = "Another amount came", page.Written(paid.Bare(), paid.Currency())
			p.Lead = "We asked for " + page.Written(p.Amount, p.Currency) + ", and got " + p.Paid + ". Somebody looks at it before anything is sent."
		}
	case process.Refused, process.Failed, process.Canceled, process.Expired:
		p.Ended, p.Heading, p.Lead = true, "The payment didn't succeed", "You may try again: it will be a new payment, with an id of its own."
	case "":
		p.Heading, p.Lead = "Thank you for your order", "It is not paid yet."
	default:
		p.Heading, p.Lead = "We wait for your payment", "Your bank hasn't confirmed it yet. This page updates itself."
	}
}

// showOrder is an order of the shop, and the page to which its customers
// return. It shows the callbacks received and the payment as the merchant reads
// it. What the return itself claims is shown but not trusted.
func (s *Shop) showOrder(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	order, err := s.order(r.Context(), r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	if err := r.ParseForm(); err != nil {
		return nil, page.BadRequest("The returning form can't be read.")
	}
	body := orderPage{shopOrder: order, Returned: r.Form, Claims: claims(order.Token)}
	body.Curl, body.CurlRead = curlToken(s.BaseURL(r), order.Request), curlRead(s.BaseURL(r), order)
	body.Sign, body.KeyFile = curlSign(s.KeyPath), s.KeyPath != ""
	if body.Received, err = s.Store.ReceivedFor(r.Context(), order.ID); err != nil {
		return nil, err
	}
	s.readAsMerchant(r, &body)
	return &page.Page{Name: "order", Title: "Order " + order.ID, Body: body, Live: true, FormAction: page.Origin(s.App())}, nil
}

// readAsMerchant reads the payment with a token of its own, and says what came
// of it.
func (s *Shop) readAsMerchant(r *http.Request, body *orderPage) {
	var paid money.Money
	defer func() { body.tell(paid) }()
	ctx := mark.ForLooking(r.Context())
	raw, err := s.SignToken(ctx, TokenSpec{MerchantCode: body.Merchant, Operations: token.InfoOperations(body.ID)})
	if err != nil {
		body.Problem = err.Error()
		return
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://sandbox/payins/"+url.PathEscape(body.ID), nil)
	if err != nil {
		body.Problem = err.Error()
		return
	}
	request.Header.Set("Authorization", "Bearer "+raw)
	var answer wire.Payin
	text, err := s.ask(request, &answer)
	if refusal, ok := errors.AsType[*refusedError](err); ok && refusal.status == http.StatusNotFound {
		body.Problem = "The gateway has no payment with this id: the customer hasn't pressed Pay yet."
		return
	}
	if err != nil {
		body.Problem = err.Error()
		return
	}
	body.Known = true
	if paid = answer.Method.Money; answer.Process != nil {
		body.Status = answer.Process.Status
	}
	body.Read = page.Indented(string(text))
}
