package sandbox_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"payapp/sandbox"
	"payapp/sandbox/internal/payload"
)

// interface.md, Payin create request: each field does what the table says.
func TestPayinRequest(t *testing.T) {
	f := setup(t)
	faults := func(t *testing.T, name string, got, want []string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: refused for %q, want %q", name, got, want)
		}
	}
	t.Run("Payin request paymentRequested.money", func(t *testing.T) {
		body := f.payinBody("PROMPTPAY", "THB", "10")
		for _, bad := range []string{`{}`, `{"money":{"amount":0,"currencyCode":"THB"}}`, `{"money":{"amount":-1,"currencyCode":"THB"}}`} {
			changed := strings.Replace(body, `{"money":{"amount":10.00,"currencyCode":"THB"}}`, bad, 1)
			if got := f.refused("o-1", changed); changed == body || !slices.ContainsFunc(got, func(field string) bool { return strings.HasPrefix(field, "paymentRequested") }) {
				t.Errorf("%s: refused for %q", bad, got)
			}
		}
		if r := f.want(200, f.token("o-1"), "POST", "/payins/o-1", body); r.at("paymentRequested.money.amount") != json.Number("10.00") || r.at("paymentMethodResponse.money.amount") != json.Number("10.00") {
			t.Errorf("got %s", r.raw)
		}
	})
	t.Run("Payin request paymentMethodCode", func(t *testing.T) {
		for _, code := range []string{"", "UNHEARD_OF", "PIXQR"} { // PIXQR isn't for THB
			faults(t, code, f.refused("o-2", f.payinBody("PROMPTPAY", "THB", "10", put("paymentMethodCode", code))), []string{"paymentMethodCode"})
		}
	})
	t.Run("Payin request paymentMethod", func(t *testing.T) {
		// The same data under two codes is checked by two sets of rules.
		named := put("account.accountName", "Alex")
		faults(t, "UPI_ID", f.refused("o-3a", f.payinBody("UPI_ID", "INR", "10", remove("account.accountNumber"))), nil)
		faults(t, "UPI_COLLECT", f.refused("o-3", f.payinBody("UPI_COLLECT", "INR", "10", named, remove("phoneNumber"))), []string{"phoneNumber"})
		faults(t, "NETBANKING", f.refused("o-3", f.payinBody("NETBANKING", "INR", "10", named, remove("phoneNumber"))), nil)
	})
	t.Run("Payin request paymentOperatorCode", func(t *testing.T) {
		faults(t, "optional", f.refused("o-4a", f.payinBody("ONLINE", "THB", "10", remove("paymentOperatorCode"))), nil)
		faults(t, "unknown", f.refused("o-4", f.payinBody("OFFLINE", "THB", "10", put("paymentOperatorCode", "999"))), []string{"paymentOperatorCode"})
		faults(t, "left out", f.refused("o-4", f.payinBody("OFFLINE", "THB", "10")), nil)
		if r := f.want(200, f.token("o-5"), "POST", "/payins/o-5", f.payinBody("OFFLINE", "THB", "10", put("paymentOperatorCode", "014"))); r.at("paymentMethodResponse.paymentOperator.code") != "014" {
			t.Errorf("chosen: got %s", r.raw)
		}
	})
	t.Run("Payin request account", func(t *testing.T) {
		for _, field := range []string{"account.accountName", "account.accountNumber"} {
			if got := f.refused("o-6", f.payinBody("BANKA_PAY", "ZAR", "10", put("account.accountName", "A"), put(field, 12345))); got == nil {
				t.Errorf("%s as a number was taken", field)
			}
		}
		faults(t, "digits in the name", f.refused("o-6", f.payinBody("BANKA_PAY", "ZAR", "10", put("account.accountName", "2 Fast 4 You"))), nil)
		faults(t, "optional", f.refused("o-7", f.payinBody("BANKB_PAY", "ZAR", "10", func(m map[string]any) { delete(m, "account") })), nil)
		faults(t, "a type, for FPX", f.refused("o-8", f.payinBody("FPX", "MYR", "10", remove("account.accountType"))), []string{"account.accountType"})
	})
	t.Run("Payin request emailAddress", func(t *testing.T) {
		f.checkValidated(t, "emailAddress", "alex@example.com", "alex@", "")
		for id, carriers := range map[string]string{"docomo": "taro..yamada@docomo.ne.jp", "au": "taro.@ezweb.ne.jp"} {
			faults(t, carriers, f.refused(id, f.payinBody("OFFLINE", "JPY", "10", put("emailAddress", carriers))), nil)
		}
	})
	t.Run("Payin request phoneNumber", func(t *testing.T) { f.checkValidated(t, "phoneNumber", "+919876543210", "call me", "NETBANKING") })
	t.Run("Payin request OFFLINE", func(t *testing.T) {
		for field, value := range map[string]string{"productId": "SKU-1", "phoneNumber": "+66812345678"} {
			faults(t, "without "+field, f.refused("without-"+field, f.payinBody("OFFLINE", "THB", "10", remove(field))), nil)
			faults(t, "with "+field, f.refused("with-"+field, f.payinBody("OFFLINE", "THB", "10", put(field, value))), nil)
		}
		faults(t, "taxId in ARS", f.refused("o-9", f.payinBody("OFFLINE", "ARS", "10", remove("taxId"))), []string{"taxId"})
	})
}

// interface.md, Method-specific data rules: the whole account object is
// optional for OFFLINE, if the currency doesn't require a name, and for VAPAY
// in TWD.
func TestAccountObjectIsOptional(t *testing.T) {
	f := setup(t)
	looked := 0
	for _, m := range sandbox.Methods() {
		if m.Code != "OFFLINE" && m.Code+m.Currency != "VAPAYTWD" || slices.Contains(m.Must, "account.accountName") {
			continue
		}
		looked++
		amount := sandbox.SampleAmount(m.Currency)
		for id, change := range map[string]func(map[string]any){
			"none":  func(method map[string]any) { delete(method, "account") },
			"empty": put("account", map[string]any{}),
			"name":  put("account", map[string]any{"accountName": "Alex 2"}),
		} {
			if got := f.refused(id+"-"+m.Code+m.Currency, f.payinBody(m.Code, m.Currency, amount, change)); got != nil {
				t.Errorf("%s %s, %s: refused for %q", m.Code, m.Currency, id, got)
			}
		}
	}
	if looked < 10 {
		t.Errorf("only %d methods and currencies were looked at", looked)
	}
}

// checkValidated checks that the method of that code, or every method,
// validates a field. All others accept anything.
func (f *fixture) checkValidated(t *testing.T, field, good, bad, only string) {
	t.Helper()
	for _, m := range sandbox.Methods() {
		amount, id := sandbox.SampleAmount(m.Currency), field+"-"+m.Code+"-"+m.Currency
		var want []string
		if only == "" || only == m.Code {
			want = []string{field}
		}
		if got := f.refused(id, f.payinBody(m.Code, m.Currency, amount, put(field, bad))); !slices.Equal(got, want) {
			t.Errorf("%s %s, %q: refused for %q", m.Code, m.Currency, bad, got)
		}
		if got := f.refused(id+"-good", f.payinBody(m.Code, m.Currency, amount, put(field, good))); got != nil {
			t.Errorf("%s %s, %q: refused for %q", m.Code, m.Currency, good, got)
		}
	}
}

// interface.md, Payin create response and Payin read response: what the answers
// of every method contain.
func TestPayinResponse(t *testing.T) {
	f := setup(t)
	all := f.stories("~required")
	each := func(t *testing.T, check func(t *testing.T, s story, when string, r reply)) {
		t.Helper()
		for _, s := range all {
			for when, r := range s.answers() {
				check(t, s, s.Code+" "+s.Currency+" "+when, r)
			}
		}
	}
	at := func(r reply, property string) any { return r.at("paymentMethodResponse." + property) }
	t.Run("Payin response paymentRequested.money", func(t *testing.T) {
		each(t, func(t *testing.T, s story, when string, r reply) {
			if got := r.at("paymentRequested.money.amount"); got == nil || got != at(s.created, "money.amount") || r.at("paymentRequested.money.currencyCode") != s.Currency {
				t.Errorf("%s: got %s", when, r.raw)
			}
		})
	})
	t.Run("Payin response idPayin", func(t *testing.T) {
		each(t, func(t *testing.T, s story, when string, r reply) {
			if want := strings.ToLower(s.Code+"-"+s.Currency) + "~required"; at(r, "idPayin") != want || at(r, "paymentMethodCode") != s.Code {
				t.Errorf("%s: got %s", when, r.raw)
			}
		})
	})
	t.Run("Payin response account", func(t *testing.T) {
		accounts := 0
		each(t, func(t *testing.T, _ story, when string, r reply) {
			account, ok := at(r, "account").(map[string]any)
			if !ok {
				return
			}
			accounts++
			for _, name := range []string{"accountName", "accountNumber", "bankCode", "bankName"} {
				if value, there := account[name]; there && !hasTexts(map[string]any{name: value}, name) {
					t.Errorf("%s: %s is %v", when, name, value)
				}
			}
		})
		if got, _ := at(f.create(f.token("full"), "full", "OFFLINE", "THB", "10"), "account").(map[string]any); !hasTexts(got, "accountName", "accountNumber", "bankCode", "bankName") || accounts < 30 {
			t.Errorf("got %v, and %d accounts", got, accounts)
		}
	})
	t.Run("Payin response moneyRequired", func(t *testing.T) {
		for _, s := range all {
			if slices.Contains([]string{"ONLINE", "OFFLINE", "DUITNOW", "PROMPTPAY"}, s.Code) && (!isMoney(at(s.created, "moneyRequired")) || !isMoney(at(s.waiting, "moneyRequired"))) {
				t.Errorf("%s %s: got %s and %s", s.Code, s.Currency, s.created.raw, s.waiting.raw)
			}
		}
	})
	t.Run("Payin response moneyRequired of PROMPTPAY", func(t *testing.T) {
		for id, want := range map[string]string{"pp": "10.00", "pp~required": "10.37"} {
			code, _ := at(f.create(f.token(id), id, "PROMPTPAY", "THB", "10"), "qrCode").(string)
			objects, err := payload.ParseEMV(code)
			if err != nil {
				t.Fatal(err)
			}
			if i := slices.IndexFunc(objects, func(o payload.Object) bool { return o.Tag == "54" }); i < 0 || objects[i].Value != want {
				t.Errorf("%s: the code doesn't ask for %s: %v", id, want, objects)
			}
		}
	})
	t.Run("Payin response expireAt", func(t *testing.T) {
		each(t, func(t *testing.T, s story, when string, r reply) {
			if got, _ := at(r, "expireAt").(string); !timestamp.MatchString(got) || got != at(s.created, "expireAt") {
				t.Errorf("%s: got %q", when, got)
			}
		})
	})
	t.Run("Payin response reference", func(t *testing.T) {
		referenced := 0
		each(t, func(t *testing.T, s story, when string, r reply) {
			if v := at(r, "reference"); v != nil {
				referenced++
				if text, _ := v.(string); text == "" || v != at(s.created, "reference") {
					t.Errorf("%s: got %v", when, v)
				}
			}
		})
		if referenced < 30 {
			t.Errorf("only %d answers have one", referenced)
		}
	})
	t.Run("Payin response returnUrl", func(t *testing.T) {
		const address = "https://shop.example.com/back?a=1\u0026b=%2F%20x#y"
		for _, s := range all {
			id := "back-" + s.Code + "-" + s.Currency
			body := strings.Replace(f.payinBody(s.Code, s.Currency, sandbox.SampleAmount(s.Currency)), "https://shop.example.com/back", address, 1)
			if r := f.want(200, f.token(id), "POST", "/payins/"+id, body); at(r, "returnUrl") != address {
				t.Errorf("%s %s: got %v", s.Code, s.Currency, at(r, "returnUrl"))
			}
			if r := f.want(200, f.token(id), "GET", "/payins/"+id, ""); at(r, "returnUrl") != address {
				t.Errorf("%s %s, read: got %v", s.Code, s.Currency, at(r, "returnUrl"))
			}
		}
	})
	t.Run("Payin response accountCustomerUsedForPayment", func(t *testing.T) {
		for _, s := range all {
			shown := s.Code == "BANKB_PAY" || s.Code == "UPIQR"
			if at(s.created, "accountCustomerUsedForPayment") != nil || hasTexts(at(s.paid, "accountCustomerUsedForPayment"), "accountName", "accountNumber") != shown {
				t.Errorf("%s: created %s, paid %s", s.Code, s.created.raw, s.paid.raw)
			}
		}
	})
	t.Run("Payin response phoneNumber, emailAddress and taxId", func(t *testing.T) {
		for property, code := range map[string]string{"phoneNumber": "VAPAY/TWD", "emailAddress": "VAPAY/TWD", "taxId": "OFFLINE/ARS"} {
			with, without := 0, 0
			for _, s := range all {
				switch text, _ := at(s.created, property).(string); {
				case text != "":
					with++
				case s.Code+"/"+s.Currency == code:
					t.Errorf("%s: got %s", code, s.created.raw)
				default:
					without++
				}
			}
			if with == 0 || without == 0 {
				t.Errorf("%s: in %d responses, not in %d", property, with, without)
			}
		}
	})
	t.Run("Payin read method response", func(t *testing.T) {
		for _, s := range all {
			if diff := cmp.Diff(s.created.json["paymentMethodResponse"], s.waiting.json["paymentMethodResponse"]); diff != "" {
				t.Errorf("%s %s (-created +read):\n%s", s.Code, s.Currency, diff)
			}
		}
	})
	t.Run("Payin read process", func(t *testing.T) {
		each(t, func(t *testing.T, _ story, when string, r reply) {
			process, _ := r.json["process"].(map[string]any)
			if created := strings.HasSuffix(when, "created"); created != (process == nil) {
				t.Errorf("%s: got %s", when, r.raw)
			} else if !created {
				checkProcess(t, when, process, strings.HasSuffix(when, "paid"))
			}
		})
	})
	t.Run("Payin read failureReasonCode", func(t *testing.T) {
		each(t, func(t *testing.T, _ story, when string, r reply) {
			if _, ok := r.json["failureReasonCode"]; ok {
				t.Errorf("%s: got %s", when, r.raw)
			}
		})
		for end, code := range map[string]string{"security": "SECURITY_CHECK_FAILED", "inactivity": "CUSTOMER_VERIFICATION_INACTIVITY", "unregistered": "CUSTOMER_NOT_REGISTERED"} {
			id := "f~failed-" + end + "@0s"
			f.create(f.token(id), id, "PROMPTPAY", "THB", "10")
			if r := f.want(200, f.token(id), "GET", "/payins/"+id, ""); r.json["failureReasonCode"] != code {
				t.Errorf("%s: got %s", end, r.raw)
			}
		}
	})
}

// checkProcess checks a process object against its table; processedAt is there
// once the payment has ended.
func checkProcess(t *testing.T, what string, process map[string]any, ended bool) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(process)) {
		good := false
		switch value := process[name].(type) {
		case bool:
			good = name == "isTest" && value
		case string:
			good = (name == "status" || name == "processorStatus") && value != "" || (name == "createdAt" || name == "processedAt") && timestamp.MatchString(value)
		}
		if !good {
			t.Errorf("%s: %s is %v", what, name, process[name])
		}
	}
	if process["status"] == nil || process["createdAt"] == nil || process["isTest"] == nil || (process["processedAt"] != nil) != ended {
		t.Errorf("%s: got %v", what, process)
	}
}
