package e2e

import (
	_ "embed"
	"testing"
)

// axe finds nothing on the way through the payments with the most kinds of
// pages. TestEveryPage has all pages, with made-up data.
func TestAccessibleOnTheWay(t *testing.T) {
	begin(t)
	for lang, d := range map[string]device{"en": phone, "th": desktop} {
		t.Run(lang+"/"+d.Name, func(t *testing.T) {
			begin(t)
			b := open(t, customer{Device: d})
			walkInspecting(t, b, lang)
		})
	}
}

func walkInspecting(t *testing.T, b *tab, lang string) {
	b.Observer.Expect(400, 403)
	o := newOrder(t, "499.00", "INR", "lang", lang)
	b.Enter(o)
	b.InspectAll() // options
	b.Click(`input[name=paymentMethodCode][value=P2A_V2]`)
	b.Press(`button:not([name])` + action("continue"))
	b.InspectAll() // operators
	b.Pay(choice{Method: "P2A_V2"})
	b.InspectAll() // transfer
	b.Press("main " + action("continue"))
	b.Press(action("submit-reference"))
	b.Want("reference")
	b.InspectAll() // a faulty field
	b.Fill("reference", "432112345678")
	b.Press(action("submit-reference"))
	b.InspectAll() // pending
	o.Set("SUCCESS")
	b.WaitStatus("success")
	b.InspectAll()

	o = newOrder(t, "800", "TWD", "lang", lang)
	b.Enter(o)
	b.Choose(choice{Method: "CODE_PAYMENT", Operator: "ibon"})
	b.Press(action("pay")) // with nothing filled in
	b.Want("details")
	b.InspectAll()
	b.Pay(presentationOf(t, "CODE_PAYMENT").Choice)
	b.InspectAll() // store code
	o.Set("REFUSED")
	b.WaitStatus("failed")
	b.InspectAll()

	o = newOrder(t, "99.00", "THB", "lang", lang, "paymentMethodCode", "PROMPTPAY", "accountNumber", "0801234567")
	b.Enter(o)
	b.Want("review")
	b.InspectAll()
	b.Press(action("pay"))
	b.Want("instructions")
	b.InspectAll() // QR

	b.Visit(theWorld.App + "/?merchantCode=DEMO&lang=" + lang)
	b.Want("problem")
	b.InspectAll()
}
