package handlers_test

import (
	"slices"
	"strings"
	"testing"

	"payapp/internal/testing/browser"
	"payapp/methods"
)

// examples holds, for each rule that a row uses, what it refuses, what it lets
// through the second time, and a good value as people type it, with what is
// sent of it.
var examples = map[methods.Rule]struct {
	bad, warned []string
	typed, sent string
}{
	methods.RuleName:          {bad: []string{"a\u202eb", "a\u200bb", "\x01", strings.Repeat("x", 101)}, typed: " Nguyễn Văn A 2 ", sent: "Nguyễn Văn A 2"},
	methods.RuleNameKR:        {bad: []string{"ㅎㄱㄷ", "홍", "山田"}, typed: "홍 길동", sent: "홍길동"},
	methods.RuleNameJP:        {warned: []string{"山田太郎"}, typed: "ヤマダ　タロウ", sent: "ヤマダ　タロウ"},
	methods.RuleText:          {bad: []string{"a\u202eb", "\x01", strings.Repeat("x", 101)}, typed: " 12 Main St. ", sent: "12 Main St."},
	methods.RuleAccount:       {warned: []string{"12", "1234#5678"}, typed: "123-4567 8", sent: "12345678"},
	methods.RuleAccountZA:     {warned: []string{"123"}, typed: "62 0000-00000", sent: "62000000000"},
	methods.RuleAccountVN:     {bad: []string{"0011 0012", "00110"}, typed: " V3CAS62627239 ", sent: "V3CAS62627239"},
	methods.RulePayShap:       {warned: []string{"x@", "123"}, typed: "081 234 5678@StandardBank", sent: "0812345678@standardbank"},
	methods.RulePromptPay:     {bad: []string{"1234567890120", "0201234567", "12"}, typed: "1234 5678 9012 1", sent: "1234567890121"},
	methods.RuleUPI:           {bad: []string{"merchant@", "a b@upi", "a@upi"}, typed: "９８７６５４３２１０＠ybl", sent: "9876543210@ybl"},
	methods.RulePhone:         {bad: []string{"12", "+14155552671", "number"}},
	methods.RuleMobile:        {bad: []string{"12", "+14155552671"}},
	methods.RuleMobileTW:      {bad: []string{"0212345678", "091234567", "+14155552671"}, typed: "+886 912-345-678", sent: "+886912345678"},
	methods.RuleWalletPhoneID: {bad: []string{"02112345678", "081234567", "+14155552671"}, typed: "62 812-3456-7890", sent: "+6281234567890"},
	methods.RuleEmail:         {bad: []string{"A B <a@b.co>", "a@b"}, typed: " a@b.co ", sent: "a@b.co"},
	methods.RuleAccountType:   {bad: []string{"savings"}, typed: "personal", sent: "personal"},
	methods.RuleCUIT:          {bad: []string{"20267565394", "2026756539"}, typed: "20-26756539-3", sent: "20267565393"},
	methods.RuleCBU:           {bad: []string{"2850590940090418135200", "123"}, typed: "285059 0940090418135201", sent: "2850590940090418135201"},
	methods.RuleIdentityCO:    {bad: []string{"12345", "8600029645"}, typed: "860.002.964-4", sent: "8600029644"},
	methods.RuleNUBAN:         {warned: []string{"123456789"}, typed: "0000 014579", sent: "0000014579"},
}

// landline is a valid number that no wallet has.
var landline = map[string]string{"GH": "0302123456", "KE": "0202123456", "IN": "02227787777"}

// Each rule over real HTTP, wherever a row uses it: a good value as people
// type it is accepted, a bad one has its message at the field and sends
// nothing, an unusual one warns once.
func TestEveryRuleWhereItIsUsed(t *testing.T) {
	for _, m := range methods.Default().All() {
		for _, f := range m.Fields {
			t.Run(m.Code+"_"+m.Currency+"_"+f.Name, func(t *testing.T) {
				t.Parallel()
				w := setup(t)
				if f.ByOperator != nil { // asked where the bank doesn't settle it
					w.gatewayAnswers(fpx("NEW0001", "NEW0002"))
				}
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
				e := examples[f.Rule]
				if f.Rule == methods.RuleMobile {
					if landline[m.Country] == "" {
						t.Fatalf("no landline number of %s", m.Country)
					}
					e.bad = append(slices.Clone(e.bad), landline[m.Country])
				}
				if f.Rule == methods.RulePhone || f.Rule == methods.RuleMobile {
					e.typed, e.sent = goodPhone[m.Country], sentPhone[m.Country]
				}
				if e.typed == "" || len(e.bad)+len(e.warned) == 0 {
					t.Fatalf("rule %s has no examples", f.Rule)
				}
				for _, value := range e.bad {
					b, p, link := w.start(m)
					p = b.Press(p, "pay", form(value)...).Want(200, "details")
					if !p.Has("data-error", f.Name) || browser.Attr(p.Input(f.Name), "aria-invalid") != "true" && f.Input().Type != "radio" {
						t.Errorf("%q: no message at the field:\n%s", value, p.Text())
					}
					if n := w.calls.count("POST /payins/" + link.Get("idPayin")); n != 0 {
						t.Errorf("%q was sent", value)
					}
				}
				for _, value := range e.warned {
					b, p, link := w.start(m)
					p = b.Press(p, "pay", form(value)...).Want(200, "details")
					if p.Has("data-error", f.Name) {
						t.Errorf("%q is refused, and only unusual", value)
					}
					if n := w.calls.count("POST /payins/" + link.Get("idPayin")); n != 0 {
						t.Errorf("%q was sent without a warning", value)
					}
					b.Press(p, "pay")
					if got := sentAs(w.calls.creation(t, link.Get("idPayin")), f.Name); got != value {
						t.Errorf("%q: pay anyway sends %q", value, got)
					}
				}
				b, p, link := w.start(m)
				b.Press(p, "pay", form(e.typed)...)
				if got := sentAs(w.calls.creation(t, link.Get("idPayin")), f.Name); got != e.sent {
					t.Errorf("%q is sent as %q, want %q", e.typed, got, e.sent)
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
		p = b.Press(p, "pay", "phoneNumber", "+14155552671").Want(200, "details")
		if !p.Has("data-error", "phoneNumber") || !strings.Contains(p.Text(), c.want) {
			t.Errorf("%s: want %q:\n%s", c.code, c.want, p.Text())
		}
	}
}
