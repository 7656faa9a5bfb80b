package sandbox_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"payapp/sandbox"
)

// refused lists the fields for which a creation is refused, nil if it is
// accepted.
func (f *fixture) refused(id, body string) []string {
	f.t.Helper()
	r, err := f.call(f.token(id), "POST", "/payins/"+id, body)
	if err != nil {
		f.t.Fatal(err)
	}
	if r.status == 200 {
		return nil
	}
	if r.status != 400 {
		f.t.Fatalf("got %d %s", r.status, r.raw)
	}
	var fields []string
	for _, field := range r.json["fields"].([]any) {
		fields = append(fields, strings.TrimPrefix(fmt.Sprint(field), "paymentMethod."))
	}
	return fields
}

// faults are these fields with what is wrong with each.
func (f *fixture) faults(id, body string) []string {
	f.t.Helper()
	r := f.want(400, f.token(id), "POST", "/payins/"+id, body)
	var faults []string
	for _, entry := range r.json["fieldErrors"].([]any) {
		fault, _ := entry.(map[string]any)
		faults = append(faults, strings.TrimPrefix(fmt.Sprint(fault["field"]), "paymentMethod.")+" "+fmt.Sprint(fault["code"]))
		if message, _ := fault["message"].(string); message == "" || !strings.Contains(fmt.Sprint(r.json["message"]), fmt.Sprint(fault["field"])+" "+message) {
			f.t.Errorf("no message for %v: %s", fault["field"], r.raw)
		}
	}
	return faults
}

// remove removes a field: "account.accountName".
func remove(path string) func(map[string]any) {
	return func(method map[string]any) {
		object, field, nested := strings.Cut(path, ".")
		if !nested {
			delete(method, path)
			return
		}
		if inner, ok := method[object].(map[string]any); ok {
			delete(inner, field)
		}
	}
}

func put(path string, value any) func(map[string]any) {
	return func(method map[string]any) {
		object, field, nested := strings.Cut(path, ".")
		if !nested {
			method[path] = value
			return
		}
		inner, ok := method[object].(map[string]any)
		if !ok {
			inner = map[string]any{}
			method[object] = inner
		}
		inner[field] = value
	}
}

// interface.md, Method-specific data rules, and the change history if it makes
// a field mandatory.
func TestMethodRulesMandatoryFields(t *testing.T) {
	for _, c := range []struct{ statement, code, currency, field string }{
		{"accountName is mandatory for OFFLINE in KRW", "OFFLINE", "KRW", "account.accountName"},
		{"emailAddress is mandatory for OFFLINE in JPY", "OFFLINE", "JPY", "emailAddress"},
		{"taxId is mandatory for OFFLINE in ARS", "OFFLINE", "ARS", "taxId"},
		{"CODE_PAYMENT accountName", "CODE_PAYMENT", "TWD", "account.accountName"},
		{"CODE_PAYMENT emailAddress", "CODE_PAYMENT", "TWD", "emailAddress"},
		{"CODE_PAYMENT phoneNumber", "CODE_PAYMENT", "TWD", "phoneNumber"},
		{"CODE_PAYMENT paymentLocation", "CODE_PAYMENT", "TWD", "paymentLocation"},
		{"VAPAY in TWD emailAddress", "VAPAY", "TWD", "emailAddress"},
		{"VAPAY in TWD phoneNumber", "VAPAY", "TWD", "phoneNumber"},
		{"PROMPTPAY accountNumber", "PROMPTPAY", "THB", "account.accountNumber"},
		{"PAYSHAP account.accountName", "PAYSHAP", "ZAR", "account.accountName"},
		{"BANKA_PAY account.accountName", "BANKA_PAY", "ZAR", "account.accountName"},
		{"UpiCollectMethod account.accountName", "UPI_COLLECT", "INR", "account.accountName"},
		{"UpiCollectMethod phoneNumber", "UPI_COLLECT", "INR", "phoneNumber"},
		{"FpxMethod account.accountType", "FPX", "MYR", "account.accountType"},
		{"2.51 MobileMoney accountName, GHS", "MOBILE_MONEY", "GHS", "account.accountName"},
		{"2.51 MobileMoney accountName, KES", "MOBILE_MONEY", "KES", "account.accountName"},
	} {
		t.Run(c.statement, func(t *testing.T) {
			f := setup(t)
			amount := sandbox.SampleAmount(c.currency)
			if got := f.refused("o-1", f.payinBody(c.code, c.currency, amount, remove(c.field))); !slices.Contains(got, c.field) {
				t.Errorf("without it: refused for %q", got)
			}
			if got := f.refused("o-1", f.payinBody(c.code, c.currency, amount, put(c.field, ""))); !slices.Contains(got, c.field) {
				t.Errorf("empty: refused for %q", got)
			}
			if got := f.refused("o-1", f.payinBody(c.code, c.currency, amount)); got != nil {
				t.Errorf("with it: refused for %q", got)
			}
		})
	}
}

// interface.md, Method-specific data rules: optional fields may be present or
// absent.
func TestMethodRulesOptionalFields(t *testing.T) {
	for _, c := range []struct{ statement, code, currency, field, value string }{
		{"VAPAY in TWD accountName optional", "VAPAY", "TWD", "account.accountName", "王小明"},
		{"VAPAY in TWD paymentOperatorCode optional", "VAPAY", "TWD", "paymentOperatorCode", "012"},
		{"VAPAY paymentLocation optional", "VAPAY", "TWD", "paymentLocation.city", "Taipei"},
		{"OFFLINE account optional", "OFFLINE", "THB", "account.accountNumber", "1234567890"},
		{"OFFLINE productId optional", "OFFLINE", "THB", "productId", "SKU-1"},
		{"OFFLINE phoneNumber optional", "OFFLINE", "PHP", "phoneNumber", "+639171234567"},
		{"NETBANKING accountName optional", "NETBANKING", "INR", "account.accountName", "A 2"},
		{"NETBANKING emailAddress optional", "NETBANKING", "INR", "emailAddress", "a@b.co"},
		{"NETBANKING phoneNumber optional", "NETBANKING", "INR", "phoneNumber", "+919876543210"},
		{"PAYSHAP account.accountNumber optional", "PAYSHAP", "ZAR", "account.accountNumber", "0812345678@standardbank"},
		{"PAYSHAP account.accountType optional", "PAYSHAP", "ZAR", "account.accountType", "savings"},
		{"BANKA_PAY account.accountNumber optional", "BANKA_PAY", "ZAR", "account.accountNumber", "62000000000"},
		{"BANKA_PAY customerName optional", "BANKA_PAY", "ZAR", "customerName.lastName", "Example"},
		{"BANKB_PAY account.accountNumber optional", "BANKB_PAY", "ZAR", "account.accountNumber", "62000000000"},
		{"BANKB_PAY customerName optional", "BANKB_PAY", "ZAR", "customerName.lastName", "Example"},
		{"CRYPTO_OFFLINE emailAddress optional", "CRYPTO_OFFLINE", "USDT", "emailAddress", "a@b.co"},
		{"CRYPTO_OFFLINE network optional", "CRYPTO_OFFLINE", "USDC", "paymentOperatorCode", "TRON"},
		{"UpiIdMethod emailAddress optional", "UPI_ID", "INR", "emailAddress", "a@b.co"},
		{"VietQRMethod emailAddress optional", "VIETQR", "VND", "emailAddress", "a@b.co"},
		{"UPIQR UPI id optional", "UPIQR", "INR", "account.accountNumber", "9876543210@ybl"},
		{"PROMPTPAY account has both names", "PROMPTPAY", "THB", "account.accountName", "A"},
		{"BANKB_PAY account has both names", "BANKB_PAY", "ZAR", "account.accountName", "A"},
		{"ONLINE paymentOperatorCode", "ONLINE", "THB", "paymentOperatorCode", "004"},
		{"EWALLET paymentOperatorCode", "EWALLET", "IDR", "paymentOperatorCode", "OVO"},
		{"external operator", "OFFLINE", "NAD", "paymentOperatorCode", "PAYTODAY"},
	} {
		t.Run(c.statement, func(t *testing.T) {
			f := setup(t)
			amount := sandbox.SampleAmount(c.currency)
			if got := f.refused("o-1", f.payinBody(c.code, c.currency, amount, remove(c.field), remove("customerName"))); got != nil {
				t.Errorf("without it: refused for %q", got)
			}
			if got := f.refused("o-2", f.payinBody(c.code, c.currency, amount, put(c.field, c.value))); got != nil {
				t.Errorf("with it: refused for %q", got)
			}
		})
	}
}

// Values that break the interface's rules or aren't offered, and unknown names.
func TestMethodRulesFaultyFields(t *testing.T) {
	for _, c := range []struct{ code, currency, field, value, reason string }{
		{"OFFLINE", "JPY", "emailAddress", "A B <a@b.co>", "MALFORMED"},
		{"OFFLINE", "JPY", "emailAddress", "a@", "MALFORMED"},
		{"PIXQR", "BRL", "emailAddress", "a@b@c.co", "MALFORMED"},
		{"NETBANKING", "INR", "phoneNumber", "call me", "MALFORMED"},
		{"NETBANKING", "INR", "phoneNumber", "12345", "MALFORMED"},
		{"ONLINE", "THB", "paymentOperatorCode", "999", "NOT_AVAILABLE"},
		{"PIXQR", "BRL", "paymentOperatorCode", "001", "NOT_AVAILABLE"},
		{"PROMPTPAY", "THB", "unheardOf", "x", "UNKNOWN"},
		{"PROMPTPAY", "THB", "account.accountNmae", "x", "UNKNOWN"},
		{"BANKA_PAY", "ZAR", "customerName.nickName", "x", "UNKNOWN"},
	} {
		f := setup(t)
		body := f.payinBody(c.code, c.currency, sandbox.SampleAmount(c.currency), put("customerName.lastName", "Example"), put(c.field, c.value))
		if got := f.faults("o-1", body); !slices.Equal(got, []string{c.field + " " + c.reason}) {
			t.Errorf("%s %s %s=%q: refused for %q", c.code, c.currency, c.field, c.value, got)
		}
	}
}

// interface.md, Shared objects: lastName is required within customerName.
func TestMethodRulesCustomerName(t *testing.T) {
	f := setup(t)
	got := f.refused("o-1", f.payinBody("BANKB_PAY", "ZAR", "10", put("customerName", map[string]any{"firstName": "A"})))
	if !slices.Equal(got, []string{"customerName.lastName"}) {
		t.Errorf("got %q", got)
	}
}

func TestMethodRulesAmountAndAddresses(t *testing.T) {
	f := setup(t)
	body := f.payinBody("PROMPTPAY", "THB", "10")
	for fault, changed := range map[string]string{
		"paymentRequested.money.amount": strings.Replace(body, `"amount":10.00`, `"amount":10.001`, 1),
		"callbackUrl":                   strings.Replace(body, "http://127.0.0.1:1/callback", "ftp://x", 1),
		"returnUrl":                     strings.Replace(body, "https://shop", "javascript:https://shop", 1),
		"paymentMethodCode":             strings.Replace(body, "PROMPTPAY", "PIXQR", 1),
	} {
		if changed == body {
			t.Fatalf("%s: nothing was changed in %s", fault, body)
		}
		if got := f.refused("o-1", changed); !slices.Contains(got, fault) {
			t.Errorf("%s: refused for %q", fault, got)
		}
	}
}
