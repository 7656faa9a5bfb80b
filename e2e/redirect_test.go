package e2e

import "testing"

// The shortest complete path: a bank redirect from the RedirectURL to the
// status page.
func TestBankRedirect(t *testing.T) {
	begin(t)
	for _, c := range []customer{{Device: phone}, {Device: desktop, NoScript: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			o := newOrder(t, "1234.50", "THB")
			b := open(t, c)
			b.Enter(o)
			b.Want("options")
			b.Pay(choice{Method: "ONLINE", Operator: "004"})
			b.Want("leaving")
			b.Proceed()
			b.Press(action("pay"))
			b.Want("status")
			b.WaitStatus("success")
			if got, want := b.Link("return"), o.Link.Get("returnUrl"); got != want {
				t.Errorf("return leads to %q, want %q", got, want)
			}
		})
	}
}
