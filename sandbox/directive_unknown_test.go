package sandbox_test

import (
	"encoding/json"
	"log/slog"
	"math/big"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"payapp/internal/testing/journal"
	"payapp/sandbox"
)

// An id with a misspelt directive works like any other, and the directive is
// reported in the answer's header, the log, the console and the shop.
func TestAMisspeltDirectiveIsTold(t *testing.T) {
	log := &journal.Journal{}
	f := setup(t, func(c *sandbox.Config) { c.Logger = slog.New(slog.NewTextHandler(log, nil)) })
	const id, misspelt = "o-1~sucess@2s~vat", "~sucess@2s"
	token := f.want(200, "", "POST", "/auth-tokens-by-action", `{"merchantCode":"DEMO","action":"PAYIN_CREATE","idPayment":"`+id+`","secret":"demo-secret"}`)
	bearer, _ := token.json["token"].(string)
	for what, r := range map[string]reply{
		"token":    token,
		"options":  f.want(200, bearer, "POST", "/payins/!availablePaymentOptions", `{"money":{"amount":1,"currencyCode":"THB"}}`),
		"creation": f.create(bearer, id, "PROMPTPAY", "THB", "10"),
		"read":     f.want(200, bearer, "GET", "/payins/"+id, ""),
	} {
		if got := r.header.Get("X-Sandbox-Unknown-Directive"); got != misspelt {
			t.Errorf("%s: got %q", what, got)
		}
	}
	for _, path := range []string{"/console", "/console/payins/" + id} {
		if _, page := f.get(path); !strings.Contains(page, "data-unknown-directive") || !strings.Contains(page, misspelt) {
			t.Errorf("%s doesn't tell", path)
		}
	}
	if got := strings.Count(log.String(), "unknown=["+misspelt+"]"); got != 3 { // the three calls that make something
		t.Errorf("the log tells %d times:\n%s", got, log.String())
	}
	other := f.create(f.token("o-2~vat"), "o-2~vat", "PROMPTPAY", "THB", "10")
	if got := other.header.Get("X-Sandbox-Unknown-Directive"); got != "" {
		t.Errorf("an id without misspelt ones: got %q", got)
	}
	if _, page := f.get("/console/payins/o-2~vat"); strings.Contains(page, "data-unknown-directive") {
		t.Error("the console tells of what is well spelt")
	}
}

// Directives that contradict each other are told with the token, before the creation is
// refused for them.
func TestAContradictionIsToldBefore(t *testing.T) {
	f := setup(t)
	for id, want := range map[string]string{"o-1~success@1s~refused": "~success@1s and ~refused", "o-2~lost~success": ""} {
		token := f.want(200, "", "POST", "/auth-tokens-by-action", `{"merchantCode":"DEMO","action":"PAYIN_CREATE","idPayment":"`+id+`","secret":"demo-secret"}`)
		if got := token.header.Get("X-Sandbox-Contradiction"); got != want {
			t.Errorf("%s: got %q", id, got)
		}
	}
}

// The shop makes the order, and its page reports the misspelt directive before
// anybody is sent to pay; programs get it in the answer.
func TestTheShopTellsOfAMisspeltDirective(t *testing.T) {
	f := setup(t)
	response, _ := f.submit("/shop", url.Values{"idPayin": {"o-1"}, "steering": {"~sucess"}, "scenario": {"1"}})
	if got := response.Header.Get("Location"); response.StatusCode != http.StatusSeeOther || got != "/shop/orders/o-1~sucess" {
		t.Errorf("got %d %q", response.StatusCode, got)
	}
	if _, page := f.get("/shop/orders/o-1~sucess"); !strings.Contains(page, "data-unknown-directive") || !strings.Contains(page, "<code>~sucess</code>") {
		t.Error("the order doesn't tell")
	}
	if got := f.order(url.Values{"steering": {"~sucess~vat~success@x"}}); !slices.Equal(got.UnknownDirectives, []string{"~sucess", "~success@x"}) {
		t.Errorf("programs get %q", got.UnknownDirectives)
	}
	if got := f.order(url.Values{"steering": {"~success"}}); got.UnknownDirectives != nil {
		t.Errorf("programs get %q", got.UnknownDirectives)
	}
}

// interface.md, Payin create response, moneyRequired: "Used with ONLINE,
// OFFLINE, DUITNOW and PROMPTPAY responses", so no directive adds it to other
// methods. "The customer must pay this amount. The full order amount is still
// credited to the merchant": money stays the order's amount, and that is what
// the balance gets.
func TestMoneyRequiredIsForFourMethods(t *testing.T) {
	f := setup(t)
	balance := func(currency string) *big.Rat {
		list, _ := f.want(200, f.general("DEMO"), "GET", "/balances?currencies="+currency, "").json["data"].([]any)
		if len(list) != 1 {
			t.Fatalf("%s: got %v", currency, list)
		}
		return rat(t, list[0].(map[string]any)["amount"])
	}
	want := map[string]*big.Rat{}
	for _, m := range sandbox.Methods() {
		want[m.Currency] = balance(m.Currency)
	}
	for _, s := range f.stories("~required") {
		order := amountOf(t, s.created, "paymentRequested.money")
		used := slices.Contains([]string{"ONLINE", "OFFLINE", "DUITNOW", "PROMPTPAY"}, s.Code)
		for when, r := range s.answers() {
			if used != (r.at("paymentMethodResponse.moneyRequired") != nil) {
				t.Errorf("%s %s %s: got %s", s.Code, s.Currency, when, r.raw)
				continue
			}
			if got := amountOf(t, r, "paymentMethodResponse.money"); got.Cmp(order) != 0 {
				t.Errorf("%s %s %s: the order is %s, money %s", s.Code, s.Currency, when, order.FloatString(2), got.FloatString(2))
			}
			if !used {
				continue
			}
			required := amountOf(t, r, "paymentMethodResponse.moneyRequired")
			if required.Sign() <= 0 || required.Cmp(order) == 0 || r.at("paymentMethodResponse.moneyRequired.currencyCode") != s.Currency ||
				required.Cmp(amountOf(t, s.created, "paymentMethodResponse.moneyRequired")) != 0 {
				t.Errorf("%s %s %s: got %s", s.Code, s.Currency, when, r.raw)
			}
		}
		want[s.Currency].Add(want[s.Currency], order)
	}
	for currency, want := range want {
		if got := balance(currency); got.Cmp(want) != 0 {
			t.Errorf("%s: the balance is %s, with the orders' amounts it would be %s", currency, got.FloatString(2), want.FloatString(2))
		}
	}
}

// amountOf is the amount of money in an answer.
func amountOf(t *testing.T, r reply, path string) *big.Rat {
	t.Helper()
	return rat(t, r.at(path+".amount"))
}

func rat(t *testing.T, value any) *big.Rat {
	t.Helper()
	number, _ := value.(json.Number)
	amount, ok := new(big.Rat).SetString(number.String())
	if !ok {
		t.Fatalf("%v is no amount", value)
	}
	return amount
}

// interface.md, Payment options resource: "One entry per payment method".
func TestOptionsHaveEachMethodOnce(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	for _, m := range sandbox.Methods() {
		r := f.want(200, token, "POST", "/payins/!availablePaymentOptions", `{"money":{"amount":1,"currencyCode":"`+m.Currency+`"}}`)
		if n := strings.Count(r.raw, `"paymentMethodCode":"`+m.Code+`"`); n != 1 {
			t.Errorf("%s %s: %d times", m.Code, m.Currency, n)
		}
	}
}

// interface.md, Change history 2.33: "accountCustomer in DUITNOW responses",
// from the creation on: the account that the customer named, or else the
// bank's.
func TestDuitNowAnswersHaveTheCustomersAccount(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	for id, c := range map[string]struct {
		change func(map[string]any)
		want   string
	}{"named": {put("account.accountName", "Alex"), "Alex"}, "unnamed": {remove("account"), "Test Customer"}} {
		created := f.want(200, token, "POST", "/payins/"+id, f.payinBody("DUITNOW", "MYR", "10", c.change))
		read := f.want(200, token, "GET", "/payins/"+id, "")
		for when, r := range map[string]reply{"created": created, "read": read} {
			if got := r.at("paymentMethodResponse.accountCustomer.accountName"); got != c.want {
				t.Errorf("%s, %s: got %v", id, when, got)
			}
		}
	}
}
