package e2e

import (
	"testing"
	"time"

	"payapp/e2e/kit"
)

// Two suites at once, each with a merchant of its own: the faults and the clock of
// one aren't the other's. One signs with its key, one with its secret.
func TestMerchantsDontDisturbEachOther(t *testing.T) {
	begin(t)
	w := &worldOf(t).World
	broken := kit.NewMerchant(t, w, kit.MerchantTerms{Name: "Broken Books", Methods: []string{"THB/PROMPTPAY", "THB/ONLINE"}, Key: true, Rate: 1000})
	calm := kit.NewMerchant(t, w, kit.MerchantTerms{Name: "Calm Books", Rate: 1000})
	if broken.Code == calm.Code || broken.Secret == calm.Secret {
		t.Fatalf("one merchant: %s", calm.Code)
	}
	late := broken.NewOrder("99.00", "THB", "steering", "~expires@10m")
	here := calm.NewOrder("99.00", "THB", "steering", "~expires@10m")
	field := [][2]string{{"accountNumber", "0801234567"}}
	for _, o := range []order{late, here} {
		b := open(t, customer{Device: desktop})
		b.Enter(o)
		b.Pay(choice{Method: "PROMPTPAY", Fields: field})
		b.Want("instructions")
	}
	broken.MoveClock(15 * time.Minute)
	broken.Fault("503", "payin-create", 100)
	if got := here.Read().Process.Status; got == "EXPIRED" {
		t.Errorf("another merchant's clock ended the payment")
	}
	if got := late.Read().Process.Status; got != "EXPIRED" {
		t.Errorf("a quarter of an hour later the payment is %s", got)
	}
	b := open(t, customer{Device: desktop})
	b.Enter(calm.NewOrder("99.00", "THB"))
	b.Pay(choice{Method: "PROMPTPAY", Fields: field})
	b.Want("instructions")
}
