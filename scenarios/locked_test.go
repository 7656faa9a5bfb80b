package scenarios

import (
	"slices"
	"strings"
	"testing"

	"payapp/apiclient"
)

// in are the facts of a payment by one method, before it exists.
func in(t *testing.T, method, amount, currency string, pairs ...string) Facts {
	t.Helper()
	options := &apiclient.Options{Methods: []apiclient.Option{{MethodCode: method, Operators: operators("BANK")}}}
	return facts(t, options, append([]string{"amount", amount, "currencyCode", currency, "paymentMethodCode", method}, pairs...)...)
}

// pay is what a press of Pay creates.
func pay(t *testing.T, f Facts, pairs ...string) map[string]any {
	t.Helper()
	typed := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		typed[pairs[i]] = pairs[i+1]
	}
	_, creation, err := f.Pay(typed, asSeen)
	if err != nil || creation == nil {
		t.Fatalf("nothing is created: %v", err)
	}
	return creation.Method
}

// Locked data is sent as the shop gave it if it breaks only rules of ours: the
// customer can't correct it, and the gateway accepts it.
func TestLockedDataThatBreaksARuleOfOursIsSent(t *testing.T) {
	for _, c := range []struct{ method, currency, name, value string }{
		{"PROMPTPAY", "THB", "accountNumber", "12"},
		{"PROMPTPAY", "THB", "accountNumber", "somchai"},
		{"OFFLINE", "KRW", "accountName", "ㅎㄱㄷ"},
		{"OFFLINE", "ARS", "taxId", "20267565394"},
		{"OFFLINE", "VND", "accountNumber", "12"},
		{"OFFLINE", "THB", "phoneNumber", "12"},
		{"UPIQR", "INR", "accountNumber", "name@gmail.com"},
	} {
		body := pay(t, in(t, c.method, "1000", c.currency, c.name, c.value))
		if account, ok := body["account"].(map[string]any); ok {
			body = account
		}
		if got := body[c.name]; got != c.value {
			t.Errorf("%s %s: %s %q is sent as %v", c.method, c.currency, c.name, c.value, got)
		}
	}
}

// A mandatory value that can't be sent isn't locked: it is asked, and what is typed
// is kept and can be corrected.
func TestLockedDataThatCantBeSentIsTheCustomers(t *testing.T) {
	f := in(t, "BANKA_PAY", "99", "ZAR", "accountName", "a\u202eb", "accountNumber", "62000000000")
	if d := next[FillDetails](t, f); len(d.Asked) != 1 || d.Asked[0].Field.Name != "accountName" {
		t.Fatalf("asks for %+v", d.Asked)
	}
	faulty := []apiclient.FieldError{{Field: "account.accountName"}, {Field: "account.accountNumber"}}
	if got, _ := f.Disputed("BANKA_PAY", faulty); !slices.Equal(got, []string{"accountName"}) {
		t.Errorf("the gateway may dispute %v", got)
	}
	form := map[string]string{"accountName": "Thandi", "accountNumber": "1"}
	for when, p := range map[string]Progress{
		"can't be sent": f.KeepUnsent(form, nil), "another page": f.changed(form, nil), "can't be checked": f.Keep(form),
	} {
		g := f
		if g.Progress = p; shown(t, g, "BANKA_PAY", "accountName") != "Thandi" || len(p.Typed) != 1 {
			t.Errorf("%s: kept %v", when, p.Typed)
		}
	}
}

// Locked optional data never stops a payment: what the gateway would refuse is
// left out, nothing else.
func TestLockedOptionalDataNeverStopsAPayment(t *testing.T) {
	long := strings.Repeat("x", 256)
	for _, c := range []struct{ method, currency, name, value string }{
		{"VIETQR", "VND", "emailAddress", "a@b"},
		{"NETBANKING", "INR", "phoneNumber", "12"},
		{"NETBANKING", "INR", "emailAddress", "nobody"},
		{"OFFLINE", "THB", "accountName", "a\u202eb"},
		{"OFFLINE", "THB", "productId", long},
		{"BANKB_PAY", "ZAR", "customerName.firstName", long},
		{"BANKB_PAY", "ZAR", "customerName.lastName", long},
		{"VAPAY", "TWD", "accountName", "a\u202eb"},
		{"OFFLINE", "THB", "phoneNumber", " "},
	} {
		given := []string{c.name, c.value}
		if c.method == "VAPAY" {
			given = append(given, "emailAddress", "mei@example.tw", "phoneNumber", "0912345678")
		}
		f := in(t, c.method, "1000", c.currency, given...)
		plan := next[ReviewPayment](t, f).Plan
		if plan.Values[c.name] != "" {
			t.Errorf("%s: %s is sent as %q", c.method, c.name, plan.Values[c.name])
		}
		pay(t, f)
	}
}

// Locked data that can't be sent counts as not given: if the field is mandatory
// the customer is asked for it, and for nothing else.
func TestLockedMandatoryDataThatCannotBeSentIsAsked(t *testing.T) {
	for _, value := range []string{" ", "a\u202eb", strings.Repeat("x", 256)} {
		f := in(t, "BANKA_PAY", "99", "ZAR", "accountName", value, "accountNumber", "62000000000")
		details := next[FillDetails](t, f)
		if len(details.Asked) != 1 || details.Asked[0].Field.Name != "accountName" || details.Asked[0].Value != "" {
			t.Errorf("%.9q: asked %+v", value, details.Asked)
		}
		pay(t, f, "accountName", "Thandi Dlamini")
	}
	// The last name is mandatory once another part of the name is given.
	f := in(t, "BANKB_PAY", "99", "ZAR", "customerName.firstName", "Thandi", "customerName.lastName", "a\u202eb")
	if details := next[FillDetails](t, f); len(details.Asked) != 1 || details.Asked[0].Field.Name != "customerName.lastName" {
		t.Errorf("asked %+v, want the last name", details.Asked)
	}
}

// Only a mandatory value that breaks a rule of the interface stops a payment,
// and only if the shop lets nobody correct it.
func TestLockedMandatoryDataThatTheInterfaceRefuses(t *testing.T) {
	f := in(t, "OFFLINE", "1000", "JPY", "emailAddress", "taro at example.jp")
	if p := next[ShowProblem](t, f); p.Code != ProblemLocked || p.Field != "emailAddress" {
		t.Errorf("got %+v", p)
	}
	if _, creation, err := f.Pay(nil, asSeen); creation != nil || err == nil {
		t.Errorf("would send %v", creation)
	}
	f = in(t, "OFFLINE", "1000", "JPY", "emailAddress", "taro at example.jp", "allowCustomerDataChange", "true")
	next[FillDetails](t, f)
	if got := pay(t, f, "emailAddress", "taro@example.jp")["emailAddress"]; got != "taro@example.jp" {
		t.Errorf("corrected, it is sent as %v", got)
	}
}
