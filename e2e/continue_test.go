package e2e

import (
	"testing"

	"payapp/e2e/kit"
)

// A desktop's customer scans the code with their phone, pays there, and the desktop
// goes on by itself. Who scans it next is told to get another.
func TestContinueOnAPhone(t *testing.T) {
	begin(t)
	for _, noScript := range []bool{false, true} {
		at, by := customer{Device: desktop, NoScript: noScript}, customer{Device: phone, NoScript: noScript}
		t.Run(at.String(), func(t *testing.T) {
			begin(t)
			o := newOrder(t, "499.00", "INR")
			desk := open(t, at)
			desk.Enter(o)
			desk.Pay(choice{Method: "UPIQR", Fields: [][2]string{{"accountNumber", "customer.1001@okaxis"}}})
			desk.Want("instructions")
			desk.Press(action("to-phone"))
			desk.Want("status")
			code, err := kit.Scan(desk.Shot("svg[data-phone]"))
			if err != nil {
				t.Fatal(err)
			}

			hand := open(t, by)
			hand.Visit(code)
			hand.Want("phone")
			hand.Press(action("continue"))
			hand.Want("instructions")
			if kit.Ask[bool](hand.Tab, `document.querySelector("[data-action=to-phone]").checkVisibility()`) {
				t.Error("a phone is to go on on a phone")
			}
			hand.Play("/scan/"+o.ID, "pay")
			hand.AwaitStatus("success")
			desk.AwaitStatus("success")

			other := open(t, by)
			other.Visit(code)
			other.Press(action("continue"))
			other.ExpectProblem("phone-code")
		})
	}
}
