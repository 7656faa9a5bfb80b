package sandbox_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"payapp/sandbox"
)

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
