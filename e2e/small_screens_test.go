package e2e

import (
	"payapp/e2e/kit"
	"payapp/e2e/suite"
	"testing"
)

// At 320 pixels, and at 400 % on a desktop, nothing scrolls sideways with real
// answers of the gateway; check tests it on every page.
func TestSmallScreens(t *testing.T) {
	begin(t)
	for lang, d := range map[string]device{"en": kit.Zoomed, "th": kit.Narrow} {
		t.Run(d.Name+"/"+lang, func(t *testing.T) {
			begin(t)
			b := open(t, customer{Device: d})
			for _, p := range suite.Presentations {
				switch p.Name {
				case "P2A_V2", "CODE_PAYMENT", "VAPAY in TWD", "UPIQR without one", "OFFLINE in VND", "BANKA_PAY":
					o := newOrder(t, p.Amount, p.Currency, "lang", lang)
					b.Enter(o)
					b.Pay(p.Choice)
					b.Want("instructions")
					o.Set("SUCCESS")
					b.WaitStatus("success")
				}
			}
		})
	}
}
