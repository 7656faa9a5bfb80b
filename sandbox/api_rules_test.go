package sandbox_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"payapp/sandbox"
)

// interface.md, Errors: "A payment creation repeats an id that was already
// accepted" is a 409, whatever else the request says.
func TestErrors409RepeatedID(t *testing.T) {
	f := setup(t)
	token := f.token("o-1")
	f.create(token, "o-1", "PROMPTPAY", "THB", "10")
	f.want(409, token, "POST", "/payins/o-1", f.payinBody("PROMPTPAY", "THB", "10"))
	f.want(409, token, "POST", "/payins/o-1", f.payinBody("PIXQR", "BRL", "99"))
	f.want(409, token, "POST", "/payins/o-1", `{}`)
}

// interface.md, Errors and Limits: requests beyond 10 a second, by default, get a 429
// and are not processed. The limit is per merchant.
func TestErrors429RateOfAMerchant(t *testing.T) {
	f := setup(t, func(c *sandbox.Config) { c.Rate = 0 })
	token := f.token("o-1")
	for range 10 {
		f.want(404, token, "GET", "/payins/o-1", "")
	}
	f.want(429, token, "POST", "/payins/o-1", f.payinBody("PROMPTPAY", "THB", "10"))
	other, err := f.SignToken(t.Context(), sandbox.TokenSpec{MerchantCode: "DEMO-BANKS", IDPayin: "o-2"})
	if err != nil {
		t.Fatal(err)
	}
	f.want(404, other, "GET", "/payins/o-2", "")
	f.clock.advance(999 * time.Millisecond)
	f.want(429, token, "GET", "/payins/o-1", "")
	f.clock.advance(time.Millisecond)
	f.want(404, token, "GET", "/payins/o-1", "") // the creation wasn't processed
}

// All of a merchant's calls count against its rate, token calls included; the
// shop's own calls don't.
func TestRateCountsTokensToo(t *testing.T) {
	f := setup(t, func(c *sandbox.Config) { c.Rate = 10 })
	token := f.token("o-1")
	const request = `{"merchantCode":"DEMO","operations":["GET /currencies"],"secret":"demo-secret"}`
	order := f.order(url.Values{})
	for range 5 {
		f.want(200, "", "POST", "/auth-tokens", request)
		f.want(404, token, "GET", "/payins/o-1", "")
		f.get("/shop/orders/" + order.IDPayin)
	}
	f.want(429, "", "POST", "/auth-tokens", request)
	f.want(429, token, "GET", "/payins/o-1", "")
	other := f.order(url.Values{})
	if _, page := f.get("/shop/orders/" + other.IDPayin); !strings.Contains(page, "the customer hasn&#39;t pressed Pay yet") {
		t.Error("the shop can't read its order")
	}
}

// interface.md, Errors: the three codes of a 406.
func TestErrors406Codes(t *testing.T) {
	f := setup(t)
	for directive, code := range map[string]string{
		"refuse-security": "SECURITY_CHECK_FAILED", "refuse-inactivity": "CUSTOMER_VERIFICATION_INACTIVITY", "refuse-unregistered": "CUSTOMER_NOT_REGISTERED",
	} {
		id := "o-1~" + directive
		token := f.token(id)
		r := f.want(406, token, "POST", "/payins/"+id, f.payinBody("PROMPTPAY", "THB", "10"))
		if r.json["code"] != code {
			t.Errorf("%s: got %v", directive, r.json["code"])
		}
		f.want(404, token, "GET", "/payins/"+id, "")
	}
}

// interface.md, Endpoints: "Every call sends these headers"; bodies are JSON.
func TestEndpointsHeadersAndBodies(t *testing.T) {
	f := setup(t)
	token := f.token("o-1")
	body := f.payinBody("PROMPTPAY", "THB", "10")
	f.want(415, token, "POST", "/payins/o-1", body, "Content-Type", "text/plain")
	f.want(415, token, "POST", "/payins/o-1", body, "Content-Type", "")
	f.want(200, token, "POST", "/payins/o-1", body, "Content-Type", "application/json; charset=utf-8")
	for _, broken := range []string{"{", `"text"`, "[]", `{"paymentMethod":5}`, `{"paymentRequested":{"money":{"amount":"x","currencyCode":"THB"}}}`} {
		f.want(400, f.token("o-2"), "POST", "/payins/o-2", broken)
	}
	f.want(413, f.token("o-2"), "POST", "/payins/o-2", `{"x":"`+strings.Repeat("x", 70_000)+`"}`)
	f.want(405, token, "DELETE", "/payins/o-1", "")
	f.want(404, token, "GET", "/payins/o-1/elsewhere", "")
}

// A payment belongs to its merchant. For others it doesn't exist, and they may
// have one with the same id. Pages distinguish the two.
func TestPaymentsOfOtherMerchants(t *testing.T) {
	f := setup(t)
	token := f.token("o-1")
	f.create(token, "o-1", "PROMPTPAY", "THB", "10")
	other, err := f.SignToken(t.Context(), sandbox.TokenSpec{MerchantCode: "DEMO-NONAME", IDPayin: "o-1"})
	if err != nil {
		t.Fatal(err)
	}
	f.want(404, other, "GET", "/payins/o-1", "")
	f.create(other, "o-1", "PROMPTPAY", "THB", "20")
	f.want(409, other, "POST", "/payins/o-1", f.payinBody("PROMPTPAY", "THB", "20"))

	f.setStatus("o-1?merchant=DEMO-NONAME", "REFUSED")
	if a, b := f.status(token, "o-1"), f.status(other, "o-1"); a != "PENDING" || b != "REFUSED" {
		t.Errorf("after the console: got %v and %v", a, b)
	}
	_, list := f.get("/console")
	for merchant, amount := range map[string]string{"DEMO": "฿10.00", "DEMO-NONAME": "฿20.00"} {
		address := "/console/payins/o-1?merchant=" + merchant
		if !strings.Contains(list, `href="`+address+`"`) {
			t.Errorf("the console doesn't lead to %s", address)
		}
		_, page := f.get(address)
		if !strings.Contains(page, amount) || !strings.Contains(page, `href="/scan/o-1?merchant=`+merchant+`"`) {
			t.Errorf("%s shows another payment", address)
		}
		calls, _ := f.story("o-1?merchant=" + merchant)
		if want := map[string]int{"DEMO": 3, "DEMO-NONAME": 5}[merchant]; len(calls) != want {
			t.Errorf("%s has %d calls in its story, want %d: %q", merchant, len(calls), want, calls)
		}
	}
	f.play("/scan/o-1?merchant=DEMO", "pay-stay")
	f.clock.advance(2 * time.Second)
	if got := f.status(token, "o-1"); got != "SUCCESS" {
		t.Errorf("paid: got %v", got)
	}
	general, others := f.general("DEMO"), f.general("DEMO-NONAME")
	f.want(200, general, "POST", "/payouts/o-1", payout("10", "THB", thaiTransfer))
	f.want(404, others, "GET", "/payouts/o-1", "")
	f.want(200, others, "POST", "/payouts/o-1", payout("10", "THB", thaiTransfer))
}

// interface.md, Merchant info resource; contract: the demo merchants.
func TestMerchants(t *testing.T) {
	f := setup(t)
	const inr = `{"money":{"amount":10,"currencyCode":"INR"}}`
	for merchant, want := range map[string]struct {
		info    string
		options int
	}{
		"DEMO": {`{"channelInfo":{"name":"Demo Shop"}}`, 6}, "DEMO-BANKS": {`{"channelInfo":{"name":"Demo Bank Shop"}}`, 6},
		"DEMO-NONAME": {`{}`, 6}, "DEMO-EMPTY": {`{"channelInfo":{"name":"Demo Empty Shop"}}`, 0},
	} {
		token, err := f.SignToken(t.Context(), sandbox.TokenSpec{MerchantCode: merchant, IDPayin: "o-1"})
		if err != nil {
			t.Fatal(err)
		}
		if got := f.want(200, token, "GET", "/merchant-info", "").raw; got != want.info {
			t.Errorf("%s: got %s", merchant, got)
		}
		options := f.want(200, token, "POST", "/payins/!availablePaymentOptions", inr)
		data, ok := options.json["data"].([]any)
		if !ok || len(data) != want.options {
			t.Errorf("%s: got %d options, want %d", merchant, len(data), want.options)
		}
		if banks := strings.Count(options.raw, "Co-operative Bank") + strings.Count(options.raw, "Sahakari Bank"); (merchant == "DEMO-BANKS") != (banks > 150) {
			t.Errorf("%s: %d co-operative banks", merchant, banks)
		}
	}
}

// interface.md, Payment options resource.
func TestOptions(t *testing.T) {
	f := setup(t)
	token := f.token("o-1")
	ask := func(status int, amount, currency string) reply {
		return f.want(status, token, "POST", "/payins/!availablePaymentOptions", fmt.Sprintf(`{"money":{"amount":%s,"currencyCode":%q}}`, amount, currency))
	}
	if got := ask(200, "10", "NAD").raw; !strings.Contains(got, `"externalProviders":[{"code":"PAYTODAY","name":"PayToday"}]`) {
		t.Errorf("externalProviders: got %s", got)
	}
	if got := ask(200, "10", "INR").raw; strings.Count(got, "P2A_V2") != 1 || strings.Contains(got, "externalProviders") {
		t.Errorf("INR: got %s", got)
	}
	if got := ask(200, "10", "KPW").raw; got != `{"data":[]}` { // which nobody pays with
		t.Errorf("KPW: got %s", got)
	}
	ask(400, "0", "THB")
	ask(400, "-5", "THB")
	ask(400, "1.001", "THB")
	ask(400, "10", "XYZ")
	f.want(400, token, "POST", "/payins/!availablePaymentOptions", `{}`)
}
