package e2e

import "testing"

// Ours: after a search among the banks, Back comes to that search, not on to the
// page that is due; with JavaScript, further Backs come to each earlier choice.
func TestBackAfterSearch(t *testing.T) {
	begin(t)
	for _, c := range []customer{{Device: phone}, {Device: phone, NoScript: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			b := open(t, c)
			b.Enter(newOrder(t, "499.00", "INR", "merchantCode", "DEMO-BANKS", "paymentMethodCode", "NETBANKING", "optionsAvailable", "true"))
			b.Click(`input[name=paymentMethodCode][value=NETBANKING]`)
			b.Press(`button:not([name])` + action("continue"))
			b.Fill("q", "hdfc")
			b.Leave(func() { b.enterKey() })
			b.Press(`button[name=paymentOperatorCode][value=HDFC]`)
			b.Want("details")
			b.Back()
			b.Want("options")
			if got := b.Value("q"); got != "hdfc" {
				t.Errorf("Back comes to the search for %q", got)
			}
			if c.NoScript {
				return
			}
			b.Back()
			b.Want("options")
			if b.Value("q") != "" || !b.Has(`[name=paymentOperatorCode][value=HDFC]`) {
				t.Error("the second Back doesn't come to all banks")
			}
			b.Back()
			b.Want("options")
			if !b.Has(`input[name=paymentMethodCode]`) {
				t.Error("the third Back doesn't come to the methods")
			}
		})
	}
}

// Ours: without JavaScript Back shows what is due, and then the shop; the page's
// own button leads to the choice (docs/adr/0023).
func TestBackWithoutScript(t *testing.T) {
	begin(t)
	b := open(t, customer{Device: phone, NoScript: true})
	b.Visit(worldOf(t).Sandbox + "/shop")
	b.fillIn(newOrder(t, "99.00", "THB"))
	b.Back()
	b.Want("details")
	b.Press(action("back"))
	b.Want("options")
	b.Choose(promptPay)
	b.Want("details")
	for range 4 {
		b.Back()
		if b.Page() == "" {
			break
		}
		b.Want("details")
	}
	b.InSandbox()
}
