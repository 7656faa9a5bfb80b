package kit

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Order is a payment as its shop knows it.
type Order struct {
	t     T
	world *World
	ID    string
	Token string
	Link  url.Values // the RedirectURL's parameters
	App   string     // the application's address
	// What its pages must say of it; Payee is "" where the kit doesn't know. Enter and
	// Expect take them as they are then.
	Amount, Currency, Payee string
	// merchant signs.
	merchant *Merchant
}

// NewOrder makes the RedirectURL of a new payment. pairs are names and values of further
// parameters; "steering" goes into the order id instead, "validity" is how long its token is
// valid ("2h"; half an hour without it), and "merchantCode" is one of the sandbox's own merchants
// instead of DEMO; a suite's own is NewMerchant's. Steering that the sandbox doesn't know fails
// the test.
func NewOrder(t T, w *World, amount, currency string, pairs ...string) Order {
	t.Helper()
	return newOrder(t, w, &Merchant{Code: merchant, Secret: "demo-secret", name: w.Payee, world: w}, amount, currency, pairs...)
}

// usualValidity is that of a token, if its terms say nothing else.
const usualValidity = 30 * time.Minute

var plainAmount = regexp.MustCompile(`^\d+(\.\d+)?$`)

func newOrder(t T, w *World, m *Merchant, amount, currency string, pairs ...string) Order {
	t.Helper()
	if !plainAmount.MatchString(amount) {
		t.Fatalf("the amount is %q: digits and at most one point, such as 1250.00", amount)
	}
	if len(pairs)%2 != 0 {
		t.Fatalf("of the parameters %q the last one has no value: they are names and values in turn", pairs)
	}
	terms := Terms{
		Amount: amount, Currency: currency, ID: orderPrefix + strings.ToLower(rand.Text()[:12]), Merchant: m.Code, Parameters: url.Values{},
		Validity: usualValidity,
	}
	for pair := range slices.Chunk(pairs, 2) {
		switch name, value := pair[0], pair[1]; name {
		case "steering":
			terms.ID += value
		case "merchantCode":
			terms.Merchant = value
		case "validity":
			valid, err := time.ParseDuration(value)
			if err != nil || valid < time.Second {
				t.Fatalf("the validity is %q: a duration such as 2h", value)
			}
			terms.Validity = valid
		default:
			terms.Parameters.Set(name, value)
		}
	}
	if strings.Contains(terms.ID, "~") && w.Sandbox != "" {
		w.wantSteering(t, terms.ID)
	}
	o := w.order(t, m, terms)
	o.Amount, o.Currency = amount, currency
	if terms.Merchant == m.Code {
		o.Payee = m.name
	}
	made.Store(o.ID, o.ordered())
	return o
}

// order is a new order with its link.
func (w *World) order(t T, m *Merchant, terms Terms) Order {
	t.Helper()
	if w.Links == nil {
		return w.signed(t, m, terms)
	}
	address, err := w.Links(t.Context(), terms)
	if err != nil {
		t.Fatalf("no link: %v", err)
	}
	at, query, _ := strings.Cut(strings.TrimSpace(address), "?")
	link, err := url.ParseQuery(query)
	if err != nil || link.Get("token") == "" || link.Get("idPayin") == "" {
		t.Fatalf("what makes links printed no RedirectURL with a token and an idPayin, but %.40q …", at)
	}
	return Order{t: t, world: w, ID: link.Get("idPayin"), Token: link.Get("token"), Link: link, App: strings.TrimSuffix(at, "/"), merchant: m}
}

// wantSteering asks the sandbox whether it knows the id's directives. The question lacks
// a version, so that it is refused before it counts as one of the calls that are steered.
func (w *World) wantSteering(t T, id string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.Sandbox+"/payins/"+url.PathEscape(id), nil)
	if err != nil {
		t.Fatalf("%v", err)
	}
	response, err := w.client().Do(r)
	if err != nil {
		t.Fatalf("%v", err)
	}
	response.Body.Close()
	if unknown := response.Header.Get("X-Sandbox-Unknown-Directive"); unknown != "" {
		t.Fatalf("the sandbox knows no steering %s: it would have no effect", unknown)
	}
	if both := response.Header.Get("X-Sandbox-Contradiction"); both != "" {
		t.Fatalf("of the steering, %s contradict each other: the sandbox would refuse the payment", both)
	}
}

// signed is an order of the sandbox.
func (w *World) signed(t T, m *Merchant, terms Terms) Order {
	t.Helper()
	o := Order{t: t, world: w, ID: terms.ID, Link: terms.Parameters, App: w.App, merchant: m}
	quoted := regexp.QuoteMeta(o.ID)
	o.Token = o.newToken(terms, []string{
		"POST /payins/!availablePaymentOptions", "POST /payins/" + quoted, "GET /payins/" + quoted,
		"POST /payins/" + quoted + "/externalReference", "GET /merchant-info",
	})
	for name, value := range map[string]string{
		"merchantCode": terms.Merchant, "idPayin": o.ID, "token": o.Token, "amount": terms.Amount, "currencyCode": terms.Currency,
		"callbackUrl": w.Sandbox + "/shop/callback", "returnUrl": w.Sandbox + "/shop?order=" + url.QueryEscape(o.ID) + "&x=a%20b",
	} {
		if !o.Link.Has(name) {
			o.Link.Set(name, value)
		}
	}
	return o
}

// newToken is POST /auth-tokens, authenticated by the merchant's secret or key; another
// merchant's is one of the sandbox's own, whose secret is known.
func (o Order) newToken(terms Terms, operations []string) string {
	o.t.Helper()
	var answer struct {
		Token string `json:"token"`
	}
	signer := o.merchant
	if terms.Merchant != signer.Code {
		signer = &Merchant{Code: terms.Merchant, Secret: "demo-secret", world: o.world}
	}
	body, signature := signer.sign(o.t, map[string]any{
		"merchantCode": terms.Merchant, "validitySecs": int(terms.Validity.Seconds()), "operations": operations,
		"money": map[string]any{"amount": json.Number(terms.Amount), "currencyCode": terms.Currency},
	})
	o.call(http.MethodPost, "/auth-tokens", body, signature, &answer)
	if answer.Token == "" {
		o.t.Fatalf("the gateway gave no token")
	}
	return answer.Token
}

// URL is the RedirectURL.
func (o Order) URL() string { return o.App + "/?" + o.Link.Encode() }

// StatusURL is the status link, with a token of its own that can only read.
func (o Order) StatusURL() (address, token string) {
	o.t.Helper()
	currency := o.Link.Get("currencyCode")
	terms := Terms{Merchant: o.Link.Get("merchantCode"), Amount: o.Link.Get("amount"), Currency: currency, Validity: usualValidity}
	token = o.newToken(terms, []string{"GET /payins/" + regexp.QuoteMeta(o.ID)})
	return o.world.App + "/status?" + url.Values{"idPayin": {o.ID}, "token": {token}, "currencyCode": {currency}}.Encode() + "&end=1", token
}

// Payin is what the merchant reads of a payment.
type Payin struct {
	Method struct {
		Code          string `json:"paymentMethodCode"`
		QRCode        string `json:"qrCode"`
		UPIQRDeepLink string `json:"upiQrDeepLink"`
		Reference     string `json:"reference"`
		Account       struct {
			Name   string `json:"accountName"`
			Number string `json:"accountNumber"`
		} `json:"account"`
	} `json:"paymentMethodResponse"`
	Process struct {
		Status string `json:"status"`
	} `json:"process"`
}

// Read is GET /payins/{idPayin}.
func (o Order) Read() Payin {
	o.t.Helper()
	var p Payin
	o.Call(http.MethodGet, "/payins/"+url.PathEscape(o.ID), nil, &p)
	return p
}

// Set changes the payment's status as a button of the sandbox's console does.
func (o Order) Set(status string) {
	o.t.Helper()
	o.Tell("status", status)
}

// Tell submits a field of the payment's page in the console.
func (o Order) Tell(field, value string) {
	o.t.Helper()
	address := o.world.Sandbox + "/console/payins/" + o.ID
	response, err := o.world.client().PostForm(address, url.Values{field: {value}}) //nolint:noctx // the client has a limit
	if err != nil {
		o.t.Fatalf("%v", err)
	}
	defer response.Body.Close()
	if response.StatusCode >= 400 {
		body, _ := io.ReadAll(response.Body)
		o.t.Fatalf("console: %s %s", response.Status, body)
	}
}

// Call is a call of the gateway with the order's token; answer is filled from JSON.
func (o Order) Call(method, path string, body, answer any) {
	o.t.Helper()
	encoded, err := json.Marshal(body)
	if err != nil {
		o.t.Fatalf("%v", err)
	}
	o.call(method, path, encoded, "", answer)
}

func (o Order) call(method, path string, encoded []byte, signature string, answer any) {
	o.t.Helper()
	r, err := http.NewRequestWithContext(o.t.Context(), method, o.world.Sandbox+path, bytes.NewReader(encoded))
	if err != nil {
		o.t.Fatalf("%v", err)
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("X-API-Version", "2")
	if method != http.MethodGet {
		r.Header.Set("Content-Type", "application/json")
	}
	if signature != "" {
		r.Header.Set("X-SIGNATURE", signature)
	}
	if o.Token != "" {
		r.Header.Set("Authorization", "Bearer "+o.Token)
	}
	response, err := o.world.client().Do(r)
	if err != nil {
		o.t.Fatalf("%v", err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		o.t.Fatalf("%v", err)
	}
	if response.StatusCode >= 300 {
		o.t.Fatalf("%s %s: %s: %s", method, path, response.Status, refusalOf(text, nil))
	}
	if err := json.Unmarshal(text, answer); err != nil {
		o.t.Fatalf("%s %s: %v in %s", method, path, err, text)
	}
}

// Code is the code's content by the gateway's answer.
func (o Order) Code() string {
	o.t.Helper()
	p := o.Read().Method
	if p.UPIQRDeepLink != "" {
		return p.UPIQRDeepLink
	}
	if p.QRCode == "" && o.world.Strict && p.Code == "CRYPTO_OFFLINE" {
		return p.Account.Number // the application makes a code of it
	}
	if p.QRCode == "" {
		o.t.Fatalf("the gateway gave no code")
	}
	return p.QRCode
}
