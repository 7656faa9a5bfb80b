package scenarios

import (
	"encoding/json"
	"maps"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios/entry"
)

// FuzzPay: whatever a form contains, on any method, a creation has the chosen
// method with only its own fields; texts are valid in JSON and within the
// length limit; and the same form gives the same creation again.
func FuzzPay(f *testing.F) {
	all := methods.Default().All()
	for i, form := range []string{
		"accountNumber=080-123-4567", "accountName=%E0%B8%AA%E0%B8%A1&emailAddress=a@b.co&phoneNumber=%2B66812345678",
		"accountName=a&accountName=b", "paymentMethodCode=OFFLINE&paymentOperatorCode=x&amount=1&currencyCode=USD&idPayin=o&money.amount=2",
		"customerName.lastName=X&customerName=Y&account.accountNumber=1&paymentLocation.city=%00", "accountName=" + strings.Repeat("%F0%9F%98%80", 600),
		"taxId=%FF%FE&callbackUrl=https://evil.example&returnUrl=javascript:1", "accountName=%E2%80%AEabc%20%20%09x&accountType=personal",
	} {
		for n := range 6 {
			f.Add(uint16(i*6+n), i%2 == 0, form)
		}
	}
	f.Fuzz(func(t *testing.T, method uint16, anyway bool, form string) {
		given, err := url.ParseQuery(form)
		if err != nil || !utf8.ValidString(form) {
			return // handlers accept no such form
		}
		typed := map[string]string{}
		for name, values := range given {
			if !utf8.ValidString(name + values[0]) {
				return // likewise
			}
			typed[name] = values[0]
		}
		m := all[int(method)%len(all)]
		facts := Facts{
			Order: entry.Order{
				MerchantCode: "DEMO", IDPayin: "order-1", Token: apiclient.NewToken("a.b.c"), Money: money.MustParse("100", m.Currency),
				CallbackURL: "https://shop.example/callback", ReturnURL: "https://shop.example/thanks", MethodCode: m.Code,
			},
			Known: known.Missed(noon).View(), Catalogue: methods.Default(), Now: noon,
			Options: &apiclient.Options{Methods: []apiclient.Option{{MethodCode: m.Code, Operators: operators("BANK")}}},
		}
		progress, creation, err := facts.Pay(typed, asSeen)
		if err != nil {
			return // the method needs a choice first
		}
		for name, value := range progress.Typed {
			if utf8.RuneCountInString(value) > methods.MaxValue+1 || !utf8.ValidString(value) {
				t.Errorf("%s: keeps %q", name, value)
			}
		}
		facts.Progress = progress
		if creation == nil && anyway { // "pay anyway", if only warnings prevented it
			_, creation, err = facts.Pay(typed, asSeen)
			if err != nil {
				t.Fatalf("the same form again: %v", err)
			}
		} else if again, more, err := facts.Pay(typed, asSeen); creation != nil && (err != nil || !reflect.DeepEqual(more, creation) || !maps.Equal(again.Typed, progress.Typed)) {
			t.Errorf("the same form again: %+v, %v; first %+v", more, err, creation)
		}
		if creation == nil {
			return
		}
		if creation.Sent.Method != m.Code || creation.Method["paymentMethodCode"] != m.Code || creation.CallbackURL != facts.Order.CallbackURL {
			t.Errorf("%s became %+v", m.Code, creation)
		}
		names := map[string]bool{"paymentMethodCode": true, "paymentOperatorCode": true}
		for _, field := range m.Fields {
			object, _, dotted := strings.Cut(field.Name, ".")
			switch {
			case inAccount[field.Name]:
				names["account"], names["account."+field.Name] = true, true
			case dotted:
				names[object] = true
			}
			names[field.Name] = true
		}
		sentAs(t, creation.Method, "", names)
		if _, err := json.Marshal(creation.Method); err != nil {
			t.Error(err)
		}
	})
}

// sentAs checks every text of a paymentMethod object.
func sentAs(t *testing.T, object map[string]any, path string, known map[string]bool) {
	t.Helper()
	for name, value := range object {
		if !known[path+name] {
			t.Errorf("%s%s is sent, no field of the method", path, name)
		}
		switch value := value.(type) {
		case map[string]any:
			sentAs(t, value, path+name+".", known)
		case string:
			if value == "" || strings.TrimSpace(value) != value || strings.ContainsFunc(value, unicode.IsControl) || utf8.RuneCountInString(value) > methods.MaxValue {
				t.Errorf("%s%s: %q is sent", path, name, value)
			}
		default:
			t.Errorf("%s%s: %v is sent", path, name, value)
		}
	}
}
