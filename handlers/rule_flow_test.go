package handlers_test

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/nyaruka/phonenumbers"

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
	methods.RuleName:          {bad: hidden, warned: []string{strings.Repeat("x", 101)}, typed: " Nguyễn Văn A 2 ", sent: "Nguyễn Văn A 2"},
	methods.RuleNameKR:        {bad: hidden, warned: []string{"ㅎㄱㄷ"}, typed: "홍 길동", sent: "홍길동"},
	methods.RuleNameJP:        {bad: hidden, warned: []string{"山田太郎"}, typed: "ヤマダ　タロウ", sent: "ヤマダ　タロウ"},
	methods.RuleText:          {bad: hidden, typed: " 12 Main St. ", sent: "12 Main St."},
	methods.RuleCountry:       {bad: hidden, typed: " taiwan ", sent: "TW"},
	methods.RuleAccount:       {warned: []string{"12", "1234#5678"}, typed: "123-4567 8", sent: "12345678"},
	methods.RuleAccountZA:     {warned: []string{"123"}, typed: "62 0000-00000", sent: "62000000000"},
	methods.RuleAccountVN:     {warned: []string{"0011#0012", "00110"}, typed: " 0011 0012 3456 ", sent: "001100123456"},
	methods.RulePayShap:       {warned: []string{"x@", "123"}, typed: "081 234 5678@StandardBank", sent: "0812345678@standardbank"},
	methods.RulePromptPay:     {warned: []string{"1234567890120", "12"}, typed: "123-4-56789-0", sent: "1234567890"},
	methods.RuleUPI:           {warned: []string{"merchant@", "a b@upi", "a@upi"}, typed: "９８７６５４３２１０＠ybl", sent: "9876543210@ybl"},
	methods.RulePhone:         {warned: []string{"12", "number"}},
	methods.RulePhoneChecked:  {bad: []string{"12", "number"}, warned: []string{"98765 432101"}},
	methods.RuleMobile:        {warned: []string{"12", "+14155552671"}},
	methods.RuleMobileTW:      {warned: []string{"0212345678", "091234567"}, typed: "+886 912-345-678", sent: "+886912345678"},
	methods.RuleWalletPhoneID: {warned: []string{"02112345678", "081234567", "+14155552671"}, typed: "62 812-3456-7890", sent: "+6281234567890"},
	methods.RuleEmail:         {bad: []string{"A B <a@b.co>", "a@b"}, warned: []string{"用户@例え.jp"}, typed: " a@b.co ", sent: "a@b.co"},
	methods.RuleAccountType:   {warned: []string{"savings"}, typed: "personal", sent: "personal"},
	methods.RuleCUIT:          {warned: []string{"20267565394", "2026756539"}, typed: "20-26756539-3", sent: "20267565393"},
	methods.RuleCBU:           {warned: []string{"2850590940090418135200", "123"}, typed: "285059 0940090418135201", sent: "2850590940090418135201"},
	methods.RuleIdentityCO:    {warned: []string{"12345", "8600029645"}, typed: "NIT 860.002.964-4", sent: "8600029644"},
	methods.RuleNUBAN:         {warned: []string{"123456789"}, typed: "0000 014579", sent: "0000014579"},
}

// hidden are texts that no rule lets through.
var hidden = []string{"a\u202eb", "a\u202db", "\x01", strings.Repeat("x", 256)}

// usage is a field of a method.
type usage struct {
	method methods.Method
	field  methods.Field
}

// firstUse is for each rule the first field that has it.
func firstUse() map[methods.Rule]usage {
	uses := map[methods.Rule]usage{}
	for _, m := range methods.Default().All() {
		for _, f := range m.Fields {
			if _, already := uses[f.Rule]; !already {
				uses[f.Rule] = usage{m, f}
			}
		}
	}
	return uses
}

// Each rule over real HTTP, where it is used first: a good value as people type it
// is accepted, a bad one has its message at the field and sends nothing, an unusual
// one warns once. That other fields have the same rule is a row of methods.
func TestEveryRuleWhereItIsUsed(t *testing.T) {
	w := setup(t)
	asked := setup(t) // where the bank doesn't settle the type of account
	asked.gatewayAnswers(fpx("NEW0001", "NEW0002"))
	uses := firstUse()
	for _, rule := range slices.Sorted(maps.Keys(uses)) {
		world, use := w, uses[rule]
		if use.field.ByOperator != nil {
			world = asked
		}
		t.Run(string(rule), func(t *testing.T) { world.of(t).holdsTo(t, rule, use) })
	}
}

// holdsTo types the rule's examples into the field, beside good values of others.
func (w *world) holdsTo(t *testing.T, rule methods.Rule, use usage) {
	t.Helper()
	m, f := use.method, use.field
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
	sent := func(link url.Values) int { return w.calls.count("POST /payins/" + link.Get("idPayin")) }
	e := examples[rule]
	if rule == methods.RuleMobile {
		_, free := phoneOf(t, m.Country, phonenumbers.TOLL_FREE) // which no wallet has
		e.warned = append(slices.Clone(e.warned), free)
	}
	if rule == methods.RulePhone || rule == methods.RulePhoneChecked || rule == methods.RuleMobile {
		e.typed, e.sent = phoneOf(t, m.Country, phonenumbers.MOBILE)
	}
	if e.typed == "" || len(e.bad)+len(e.warned) == 0 {
		t.Fatal("there are no examples")
	}
	for _, value := range e.bad {
		b, p, link := w.start(m)
		p = b.Press(p, "pay", form(value)...).Want(200, "details")
		if !p.Has("data-error", f.Name) || browser.Attr(p.Input(f.Name), "aria-invalid") != "true" && f.Input().Type != "radio" {
			t.Errorf("%q: no message at the field:\n%s", value, p.Words())
		}
		if sent(link) != 0 {
			t.Errorf("%q was sent", value)
		}
	}
	for _, value := range e.warned {
		b, p, link := w.start(m)
		p = b.Press(p, "pay", form(value)...).Want(200, "details")
		if p.Has("data-error", f.Name) {
			t.Errorf("%q is refused, and only unusual", value)
		}
		if sent(link) != 0 {
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
}

// A message tells what to do, so doing it must not be refused: the country is
// named with its code, and a number from elsewhere is taken where it is only for
// messages.
func TestPhoneMessageNamesTheCountry(t *testing.T) {
	w := setup(t)
	for _, c := range []struct{ code, currency, typed, want string }{
		{"PAY_ME", "ZAR", "12345", "(South Africa, +27)"},
		{"NETBANKING", "INR", "12345", "(India, +91)"},
		{"EWALLET", "IDR", "+14155552671", "(Indonesia, +62)"},
	} {
		m, _ := methods.Default().Find(c.code, c.currency)
		b, p, link := w.start(m)
		p = b.Press(p, "pay", "phoneNumber", c.typed).Want(200, "details")
		if !strings.Contains(p.Text(), c.want) {
			t.Errorf("%s: want %q:\n%s", c.code, c.want, p.Words())
		}
		b.Press(p, "pay", "phoneNumber", "+1 415 555 2671")
		if c.code == "EWALLET" {
			continue // which asks it for money, and warned of it
		}
		if got := sentAs(w.calls.creation(t, link.Get("idPayin")), "phoneNumber"); got != "+14155552671" {
			t.Errorf("%s: a number from abroad is sent as %v", c.code, got)
		}
	}
}
