package sandbox_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"payapp/sandbox"
	"payapp/sandbox/internal/rules"
)

// Each mandatory field has a sentence of the interface that names it, or says
// that it is assumed. TestContractListsTheFieldsOfMethods checks that each
// method has all of them, against openapi.yaml.
func TestMandatoryIsQuoted(t *testing.T) {
	for _, m := range rules.Payins.All() {
		for _, field := range m.Must {
			if !strings.Contains(m.Says, last(field)) {
				t.Errorf("%s %s: %s is mandatory, and the sentence is %q", m.Code, m.Currency, field, m.Says)
			}
		}
	}
}

// bare is a creation with only the mandatory fields: no operator, no addresses.
func (f *fixture) bare(m sandbox.Method, change ...func(map[string]any)) string {
	method := map[string]any{"paymentMethodCode": m.Code}
	for _, path := range m.Must {
		if path == "paymentLocation" {
			path = "paymentLocation.branch" // its fields aren't shown, so any will do
		}
		put(path, map[bool]string{true: "a@b", false: "12345"}[path == "emailAddress"])(method)
	}
	for _, c := range change {
		c(method)
	}
	return fmt.Sprintf(`{"paymentRequested":{"money":{"amount":1,"currencyCode":%q}},"paymentMethod":%s}`, m.Currency, asJSON(f.t, method))
}

// The sandbox refuses only what the interface refuses. Every method accepts:
// its mandatory fields alone, in any form; both names of an account, an e-mail
// address and a phone number; and other methods' fields.
func TestWhatTheInterfaceDoesNotRefuseIsTaken(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	odd := map[string]string{
		"account.accountName": "\u202e" + strings.Repeat("名", 200), "account.accountNumber": "no bank has this / number",
		"account.accountType": "other", "account.bankCode": "x", "emailAddress": "a@b", "phoneNumber": "(0) 12-34 56.78/9",
		"taxId": "1", "productId": "p", "identifyingReference": "?", "customerName.lastName": "Example", "paymentLocation.anything": "here",
		"paymentOperatorCode": "", // counts as absent
	}
	for _, m := range sandbox.Methods() {
		id := "/payins/" + strings.ToLower(m.Code+"-"+m.Currency)
		f.want(200, token, "POST", id+"-bare", f.bare(m))
		for field, value := range odd {
			f.want(200, token, "POST", id+"-"+field, f.bare(m, put(field, value)))
		}
		f.want(200, token, "GET", id+"-bare", "")
	}
	for _, m := range rules.Payouts.All() {
		id := "/payouts/" + strings.ToLower(m.Code+"-"+m.Currency)
		body := f.bare(sandbox.Method{Code: m.Code, Currency: m.Currency, Must: m.Must}, put("emailAddress", "no validation is named for payouts"))
		f.want(200, token, "POST", id, body)
	}
}

// A creation without a mandatory field, or with it empty, is refused for that
// field alone.
func TestEveryMandatoryFieldIsMissed(t *testing.T) {
	f := setup(t)
	for _, m := range sandbox.Methods() {
		for _, field := range m.Must {
			for name, change := range map[string]func(map[string]any){"absent": remove(field), "empty": put(field, empty(field))} {
				id := strings.ToLower(m.Code + "-" + m.Currency + "-" + name)
				if got := f.faults(id, f.bare(m, change)); !slices.Equal(got, []string{field + " MISSING"}) {
					t.Errorf("%s %s, %s %s: %q", m.Code, m.Currency, field, name, got)
				}
			}
		}
	}
}

func empty(field string) any {
	if field == "paymentLocation" {
		return map[string]any{"city": ""}
	}
	return ""
}

// A payment without a callbackUrl gets no callbacks; without a returnUrl its
// customer stays.
func TestAddressesMayBeLeftOut(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	online, _ := rules.Payins.Find("ONLINE", "THB")
	created := f.want(200, token, "POST", "/payins/alone", f.bare(sandbox.Method{Code: online.Code, Currency: online.Currency}))
	bank, _ := created.at("paymentMethodResponse.redirectUrl").(string)
	f.play(strings.TrimPrefix(bank, f.url), "pay")
	f.deliver()
	if got := f.status(token, "alone"); got != "PROCESSING" {
		t.Errorf("got %v", got)
	}
	if _, page := f.get("/console/payins/alone"); strings.Contains(page, "Send again") {
		t.Error("a callback to nowhere")
	}
	for address, status := range map[string]int{"shopapp://back": 200, "https://user@shop.example/": 200, "javascript:alert(1)": 400, "/back": 400, "https://": 400} {
		body := strings.Replace(f.payinBody("PROMPTPAY", "THB", "1"), "https://shop.example.com/back", address, 1)
		f.want(status, token, "POST", "/payins/"+strings.NewReplacer(":", "-", "/", "-", "(", "-", ")", "-").Replace("r"+address), body)
	}
}
