package sandbox_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestPayinFromTokenToSuccess(t *testing.T) {
	f := setup(t)
	id := "order-1"
	token := f.token(id)

	options := f.want(200, token, "POST", "/payins/!availablePaymentOptions", `{"money":{"amount":1234.5,"currencyCode":"THB"}}`)
	if got := options.raw; !strings.Contains(got, `{"paymentMethodCode":"PROMPTPAY","paymentOperators":[]}`) || !strings.Contains(got, `{"code":"004","name":"Kasikornbank"}`) {
		t.Errorf("options: got %s", got)
	}
	if got := f.want(200, token, "GET", "/merchant-info", "").at("channelInfo.name"); got != "Demo Shop" {
		t.Errorf("merchant: got %v", got)
	}
	f.want(404, token, "GET", "/payins/"+id, "")

	created := f.create(token, id, "ONLINE", "THB", "1234.5")
	bank, _ := created.at("paymentMethodResponse.redirectUrl").(string)
	if !strings.HasPrefix(bank, f.url+"/bank/") {
		t.Fatalf("redirectUrl: got %q", bank)
	}
	if got := created.at("paymentMethodResponse.returnUrl"); got != "https://shop.example.com/back" {
		t.Errorf("returnUrl: got %v", got)
	}
	if got := created.at("paymentMethodResponse.expireAt"); got != "2026-11-21T09:30:00.000Z" {
		t.Errorf("expireAt: got %v", got)
	}
	if got := f.status(token, id); got != "PENDING" {
		t.Errorf("status: got %v, want PENDING", got)
	}

	response, err := f.http.PostForm(bank, url.Values{"action": {"pay"}})
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if got := response.Header.Get("Location"); response.StatusCode != http.StatusSeeOther || got != "https://shop.example.com/back" {
		t.Errorf("the bank leads to %d %q", response.StatusCode, got)
	}
	if got := f.status(token, id); got != "PROCESSING" {
		t.Errorf("status: got %v, want PROCESSING", got)
	}
	f.clock.advance(2 * time.Second)
	read := f.want(200, token, "GET", "/payins/"+id, "")
	if got := read.at("process.status"); got != "SUCCESS" {
		t.Errorf("status: got %v, want SUCCESS", got)
	}
	if got := read.at("process.processedAt"); got != "2026-11-21T09:00:02.000Z" {
		t.Errorf("processedAt: got %v", got)
	}
}
