package e2e

import "testing"

// Ours: after a search among the banks, Back comes to that search, not on to the
// page that is due; with JavaScript, further Backs come to each earlier choice.
func TestBackAfterSearch(t *testing.T) {
	for _, c := range []customer{{device: phone}, {device: phone, noScript: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			b := open(t, c)
			b.enter(newOrder(t, "499.00", "INR", "merchantCode", "DEMO-BANKS", "paymentMethodCode", "NETBANKING", "optionsAvailable", "true"))
			b.click(`input[name=paymentMethodCode][value=NETBANKING]`)
			b.press(`button:not([name])` + action("continue"))
			b.fill("q", "hdfc")
			b.press("[role=search] button")
			b.press(`button[name=paymentOperatorCode][value=HDFC]`)
			b.want("details")
			b.back()
			b.want("options")
			if got := b.value("q"); got != "hdfc" {
				t.Errorf("Back comes to the search for %q", got)
			}
			if c.noScript {
				return
			}
			b.back()
			b.want("options")
			if b.value("q") != "" || !b.has(`[name=paymentOperatorCode][value=HDFC]`) {
				t.Error("the second Back doesn't come to all banks")
			}
			b.back()
			b.want("options")
			if !b.has(`input[name=paymentMethodCode]`) {
				t.Error("the third Back doesn't come to the methods")
			}
		})
	}
}

// Ours: without JavaScript Back shows what is due, and then the shop; the page's
// own button leads to the choice (docs/adr/0023).
func TestBackWithoutScript(t *testing.T) {
	begin(t)
	b := open(t, customer{device: phone, noScript: true})
	b.visit(worldOf(t).sandbox + "/shop")
	b.fillIn(newOrder(t, "99.00", "THB"))
	b.back()
	b.want("details")
	b.press(action("back"))
	b.want("options")
	b.choose(promptPay)
	b.want("details")
	for range 4 {
		b.back()
		if b.page() == "" {
			break
		}
		b.want("details")
	}
	b.inSandbox()
}
