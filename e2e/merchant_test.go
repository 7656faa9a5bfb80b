package e2e

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"payapp/e2e/kit"
)

// Two suites at once, each with a merchant of its own: the steering, the faults and the
// clock of one aren't the other's. One signs with its key, one with its secret.
func TestMerchantsDontDisturbEachOther(t *testing.T) {
	begin(t)
	w := &worldOf(t).World
	broken := kit.NewMerchant(t, w, kit.MerchantTerms{Name: "Broken Books", Methods: []string{"THB/PROMPTPAY", "THB/ONLINE"}, Key: true, Rate: 1000})
	calm := kit.NewMerchant(t, w, kit.MerchantTerms{Name: "Calm Books", Rate: 1000})
	if broken.Code == calm.Code || broken.Secret == calm.Secret {
		t.Fatalf("one merchant: %s", calm.Code)
	}
	late := broken.NewOrder(t, "99.00", "THB", "steering", "~expires@10m")
	here := calm.NewOrder(t, "99.00", "THB", "steering", "~expires@10m")
	field := [][2]string{{"accountNumber", "0801234567"}}
	for _, o := range []order{late, here} {
		b := open(t, customer{Device: desktop})
		b.Enter(o)
		b.Pay(choice{Method: "PROMPTPAY", Fields: field})
		b.Want("instructions")
	}
	broken.MoveClock(t, 15*time.Minute)
	broken.Steer(t, "~refuse-security", 1)
	for _, want := range []int{http.StatusNotAcceptable, http.StatusOK} {
		if got := created(t, broken.NewOrder(t, "99.00", "THB")); got != want {
			t.Errorf("a creation of the merchant that is steered once is answered %d, want %d", got, want)
		}
	}
	broken.Fault(t, "503", "payin-create", 100)
	if got := created(t, broken.NewOrder(t, "99.00", "THB")); got != http.StatusServiceUnavailable {
		t.Errorf("a creation of the broken merchant is answered %d", got)
	}
	if got := created(t, calm.NewOrder(t, "99.00", "THB")); got != http.StatusOK {
		t.Errorf("a creation of the other merchant is answered %d", got)
	}
	if got := here.Read().Process.Status; got == "EXPIRED" {
		t.Errorf("another merchant's clock ended the payment")
	}
	if got := late.Read().Process.Status; got != "EXPIRED" {
		t.Errorf("a quarter of an hour later the payment is %s", got)
	}
	b := open(t, customer{Device: desktop})
	b.Enter(calm.NewOrder(t, "99.00", "THB"))
	b.Pay(choice{Method: "PROMPTPAY", Fields: field})
	b.Want("instructions")
}

// created is the status of the answer to an order's creation, by the gateway's interface:
// the application would wait until the gateway has time again.
func created(t *testing.T, o order) int {
	t.Helper()
	body, err := json.Marshal(map[string]any{
		"paymentRequested": map[string]any{"money": map[string]any{"amount": 99, "currencyCode": "THB"}},
		"paymentMethod": map[string]any{
			"paymentMethodCode": "PROMPTPAY", "account": map[string]string{"accountName": "Jo", "accountNumber": "0801234567"},
		},
		"callbackUrl": o.Link.Get("callbackUrl"), "returnUrl": o.Link.Get("returnUrl"),
	})
	if err != nil {
		t.Fatal(err)
	}
	w := worldOf(t)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.Sandbox+"/payins/"+o.ID, strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"Accept": "application/json", "Content-Type": "application/json", "X-API-Version": "2", "Authorization": "Bearer " + o.Token,
	} {
		r.Header.Set(name, value)
	}
	answer, err := w.HTTP.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}
