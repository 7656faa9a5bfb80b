package e2e

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// order is a payment as its shop knows it.
type order struct {
	t     *testing.T
	id    string
	token string
	link  url.Values // the RedirectURL's parameters
	app   string     // the application's address
}

// newOrder signs a token for a new payment and makes its RedirectURL. pairs are
// further parameters; "steering" goes into the order id instead.
func newOrder(t *testing.T, amount, currency string, pairs ...string) order {
	t.Helper()
	o := order{t: t, id: "e2e-" + strings.ToLower(rand.Text()[:12]), link: url.Values{}, app: worldOf(t).app}
	merchant := "DEMO"
	for i := 0; i < len(pairs); i += 2 {
		switch name, value := pairs[i], pairs[i+1]; name {
		case "steering":
			o.id += value
		case "merchantCode":
			merchant = value
		default:
			o.link.Set(name, value)
		}
	}
	quoted := regexp.QuoteMeta(o.id)
	o.token = o.newToken(merchant, amount, currency, []string{
		"POST /payins/!availablePaymentOptions", "POST /payins/" + quoted, "GET /payins/" + quoted,
		"POST /payins/" + quoted + "/externalReference", "GET /merchant-info",
	})
	for name, value := range map[string]string{
		"merchantCode": merchant, "idPayin": o.id, "token": o.token, "amount": amount, "currencyCode": currency,
		"callbackUrl": worldOf(t).sandbox + "/shop/callback", "returnUrl": worldOf(t).sandbox + "/shop?order=" + url.QueryEscape(o.id) + "&x=a%20b",
	} {
		if !o.link.Has(name) {
			o.link.Set(name, value)
		}
	}
	return o
}

// newToken is POST /auth-tokens, authenticated by the demo merchants' secret.
func (o order) newToken(merchant, amount, currency string, operations []string) string {
	o.t.Helper()
	var answer struct {
		Token string `json:"token"`
	}
	o.call(http.MethodPost, "/auth-tokens", map[string]any{
		"merchantCode": merchant, "secret": "demo-secret", "validitySecs": 1800, "operations": operations,
		"money": map[string]any{"amount": json.Number(amount), "currencyCode": currency},
	}, &answer)
	if answer.Token == "" {
		o.t.Fatal("the gateway gave no token")
	}
	return answer.Token
}

// url is the RedirectURL.
func (o order) url() string { return o.app + "/?" + o.link.Encode() }

// statusURL is the status link, with a token of its own that can only read.
func (o order) statusURL() (address, token string) {
	o.t.Helper()
	currency := o.link.Get("currencyCode")
	token = o.newToken(o.link.Get("merchantCode"), o.link.Get("amount"), currency, []string{"GET /payins/" + regexp.QuoteMeta(o.id)})
	return worldOf(o.t).app + "/status?" + url.Values{"idPayin": {o.id}, "token": {token}, "currencyCode": {currency}}.Encode(), token
}

// payin is what the merchant reads of a payment.
type payin struct {
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

// read is GET /payins/{idPayin}.
func (o order) read() payin {
	o.t.Helper()
	var p payin
	o.call(http.MethodGet, "/payins/"+url.PathEscape(o.id), nil, &p)
	return p
}

// set changes the payment's status as a button of the sandbox's console does.
func (o order) set(status string) { o.tell("status", status) }

// tell submits a field of the payment's page in the console.
func (o order) tell(field, value string) {
	o.t.Helper()
	response, err := worldOf(o.t).http.PostForm(worldOf(o.t).sandbox+"/console/payins/"+o.id, url.Values{field: {value}})
	if err != nil {
		o.t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode >= 400 {
		body, _ := io.ReadAll(response.Body)
		o.t.Fatalf("console: %s %s", response.Status, body)
	}
}

func (o order) call(method, path string, body, answer any) {
	o.t.Helper()
	encoded, err := json.Marshal(body)
	if err != nil {
		o.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(o.t.Context(), method, worldOf(o.t).sandbox+path, bytes.NewReader(encoded))
	if err != nil {
		o.t.Fatal(err)
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("X-API-Version", "2")
	if method != http.MethodGet {
		r.Header.Set("Content-Type", "application/json")
	}
	if o.token != "" {
		r.Header.Set("Authorization", "Bearer "+o.token)
	}
	response, err := worldOf(o.t).http.Do(r)
	if err != nil {
		o.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		o.t.Fatal(err)
	}
	if response.StatusCode >= 300 {
		o.t.Fatalf("%s %s: %s %s", method, path, response.Status, text)
	}
	if err := json.Unmarshal(text, answer); err != nil {
		o.t.Fatalf("%s %s: %v in %s", method, path, err, text)
	}
}
