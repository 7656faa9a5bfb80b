package scenarios

import (
	"net/url"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios/entry"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// link is a RedirectURL's parameters with everything mandatory, changed by
// pairs of name and value.
func link(pairs ...string) url.Values {
	v := url.Values{
		"merchantCode": {"DEMO"}, "idPayin": {"order-1"}, "token": {"a.b.c"},
		"amount": {"1234.50"}, "currencyCode": {"THB"},
		"callbackUrl": {"https://shop.example/callback"}, "returnUrl": {"https://shop.example/thanks"},
	}
	for i := 0; i < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return v
}

func isField(name string) bool {
	for _, m := range methods.Default().All() {
		if _, ok := m.Field(name); ok {
			return true
		}
	}
	return false
}

func order(t *testing.T, pairs ...string) entry.Order {
	t.Helper()
	i, err := entry.Parse(entry.Rules{IsField: isField}, link(pairs...).Encode())
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func operators(codes ...string) []apiclient.Operator {
	var list []apiclient.Operator
	for _, c := range codes {
		list = append(list, apiclient.Operator{Code: c, Name: "Bank " + c})
	}
	return list
}

// thai is what a merchant with Thai methods offers.
func thai() *apiclient.Options {
	return &apiclient.Options{Methods: []apiclient.Option{
		{MethodCode: "ONLINE", Operators: operators("BBL", "KBANK", "SCB", "KTB", "TTB")},
		{MethodCode: "PROMPTPAY"},
		{MethodCode: "OFFLINE", Operators: operators("BBL")},
		{MethodCode: "TELEPORT"},
	}}
}

// facts are those of a payment that doesn't exist yet.
func facts(t *testing.T, options *apiclient.Options, pairs ...string) Facts {
	t.Helper()
	return Facts{
		Order:     order(t, pairs...),
		Known:     known.Missed(noon).View(),
		Options:   options,
		Catalogue: methods.Default(),
		Now:       noon,
	}
}

// created are the facts once the payment exists as p says.
func created(f Facts, p apiclient.Payin) Facts {
	p.IDPayin = f.Order.IDPayin
	if p.Money.IsZero() {
		p.Money = f.Order.Money
	}
	sent := f.Known.Sent
	f.Known = known.Read(p, noon).View()
	f.Known.Sent = sent
	return f
}

// due is the step by facts that are settled as handlers settle them; atLink is a
// status link's.
func due(f Facts) Step { return Next(f.Settled()) }

func atLink(f Facts) Step {
	f.ReadOnly = true
	return due(f)
}

func next[S Step](t *testing.T, f Facts) S {
	t.Helper()
	step, ok := due(f).(S)
	if !ok {
		var want S
		t.Fatalf("next step is %T %+v, want %T", due(f), due(f), want)
	}
	return step
}

func version(step Step) string { return Version(Due{Step: step}) }

func thb(amount string) money.Money { return money.MustParse(amount, "THB") }

func choose(t *testing.T, f Facts, method string, operator *string) Facts {
	t.Helper()
	progress, err := f.Choose(method, operator)
	if err != nil {
		t.Fatal(err)
	}
	f.Progress = progress
	return f
}

// typed are the facts once the customer has typed a value into a method's
// field.
func typed(t *testing.T, f Facts, method, name, value string) Facts {
	t.Helper()
	m, _ := f.Catalogue.Find(method, f.Order.Money.Currency())
	field, ok := m.Field(name)
	if !ok {
		t.Fatalf("%s has no field %s", method, name)
	}
	f.Progress = f.Progress.with(func(w *Progress) { w.Typed[field.Meaning()] = value })
	return f
}

func ptr(s string) *string { return &s }

// asSeen is the mark of a page that showed what is due.
func asSeen(int, string) bool { return true }

// withSent is what is known once this was sent, too.
func withSent(v known.View, s known.Sent) known.View {
	v.Sent = append([]known.Sent{s}, v.Sent...)
	if v.Existence == known.NotCreated && !v.At.After(s.At) {
		v.Existence = known.Nothing
	}
	if o := &v.Payin.Operator; s.Method == v.Payin.MethodCode && (o.Code == "" || o.Code == s.Operator.Code) {
		*o = s.Operator
	}
	return v
}
