package sandbox_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"payapp/sandbox"
)

// steered creates a payment and returns its status ten seconds later.
func (f *fixture) steered(merchant, id, amount, name string) any {
	f.t.Helper()
	token := f.general(merchant)
	f.want(200, token, "POST", "/payins/"+id, f.payinBody("PROMPTPAY", "THB", amount, func(method map[string]any) {
		method["account"] = map[string]any{"accountNumber": "0801234567", "accountName": name}
	}))
	f.clock.advance(10 * time.Second)
	return f.status(token, id)
}

// Orders whose ids say nothing are steered by merchant, id, amount and name,
// each rule for all orders or for so many.
func TestOrdersAreSteeredByRules(t *testing.T) {
	f := setup(t)
	var rule struct {
		ID       int64
		Steering []string
	}
	for _, form := range []map[string]any{
		{"steering": "refused", "idPayin": "suite-7-*"},
		{"steering": "~failed", "amount": "4002", "currencyCode": "THB"},
		{"steering": "~canceled", "name": "mallory"},
		{"steering": "~success", "merchantCode": "DEMO-BANKS"},
		{"steering": []string{"~expired", "~success"}, "idPayin": "turn-*", "times": 3},
	} {
		f.ask(200, "/console/steering", form, &rule)
	}
	if rule.ID != 5 || len(rule.Steering) != 2 {
		t.Errorf("got %+v", rule)
	}
	for _, c := range []struct{ merchant, id, amount, name, want string }{
		{"DEMO", "suite-7-a", "10", "Alex", "REFUSED"},
		{"DEMO", "suite-8-a", "10", "Alex", "PENDING"},
		{"DEMO", "a-1", "4002.00", "Alex", "FAILED"},
		{"DEMO", "a-2", "4002.01", "Alex", "PENDING"},
		{"DEMO", "a-3", "10", "Eve Mallory", "CANCELED"},
		{"DEMO-BANKS", "a-4", "10", "Alex", "SUCCESS"},
		{"DEMO", "a-5", "10", "Alex Example~refused@5s", "REFUSED"},
		{"DEMO", "a-6", "10", "Alex ~ refused ~ vat", "REFUSED"},
		{"DEMO", "turn-1", "10", "Alex", "EXPIRED"},
		{"DEMO", "turn-2", "10", "Alex", "SUCCESS"},
		{"DEMO", "turn-3", "10", "Alex", "EXPIRED"},
		{"DEMO", "turn-4", "10", "Alex", "PENDING"},
	} {
		if got := f.steered(c.merchant, c.id, c.amount, c.name); got != c.want {
			t.Errorf("%s, %s of %s by %q: got %v, want %s", c.merchant, c.id, c.amount, c.name, got, c.want)
		}
	}
	if got := f.calls("order=a-1&operation=payin-create")[0]; !strings.Contains(strings.Join(got.Notes, ""), "~failed: steers this payment") {
		t.Errorf("the call doesn't tell: %q", got.Notes)
	}
	r := f.want(200, f.token("a-7"), "POST", "/payins/a-7", strings.Replace(f.payinBody("PROMPTPAY", "THB", "10"), `"accountNumber"`, `"accountName":"A~sucess","accountNumber"`, 1))
	if got := r.header.Get("X-Sandbox-Unknown-Directive"); got != "~sucess" {
		t.Errorf("a misspelt one in a name: got %q", got)
	}
}

// The next order takes the rule with its first call, keeps it, and a payment
// that exists is never steered anew.
func TestTheNextOrderKeepsWhatSteersIt(t *testing.T) {
	f := setup(t)
	before := f.token("o-0")
	f.create(before, "o-0", "PROMPTPAY", "THB", "10")
	f.ask(200, "/console/steering", map[string]any{"steering": "~busy~refused", "times": "1"}, nil)
	f.want(200, before, "GET", "/payins/o-0", "")
	token := f.token("o-1")
	f.want(429, token, "POST", "/payins/!availablePaymentOptions", `{"money":{"amount":10,"currencyCode":"THB"}}`)
	other := f.token("o-2")
	f.create(other, "o-2", "PROMPTPAY", "THB", "10")
	body := f.payinBody("PROMPTPAY", "THB", "10")
	f.want(429, token, "POST", "/payins/o-1", body)
	f.want(429, token, "POST", "/payins/o-1", body)
	f.want(200, token, "POST", "/payins/o-1", body)
	f.ask(200, "/console/steering/remove", map[string]any{"id": "all"}, nil)
	f.clock.advance(10 * time.Second)
	for range 2 {
		f.want(429, token, "GET", "/payins/o-1", "")
	}
	if got := f.status(token, "o-1"); got != "REFUSED" || f.status(other, "o-2") != "PENDING" || f.status(before, "o-0") != "PENDING" {
		t.Errorf("got %v", got)
	}
}

// What can't steer is refused with the reason.
func TestRulesThatCantSteerAreRefused(t *testing.T) {
	f := setup(t)
	for _, form := range []map[string]any{
		{}, {"steering": "~sucess"}, {"steering": "~success@soon"}, {"steering": "~success", "times": "-1"}, {"steering": "~success", "amount": "ten"},
		{"steering": "~success", "currencyCode": "XXX"}, {"steering": "~success", "merchantCode": "NOBODY"}, {"steering": strings.Repeat("~vat ", 30)},
	} {
		var told problem
		if f.ask(400, "/console/steering", form, &told); told.Message == "" {
			t.Errorf("%v: no reason", form)
		}
	}
	f.ask(400, "/console/steering/remove", map[string]any{"id": "x"}, nil)
	f.ask(400, "/console/presets", map[string]any{"name": "a good day"}, nil)
}

// Presets are rules by one name, and end by it.
func TestPresets(t *testing.T) {
	f := setup(t)
	var page struct {
		Rules   []struct{ Preset string }
		Presets []struct{ Name, Says string }
	}
	f.ask(200, "/console/steering", nil, &page)
	if len(page.Presets) < 6 {
		t.Errorf("got %+v", page.Presets)
	}
	for _, p := range page.Presets {
		f.ask(200, "/console/presets", map[string]any{"name": p.Name, "merchantCode": "DEMO-BANKS"}, nil)
	}
	f.ask(200, "/console/presets", map[string]any{"name": "a bad day", "merchantCode": "DEMO-BANKS"}, &page) // again: no second time
	var panel struct {
		Faults []struct{ Preset, MerchantCode string }
	}
	f.ask(200, "/console/panel", nil, &panel)
	if len(page.Rules) < 12 || len(panel.Faults) != 6 || panel.Faults[0].MerchantCode != "DEMO-BANKS" {
		t.Errorf("got %d rules and %+v", len(page.Rules), panel.Faults)
	}
	for _, p := range page.Presets {
		f.ask(200, "/console/presets/remove", map[string]any{"name": p.Name, "merchantCode": "DEMO-BANKS"}, &page)
	}
	f.ask(200, "/console/panel", nil, &panel)
	if len(page.Rules) != 0 || len(panel.Faults) != 0 {
		t.Errorf("left: %+v and %+v", page.Rules, panel.Faults)
	}
	f.ask(200, "/console/presets", map[string]any{"name": "partial, late and wrong amounts"}, nil)
	amounts := []string{}
	for _, id := range []string{"a", "b", "c"} {
		f.create(f.token(id), id, "PROMPTPAY", "THB", "10")
		f.clock.advance(15 * time.Second)
		amounts = append(amounts, asJSON(t, f.want(200, f.token(id), "GET", "/payins/"+id, "").at("paymentMethodResponse.money.amount")))
	}
	if got := strings.Join(amounts, " "); got != "5.00 10.00 10.01" {
		t.Errorf("got %s", got)
	}
}

// Faults, clock and rate of one merchant or one order leave the others alone.
func TestParallelSuitesDontDisturbEachOther(t *testing.T) {
	f := setup(t, func(c *sandbox.Config) { c.Rate = 100 })
	a, b := f.general("DEMO"), f.general("DEMO-BANKS")
	for _, id := range []string{"o-1", "o-2"} {
		f.want(200, a, "POST", "/payins/"+id, f.payinBody("PROMPTPAY", "THB", "10"))
	}
	f.want(200, b, "POST", "/payins/o-1", f.payinBody("PROMPTPAY", "THB", "10"))
	f.ask(200, "/console/faults", map[string]any{"kind": "503", "percent": "100", "merchantCode": "DEMO", "idPayin": "o-1"}, nil)
	f.want(503, a, "GET", "/payins/o-1", "")
	f.want(200, a, "GET", "/payins/o-2", "")
	f.want(200, b, "GET", "/payins/o-1", "")
	f.ask(200, "/console/faults/remove", map[string]any{"index": "all"}, nil)
	f.ask(200, "/console/faults", map[string]any{"kind": "503", "percent": "100", "idPayin": "suite-7-*"}, nil)
	f.want(503, a, "GET", "/payins/suite-7-a", "")
	f.want(404, a, "GET", "/payins/suite-8-a", "")
	f.ask(400, "/console/faults", map[string]any{"kind": "503", "percent": "100", "idPayin": "a b*"}, nil)
	f.ask(400, "/console/clock", map[string]any{"by": "1m", "idPayin": "suite-7-*"}, nil)
	f.ask(200, "/console/faults/remove", map[string]any{"index": "all"}, nil)

	f.ask(200, "/console/clock", map[string]any{"by": "16m", "merchantCode": "DEMO", "idPayin": "o-1"}, nil)
	for _, c := range []struct {
		token, id, want string
	}{{a, "o-1", "EXPIRED"}, {a, "o-2", "PENDING"}, {b, "o-1", "PENDING"}} {
		if got := f.status(c.token, c.id); got != c.want {
			t.Errorf("one order's clock: %s is %v, want %s", c.id, got, c.want)
		}
	}
	one, fresh := f.token("o-2"), f.token("o-3")
	f.ask(200, "/console/clock", map[string]any{"by": "16m", "merchantCode": "DEMO"}, nil)
	if got := f.status(a, "o-2"); got != "EXPIRED" || f.status(b, "o-1") != "PENDING" {
		t.Errorf("one merchant's clock: got %v", got)
	}
	f.ask(200, "/console/clock", map[string]any{"by": "15m", "merchantCode": "DEMO", "idPayin": "o-2"}, nil)
	f.want(401, one, "GET", "/payins/o-2", "") // its token is 31 minutes old, the others 16
	f.want(404, fresh, "GET", "/payins/o-3", "")
	f.want(200, f.token("o-2"), "GET", "/payins/o-2", "")

	f.clock.advance(time.Minute)
	f.ask(200, "/console/rates", map[string]any{"perSecond": "2", "merchantCode": "DEMO"}, nil)
	f.ask(200, "/console/rates", map[string]any{"perSecond": "1", "merchantCode": "DEMO", "idPayin": "o-1"}, nil)
	f.want(200, a, "GET", "/payins/o-1", "")
	f.want(429, a, "GET", "/payins/o-1", "")
	f.want(200, a, "GET", "/payins/o-2", "")
	f.want(200, a, "GET", "/balances", "")
	f.want(429, a, "GET", "/balances", "")
	for range 5 {
		f.want(200, b, "GET", "/payins/o-1", "")
	}
	for _, form := range []map[string]any{{"perSecond": "1"}, {"perSecond": "x", "merchantCode": "DEMO"}, {"perSecond": "1", "merchantCode": "NOBODY"}} {
		f.ask(400, "/console/rates", form, nil)
	}
}

// A merchant of one's own is made in one call, and works at once; what it may
// use is limited as asked, and what steers or slows it leaves others alone.
func TestMerchantsOfOnesOwn(t *testing.T) {
	f := setup(t)
	var made struct{ MerchantCode, Name, Secret, PrivateKey string }
	f.ask(200, "/console/merchants", map[string]any{}, &made)
	if !strings.HasPrefix(made.MerchantCode, "M-") || made.Secret == "" || made.PrivateKey != "" {
		t.Errorf("got %+v", made)
	}
	f.ask(200, "/console/merchants", map[string]any{
		"merchantCode": "SUITE-7", "name": "Lotus Books", "methods": []string{"THB/PROMPTPAY", "INR/NETBANKING"}, "operators": "HDFC SBIN", "makeKey": true,
	}, &made)
	key, err := sandbox.ParseKey([]byte(made.PrivateKey))
	if err != nil {
		t.Fatal(err)
	}
	token := f.tokenBy(key, "SUITE-7")
	for currency, want := range map[string]string{"THB": `"PROMPTPAY"`, "INR": `"NETBANKING"`, "MYR": ""} {
		raw := f.want(200, token, "POST", "/payins/!availablePaymentOptions", `{"money":{"amount":10,"currencyCode":"`+currency+`"}}`).raw
		if got := strings.Count(raw, "paymentMethodCode"); got != min(1, len(want)) || !strings.Contains(raw, want) {
			t.Errorf("%s: got %s", currency, raw)
		}
		if currency == "INR" && (strings.Count(raw, `"code"`) < 2 || strings.Contains(raw, "ICIC")) {
			t.Errorf("operators: got %s", raw)
		}
	}
	f.want(200, token, "POST", "/payins/o-1", f.payinBody("PROMPTPAY", "THB", "10"))
	f.want(400, token, "POST", "/payins/o-2", f.payinBody("DUITNOW", "MYR", "10"))
	if got := f.want(200, token, "GET", "/merchant-info", "").at("channelInfo.name"); got != "Lotus Books" {
		t.Errorf("got %v", got)
	}
	f.want(401, "", "POST", "/auth-tokens-by-action", `{"merchantCode":"SUITE-7","action":"PAYIN_INFO","idPayment":"o-1","secret":"demo-secret"}`)
	f.want(200, "", "POST", "/auth-tokens-by-action", `{"merchantCode":"SUITE-7","action":"PAYIN_INFO","idPayment":"o-1","secret":"`+made.Secret+`"}`)
	f.ask(200, "/console/steering", map[string]any{"merchantCode": "SUITE-7", "steering": "~refuse-security", "times": "1"}, nil)
	f.want(200, f.general("DEMO"), "POST", "/payins/o-3", f.payinBody("PROMPTPAY", "THB", "10"))
	f.want(406, token, "POST", "/payins/o-3", f.payinBody("PROMPTPAY", "THB", "10"))
	f.want(200, token, "POST", "/payins/o-4", f.payinBody("PROMPTPAY", "THB", "10"))
	f.clock.advance(time.Minute)
	f.ask(200, "/console/rates", map[string]any{"merchantCode": "SUITE-7", "perSecond": "1"}, nil)
	f.want(200, token, "GET", "/payins/o-4", "")
	f.want(429, token, "GET", "/payins/o-4", "")
	f.want(200, f.general("DEMO"), "GET", "/payins/o-3", "")
	f.clock.advance(time.Second)
	for code, form := range map[int]map[string]any{
		http.StatusConflict: {"merchantCode": "SUITE-7"}, http.StatusBadRequest: {"methods": "THB/NOTHING"},
	} {
		f.ask(code, "/console/merchants", form, nil)
	}
	f.ask(409, "/console/merchants", map[string]any{"merchantCode": "DEMO"}, nil)
	f.ask(400, "/console/merchants", map[string]any{"merchantCode": "a/b"}, nil)
	f.ask(400, "/console/merchants", map[string]any{"pem": "no key"}, nil)
	f.ask(200, "/console/merchants/remove", map[string]any{"merchantCode": "SUITE-7"}, nil)
	f.want(401, token, "GET", "/merchant-info", "")
	f.ask(400, "/console/merchants/remove", map[string]any{"merchantCode": "DEMO"}, nil)
}
