package e2e

import (
	"encoding/json"
	"net/http"
	"net/url"
	"payapp/e2e/kit"
	"testing"
)

// The sandbox's own pages are judged as those of the customers are: conforming
// HTML, axe in light and dark, nothing wider than a phone.
func TestSandboxPages(t *testing.T) {
	begin(t)
	for _, c := range []customer{{Device: kit.Narrow}, {Device: desktop}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			box := worldOf(t).Sandbox
			var orders [2]order // the first is paid, the second open
			for i := range orders {
				orders[i] = promptPayOrder(t)
			}
			o := orders[0]
			o.Set("SUCCESS")
			source(t, box+"/payins/"+o.ID) // refused: there is no token
			bought := ""
			for path, form := range map[string]url.Values{
				"/shop":             {"go": {"order"}, "item": {"Bookmark"}},
				"/console/steering": {"steering": {"~refused ~success@5s"}, "idPayin": {o.ID + "-*"}, "times": {"3"}},
				"/console/faults":   {"kind": {"latency"}, "percent": {"10"}, "delay": {"1ms"}, "idPayin": {o.ID}},
			} {
				response, err := http.PostForm(box+path, form)
				if err != nil {
					t.Fatal(err)
				}
				response.Body.Close()
				if path == "/shop" {
					bought = response.Request.URL.Path
				}
			}
			b := open(t, c)
			b.Visit(box + "/about")
			judge := b.WorldWith("html-validate", htmlValidate+judge)
			pages := []string{
				"/shop", "/shop?currency=JPY", "/phone", "/about", "/interface", "/console", "/console/calls", "/console/calls?order=" + o.ID, "/console/calls/1", "/console/steering",
				"/console/panel", "/console/merchants", "/console/payins/" + o.ID, "/scan/" + o.ID, "/scan/" + orders[1].ID, "/approve/" + orders[1].ID, "/console/payins/nobody", bought,
			}
			pages = append(pages, otherSides(t)...)
			for _, path := range pages {
				for _, fault := range b.conform(judge, source(t, box+path)) {
					t.Errorf("%s: %s: %s (%s, line %d)", path, fault.Rule, fault.Message, fault.Selector, fault.Line)
				}
			}
			b.Observer.Expect(404)
			for _, path := range pages {
				b.Visit(box + path)
				b.Tell(`document.querySelectorAll("details").forEach((part) => { part.open = true })`)
				b.InspectAll()
				if wide := ask[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide > 0 {
					t.Errorf("%s: scrolls to the side by %d px", path, wide)
				}
			}
		})
	}
}

// promptPayOrder is an order whose payment has begun.
func promptPayOrder(t *testing.T) order {
	t.Helper()
	o, box := newOrder(t, "99.00", "THB"), worldOf(t).Sandbox
	o.Call(http.MethodPost, "/payins/"+o.ID, map[string]any{
		"paymentRequested": map[string]any{"money": map[string]any{"amount": 99, "currencyCode": "THB"}},
		"paymentMethod":    map[string]any{"paymentMethodCode": "PROMPTPAY", "account": map[string]any{"accountNumber": "0801234567"}},
		"callbackUrl":      box + "/shop/callback", "returnUrl": box + "/shop",
	}, &kit.Payin{})
	return o
}

// otherSides are the pages of a bank, a wallet, a store's counter and a crypto
// wallet, each on which a payment waits.
func otherSides(t *testing.T) (paths []string) {
	t.Helper()
	for _, c := range []struct {
		currency, amount string
		method           map[string]any
	}{
		{"THB", "99.00", map[string]any{"paymentMethodCode": "ONLINE", "account": map[string]any{"accountName": "Alex Example"}}},
		{"IDR", "20000", map[string]any{"paymentMethodCode": "EWALLET", "paymentOperatorCode": "OVO"}},
		{"TWD", "300", map[string]any{
			"paymentMethodCode": "CODE_PAYMENT", "account": map[string]any{"accountName": "Alex Example"},
			"emailAddress": "alex@shop.example", "phoneNumber": "0912345678", "paymentLocation": map[string]any{"city": "Taipei"},
		}},
		{"USDT", "10", map[string]any{"paymentMethodCode": "CRYPTO_OFFLINE"}},
	} {
		o := newOrder(t, c.amount, c.currency)
		var made struct {
			Method struct{ RedirectURL string } `json:"paymentMethodResponse"`
		}
		o.Call(http.MethodPost, "/payins/"+o.ID, map[string]any{
			"paymentRequested": map[string]any{"money": map[string]any{"amount": json.Number(c.amount), "currencyCode": c.currency}},
			"paymentMethod":    c.method, "returnUrl": worldOf(t).Sandbox + "/shop",
		}, &made)
		path := "/scan/" + o.ID
		if bank, err := url.Parse(made.Method.RedirectURL); err == nil && bank.Path != "" {
			path = bank.Path
		}
		paths = append(paths, path)
	}
	return paths
}

// What seldom happens is folded on the pages of bank and phone. Press opens it.
func TestAFoldedButtonIsPressed(t *testing.T) {
	begin(t)
	o := promptPayOrder(t)
	open(t, customer{Device: phone}).Play("/scan/"+o.ID, "fail")
	if got := o.Read().Process.Status; got != "FAILED" {
		t.Errorf("the payment is %q", got)
	}
}
