package sandbox

import (
	"cmp"
	"net/http"
	"net/url"

	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/token"
	"payapp/sandbox/internal/wire"
)

type shopPage struct {
	Scenarios  []scenario
	Merchants  []string
	Currencies []shopCurrency
	Steering   []string
	Fields     []string   // customer data parameters
	Last       url.Values // the form of the last order
	LastOrder  string
	Method     string // chosen
}

type shopCurrency struct {
	Code, Amount string
	Methods      []string
}

// steeringSamples are directives that the shop offers.
var steeringSamples = []string{"~success@2s", "~refused", "~failed-security", "~expires@30s", "~strange@4s", "~lost~success@5s", "~busy~success@5s", "~required", "~vat", "~refuse-unregistered"}

// dataFields are the customer data parameters of a RedirectURL.
var dataFields = []string{
	"accountName", "accountNumber", "accountType", "emailAddress", "phoneNumber", "taxId", "productId", "identifyingReference",
	"customerName.titleBefore", "customerName.firstName", "customerName.middleName", "customerName.lastName", "customerName.titleAfter",
	"paymentLocation.country", "paymentLocation.city", "paymentLocation.street", "paymentLocation.zipCode",
}

// showShop is the demo shop: the scenarios, and everything that a RedirectURL
// may hold.
func (s *Sandbox) showShop(_ http.ResponseWriter, r *http.Request) (*page, error) {
	body := shopPage{Scenarios: scenarios, Merchants: merchantCodes(), Steering: steeringSamples, Fields: dataFields, Last: remembered(r)}
	body.LastOrder = body.Last.Get(lastOrder)
	body.Method = cmp.Or(body.Last.Get("method"), defaultMethod)
	for _, currency := range rules.Currencies() {
		row := shopCurrency{Code: currency, Amount: sampleAmounts[currency]}
		seen := map[string]bool{}
		for _, m := range rules.ForCurrency(currency) {
			if !seen[m.Code] {
				row.Methods = append(row.Methods, m.Code)
			}
			seen[m.Code] = true
		}
		body.Currencies = append(body.Currencies, row)
	}
	return &page{Name: "shop", Title: "Demo shop", Body: body, formAction: origin(*s.appURL.Load())}, nil
}

type orderPage struct {
	shopOrder
	Curl     string // how the token was obtained
	CurlRead string // how to read the payment
	Claims   string
	Returned url.Values
	Received []receivedRow
	Read     string // the payment as the merchant reads it
	Problem  string // why it can't be read
	Status   string
	Known    bool // the gateway knows the payment
}

type receivedRow struct{ At, Text string }

// showOrder is an order of the shop, and where its customers come back to: the
// callbacks that came and the payment as the merchant reads it. What the
// return itself claims is shown and not believed.
func (s *Sandbox) showOrder(_ http.ResponseWriter, r *http.Request) (*page, error) {
	order, err := s.order(r, r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	if err := r.ParseForm(); err != nil {
		return nil, &pageError{http.StatusBadRequest, "The returning form can't be read."}
	}
	body := orderPage{shopOrder: order, Returned: r.Form, Claims: claims(order.Token)}
	body.Curl, body.CurlRead = curlToken(s.baseURL(r), order.Request), curlRead(s.baseURL(r), order)
	received, err := s.store.ReceivedFor(r.Context(), order.ID)
	if err != nil {
		return nil, err
	}
	for _, c := range received {
		body.Received = append(body.Received, receivedRow{long(c.At), c.Text})
	}
	s.readAsMerchant(r, &body)
	return &page{Name: "order", Title: "Order " + order.ID, Body: body, live: true, formAction: origin(*s.appURL.Load())}, nil
}

// readAsMerchant reads the payment with a token of its own.
func (s *Sandbox) readAsMerchant(r *http.Request, body *orderPage) {
	ctx := forLooking(r.Context())
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
	if err != nil {
		body.Problem = err.Error()
		return
	}
	body.Known = true
	if answer.Process != nil {
		body.Status = answer.Process.Status
	}
	body.Read = indented(string(text))
}
