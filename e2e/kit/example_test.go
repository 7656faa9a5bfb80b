package kit_test

import (
	"testing"

	"payapp/e2e/kit"
)

// An operator's own test. docs/qa.md has the same, and our suites run it from there.
func Example() {
	_ = func(t *testing.T) {
		w := kit.Connect(t, "https://pay.example", "https://sandbox.example")
		o := kit.NewOrder(t, w, "99.00", "THB")
		b := kit.Open(t, w, kit.Customer{Device: kit.Phone})
		b.Enter(o)
		b.Pay(kit.Choice{Method: "PROMPTPAY", Fields: [][2]string{{"accountNumber", "0801234567"}}})
		b.Want("instructions")
		if got, want := b.DecodeQR(), o.Code(); got != want {
			t.Errorf("the code says %q, want %q", got, want)
		}
		b.Play("/scan/"+o.ID, "pay")
		b.WaitStatus("success")
	}
}

// A problem is expected by its code; any other fails the test at once.
func ExampleTab_ExpectProblem() {
	_ = func(t *testing.T, w *kit.World) {
		o := kit.NewOrder(t, w, "99.00", "THB", "steering", "~refuse-unregistered", "paymentMethodCode", "PROMPTPAY")
		b := kit.Open(t, w, kit.Customer{Device: kit.Desktop, NoScript: true})
		b.Enter(o)
		b.Fill("accountNumber", "0801234567")
		b.Press(kit.Action("pay"))
		b.ExpectProblem("CUSTOMER_NOT_REGISTERED")
	}
}
