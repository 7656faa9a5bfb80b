package suite

import (
	"payapp/e2e/kit"
)

// PromptPay is a way to pay that asks for one field and shows a code.
var PromptPay = kit.Choice{Method: "PROMPTPAY", Fields: [][2]string{{"accountNumber", "0801234567"}}}

// Outcome is what a payment comes to, by the sandbox's steering.
type Outcome struct{ Steering, Status string }

// Outcomes are those that a page tells.
var Outcomes = []Outcome{
	{"~refused@1s", "failed"},
	{"~failed-security@1s", "failed"},
	{"~canceled@1s", "failed"},
	{"~expired@1s", "expired"},
	{"~strange@1s", "success"},
	{"~expires@8s", "expired"},
}

// paid is at the page after Pay, by PromptPay.
func paid(t kit.T, w *kit.World, who kit.Customer, language string, pairs ...string) (*kit.Tab, kit.Order) {
	t.Helper()
	o := kit.NewOrder(t, w, "99.00", "THB", append(pairs, "lang", language)...)
	b := kit.Open(t, w, who)
	b.Enter(o)
	b.Pay(PromptPay)
	return b, o
}

// Walk pays, and waits until the page tells how it ended.
func (c Outcome) Walk(t kit.T, w *kit.World, who kit.Customer, language string) {
	t.Helper()
	b, o := paid(t, w, who, language, "steering", c.Steering)
	b.AwaitStatus(c.Status)
	b.Want("status")
	wantAmount(t, b, o)
	if b.Link("return") == "" {
		t.Errorf("there is no way back to the shop: %s", b.Describe())
	}
}

// ChangesByItself has the gateway learn of the money: the page tells it, through the
// event stream, or by a refresh without JavaScript. Nobody presses anything.
func ChangesByItself(t kit.T, w *kit.World, who kit.Customer, language string) {
	t.Helper()
	b, o := paid(t, w, who, language)
	b.Want("instructions")
	o.Set("SUCCESS")
	b.AwaitStatus("success")
	b.Want("status")
	wantAmount(t, b, o)
}

// BackAndReload shows what is due, after paying.
func BackAndReload(t kit.T, w *kit.World, who kit.Customer, language string) {
	t.Helper()
	b, o := paid(t, w, who, language)
	b.Want("instructions")
	if got, want := b.DecodeQR(), o.Code(); got != want {
		t.Errorf("the code says %q, want %q", got, want)
	}
	b.Reload()
	b.Want("instructions")
	b.Press("main " + kit.Action("continue"))
	b.Want("status")
	b.Back()
	b.Want("status")
	b.AwaitStatus("pending")
}

// BrokenLink opens a link that lacks its amount.
func BrokenLink(t kit.T, w *kit.World, who kit.Customer, language string) {
	t.Helper()
	o := kit.NewOrder(t, w, "99.00", "THB", "lang", language)
	o.Link.Del("amount")
	b := kit.Open(t, w, who)
	b.Enter(o)
	b.ExpectProblem("entry-invalid")
}

// ForeignToken opens a link whose token is another payment's.
func ForeignToken(t kit.T, w *kit.World, who kit.Customer, language string) {
	t.Helper()
	o := kit.NewOrder(t, w, "99.00", "THB", "lang", language)
	o.Link.Set("idPayin", "another-"+o.ID)
	b := kit.Open(t, w, who)
	b.Enter(o)
	b.ExpectProblem("token-rejected")
}

// RefusedCreation is told with its reason, and another method can be chosen with the
// data that was typed.
func RefusedCreation(t kit.T, w *kit.World, who kit.Customer, language string) {
	t.Helper()
	b, _ := paid(t, w, who, language, "steering", "~refuse-unregistered")
	b.ExpectProblem("CUSTOMER_NOT_REGISTERED")
	b.Press(kit.Action("change-method"))
	b.Want("options")
	b.Choose(PromptPay)
	b.Want("details")
	if got := b.Value("accountNumber"); got != "0801234567" {
		t.Errorf("what was typed became %q", got)
	}
}

// InLanguage pays in a language: every page is in it, and so is its direction.
func InLanguage(t kit.T, w *kit.World, who kit.Customer, language string) {
	t.Helper()
	b, o := paid(t, w, who, language)
	b.Want("instructions")
	wantLanguage(t, b, language)
	wantAmount(t, b, o)
	o.Set("SUCCESS")
	b.WaitStatus("success")
	wantAmount(t, b, o)
	wantLanguage(t, b, language)
}

// OptionsInLanguage opens a link in a language, and pays nothing.
func OptionsInLanguage(t kit.T, w *kit.World, who kit.Customer, language string) {
	t.Helper()
	b := kit.Open(t, w, who)
	b.Enter(kit.NewOrder(t, w, "99.00", "THB", "lang", language))
	b.Want("options")
	wantLanguage(t, b, language)
}

func wantLanguage(t kit.T, b *kit.Tab, language string) {
	t.Helper()
	if got := kit.Ask[string](b, `document.documentElement.lang`); got != language {
		t.Errorf("the page is in %q, want %q", got, language)
	}
}

// KeepsPlace reloads each page on the way, and goes back from the form to the choice:
// each is there again, with what was typed.
func KeepsPlace(t kit.T, w *kit.World, who kit.Customer, language string) {
	t.Helper()
	b := kit.Open(t, w, who)
	b.Enter(kit.NewOrder(t, w, "99.00", "THB", "lang", language))
	b.Want("options")
	b.Again()
	b.Want("options")
	b.Choose(PromptPay)
	b.Want("details")
	typed := PromptPay.Fields[0]
	b.Fill(typed[0], typed[1])
	kept := func(after string) {
		t.Helper()
		b.Want("details")
		b.Until("what was typed, after "+after, `document.querySelector("input[name=`+typed[0]+`]").value == `+kit.Quoted(typed[1]))
	}
	b.Until("kept", `!!JSON.stringify(history.state)?.includes(`+kit.Quoted(typed[1])+`)`)
	b.Again()
	kept("a reload")
	b.Back()
	b.Want("options")
	b.Leave(func() { b.Tell(`history.forward()`) })
	kept("Back and Forward")
	b.Press(kit.Action("pay"))
	b.Want("instructions")
	b.Again()
	b.Want("instructions")
	if !b.Has("svg[data-qr]") {
		t.Errorf("the code is gone: %s", b.Describe())
	}
	b.Press("main " + kit.Action("continue"))
	b.Want("status")
	b.Again()
	b.Want("status")
}
