package handlers_test

import (
	"strings"
	"testing"

	"payapp/methods"
)

// bad holds values that the rules refuse, by label; warned those that they let
// through the second time.
var (
	bad = map[string][]string{
		"accountName": {"a\u202eb", "\x01"}, "accountName.kr": {"ㅎㄱㄷ"}, "accountName.wallet": {"a\u200bb"},
		"accountNumber.ar": {"2850590940090418135200", "123"}, "accountNumber.promptpay": {"1234567890120", "0201234567", "12"},
		"accountNumber.upi": {"merchant@", "a b@upi"}, "accountNumber.vn": {"0011 0012"},
		"accountType": {"savings"}, "emailAddress": {"A B <a@b.co>", "a@b"}, "identifyingReference.co": {"12345"}, "taxId.ar": {"20267565394"},
		"customerName.lastName": {"a\u202eb"}, "paymentLocation.city": {"\x01"},
	}
	warned = map[string][]string{"accountNumber.za": {"123"}, "accountNumber.ng": {"123456789"}, "accountNumber.payshap": {"x@"}, "accountName.jp": {"山田太郎"}}

	badPhone  = map[string]string{"GH": "0302123456", "KE": "0202123456", "TW": "0212345678", "ID": "02112345678"}
	otherGood = map[string]string{
		"accountNumber.promptpay": "1234 5678 9012 1", "accountNumber.upi": "9876543210@ybl", "emailAddress": " a@b.co ",
		"accountNumber.ar": "285059 0940090418135201", "taxId.ar": "20-26756539-3", "identifyingReference.co": "860002964-4",
		"accountName": "Nguyễn Văn A 2",
	}
)

func labelOf(f methods.Field) string {
	if f.Label != "" {
		return f.Label
	}
	return f.Name
}

// Each rule over real HTTP, wherever a row uses it: a good value as people
// type it is accepted, a bad one has its message at the field and sends
// nothing, an unusual one warns once.
func TestEveryRuleWhereItIsUsed(t *testing.T) {
	for _, m := range methods.Default().All() {
		for _, f := range m.Fields {
			t.Run(m.Code+"_"+m.Currency+"_"+f.Name, func(t *testing.T) {
				t.Parallel()
				w := setup(t)
				form := func(value string) []string {
					pairs := []string{f.Name, value}
					for _, other := range m.Fields {
						needed := other.Required || f.Group != "" && other.Group == f.Group && other.RequiredInGroup
						if other.Name != f.Name && needed {
							pairs = append(pairs, other.Name, valueOf(t, m, other))
						}
					}
					return pairs
				}
				refused := bad[labelOf(f)]
				if number, ok := badPhone[m.Country]; ok && f.Name == "phoneNumber" {
					refused = append(refused, number)
				}
				for _, value := range refused {
					b, p, link := w.start(m)
					p = b.press(p, "pay", form(value)...).want(200, "details")
					if !p.has("data-error", f.Name) || !p.has("aria-invalid", "true") {
						t.Errorf("%q: no message at the field:\n%s", value, p.text())
					}
					if n := w.calls.count("POST /payins/" + link.Get("idPayin")); n != 0 {
						t.Errorf("%q was sent", value)
					}
				}
				for _, value := range warned[labelOf(f)] {
					b, p, _ := w.start(m)
					p = b.press(p, "pay", form(value)...).want(200, "details")
					if p.has("data-error", f.Name) {
						t.Errorf("%q is refused, and only unusual", value)
					}
					if p = b.press(p, "pay"); p.hook("page") == "details" {
						t.Errorf("%q: pay anyway doesn't pay:\n%s", value, p.text())
					}
				}
				if value, ok := otherGood[labelOf(f)]; ok {
					b, p, _ := w.start(m)
					if p = b.press(p, "pay", form(value)...); p.hook("page") == "details" || p.hook("page") == "problem" {
						t.Errorf("%q is refused:\n%s", value, p.text())
					}
				}
			})
		}
	}
}

// A message tells what to do, so doing it must not be refused: where only one
// country's numbers are taken, that country is named, with its code.
func TestPhoneMessageNamesTheCountryThatIsTaken(t *testing.T) {
	w := setup(t)
	for _, c := range []struct{ code, currency, want string }{
		{"PAY_ME", "ZAR", "A phone number from South Africa (+27) is needed here"},
		{"NETBANKING", "INR", "A phone number from India (+91) is needed here"},
		{"EWALLET", "IDR", "A mobile number from Indonesia (+62) is needed here"},
	} {
		m, _ := methods.Default().Find(c.code, c.currency)
		b, p, _ := w.start(m)
		p = b.press(p, "pay", "phoneNumber", "+14155552671").want(200, "details")
		if !p.has("data-error", "phoneNumber") || !strings.Contains(p.text(), c.want) {
			t.Errorf("%s: want %q:\n%s", c.code, c.want, p.text())
		}
	}
}
