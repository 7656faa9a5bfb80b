package scenarios

import (
	"encoding/json"
	"strings"
	"testing"

	"payapp/apiclient"
	"payapp/methods"
)

// shown is the value of a field in the method's form.
func shown(t *testing.T, f Facts, method, name string) string {
	t.Helper()
	for _, asked := range next[FillDetails](t, choose(t, f, method, ptr(""))).Asked {
		if asked.Field.Name == name {
			return asked.Value
		}
	}
	t.Fatalf("%s doesn't ask for %s", method, name)
	return ""
}

// A PromptPay number isn't a bank account, although the interface calls both
// accountNumber. Each method keeps its own value.
func TestTypedValuesStayWithWhatTheyMean(t *testing.T) {
	f := choose(t, facts(t, thai()), "PROMPTPAY", nil)
	f.Progress = f.ChangeMethod(map[string]string{"accountNumber": "1234567890121"})
	if got := shown(t, f, "OFFLINE", "accountNumber"); got != "" {
		t.Errorf("the bank account is filled in with %q", got)
	}
	f = choose(t, f, "OFFLINE", ptr(""))
	progress, creation, err := f.Pay(map[string]string{"phoneNumber": "0812345678"}, asSeen)
	if err != nil || creation == nil {
		t.Fatalf("pay: %v, %v", creation, err)
	}
	if account, sent := creation.Method["account"]; sent {
		t.Errorf("sends %v", account)
	}
	f.Progress = progress
	f.Progress = f.ChangeMethod(map[string]string{"accountNumber": "4421234567"})
	if got := shown(t, f, "PROMPTPAY", "accountNumber"); got != "1234567890121" {
		t.Errorf("back at PromptPay its number is %q", got)
	}
	if got := shown(t, f, "OFFLINE", "accountNumber"); got != "4421234567" {
		t.Errorf("back at the transfer its number is %q", got)
	}
}

// A value with the same meaning in both is typed once.
func TestTypedValuesAreCarriedOver(t *testing.T) {
	options := &apiclient.Options{Methods: []apiclient.Option{{MethodCode: "BANKA_PAY"}, {MethodCode: "BANKB_PAY"}, {MethodCode: "PAYSHAP"}}}
	f := choose(t, facts(t, options, "amount", "99", "currencyCode", "ZAR"), "BANKA_PAY", nil)
	f.Progress = f.ChangeMethod(map[string]string{"accountName": "Thandi", "accountNumber": "62000000000", "customerName.lastName": "Dlamini"})
	for _, want := range []struct{ method, name, value string }{
		{"BANKB_PAY", "accountNumber", "62000000000"},
		{"BANKB_PAY", "customerName.lastName", "Dlamini"},
		{"PAYSHAP", "accountName", "Thandi"},
		{"PAYSHAP", "accountNumber", ""}, // a ShapID goes there, too
	} {
		if got := shown(t, f, want.method, want.name); got != want.value {
			t.Errorf("%s of %s is %q, want %q", want.name, want.method, got, want.value)
		}
	}
}

// The shop's data has the interface's names, so it applies to every method.
func TestDataOfTheLinkStaysByName(t *testing.T) {
	f := facts(t, thai(), "accountNumber", "0801234567", "allowCustomerDataChange", "true")
	for _, method := range []string{"PROMPTPAY", "OFFLINE"} {
		if got := shown(t, f, method, "accountNumber"); got != "0801234567" {
			t.Errorf("%s has %q", method, got)
		}
	}
}

// Older cookies had only names, not meanings: their values are typed again
// instead of being sent as something else.
func TestTypedValuesOfOlderCookies(t *testing.T) {
	f := facts(t, thai())
	if err := json.Unmarshal([]byte(`{"m":"PROMPTPAY","t":{"accountNumber":"1234567890121"}}`), &f.Progress); err != nil {
		t.Fatal(err)
	}
	for _, method := range []string{"PROMPTPAY", "OFFLINE"} {
		if got := shown(t, f, method, "accountNumber"); got != "" {
			t.Errorf("%s has %q", method, got)
		}
	}
}

func TestTypedTextIsBounded(t *testing.T) {
	longest := strings.Repeat("ไ", methods.MaxValue)
	for typed, want := range map[string]string{
		" abc ": "abc", "": "", longest: longest, longest + "a": longest + "a", longest + "abc": longest + "a",
	} {
		if got := bounded(typed); got != want {
			t.Errorf("bounded(%q) = %q; want %q", typed, got, want)
		}
	}
}

// The shop's value may be longer than the input allows: it isn't cut.
func TestLongValuesOfTheShopAreNotCut(t *testing.T) {
	f := facts(t, thai(), "paymentMethodCode", "PROMPTPAY", "allowCustomerDataChange", "true")
	long := strings.Repeat("9", 200)
	progress, _, _ := f.Pay(map[string]string{"accountNumber": long}, asSeen)
	f.Progress = progress
	if got := next[FillDetails](t, f).Asked[0].Value; got != long {
		t.Errorf("%d characters of %d are left", len(got), len(long))
	}
}
