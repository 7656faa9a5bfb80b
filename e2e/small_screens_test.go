package e2e

import "testing"

// At 320 pixels, and at 400 % on a desktop, nothing scrolls sideways with real
// answers of the gateway; check tests it on every page.
func TestSmallScreens(t *testing.T) {
	for lang, d := range map[string]device{"en": zoomed, "th": narrow} {
		t.Run(d.name+"/"+lang, func(t *testing.T) {
			begin(t)
			b := open(t, customer{device: d})
			for _, p := range presentations {
				switch p.name {
				case "P2A_V2", "CODE_PAYMENT", "VAPAY in TWD", "UPIQR without one", "OFFLINE in VND", "BANKA_PAY":
					o := newOrder(t, p.amount, p.currency, "lang", lang)
					b.enter(o)
					b.pay(p.choice)
					b.want("instructions")
					o.set("SUCCESS")
					b.wantStatus("success")
				}
			}
		})
	}
}

// wantAboveTheFold checks the first screen of a phone: payee, amount and what
// to do next are always on it.
func (b *tab) wantAboveTheFold(more ...string) {
	b.t.Helper()
	if b.customer.device != phone {
		return
	}
	for _, selector := range append(more, "[data-amount]", "h1", "header bdi") {
		if !ask[bool](b, `(r => !!r && r.top >= 0 && r.bottom <= innerHeight)(document.querySelector(`+quoted(selector)+`)?.getBoundingClientRect())`) {
			b.t.Errorf("%s isn't on the first screen of %s", selector, b.page())
		}
	}
}
