package e2e

import "testing"

// The shortest complete path: a bank redirect from the RedirectURL to the
// status page.
func TestBankRedirect(t *testing.T) {
	for _, c := range []customer{{device: phone}, {device: desktop, noScript: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			o := newOrder(t, "1234.50", "THB")
			b := open(t, c)
			b.enter(o)
			b.want("options")
			b.pay(choice{method: "ONLINE", operator: "004"})
			b.want("leaving")
			b.proceed()
			b.press(action("pay"))
			b.want("status")
			b.wantStatus("success")
			if got, want := b.link("return"), o.link.Get("returnUrl"); got != want {
				t.Errorf("return leads to %q, want %q", got, want)
			}
		})
	}
}
