// A shop's own test, with a gateway in memory: see docs/merchants.md.
package orders

import (
	"crypto/rand"
	"crypto/rsa"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/money"
	"payapp/sandbox"
)

func TestCustomerPays(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	// Calm: without faults. Manual: callbacks are sent by Deliver alone.
	box, err := sandbox.New(t.Context(), sandbox.Config{Key: key, Calm: true, Manual: true, Rate: 1000})
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	gateway := httptest.NewServer(box.Handler())
	defer gateway.Close()
	client, err := apiclient.New(apiclient.Config{BaseURL: gateway.URL})
	if err != nil {
		t.Fatal(err)
	}

	told := ""
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		told, _ = apiclient.PayinOfCallback(r)
	}))
	defer shop.Close()

	const id = "order-1~success@1s"
	price := money.MustParse("1234.50", "THB")
	token, err := client.CreateTokenByAction(t.Context(), apiclient.TokenByActionRequest{
		Credentials: apiclient.Credentials{Key: key}, MerchantCode: "DEMO",
		Action: apiclient.ActionPayinCreate, IDPayment: id, Money: price,
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.CreatePayin(t.Context(), token, id, apiclient.PayinRequest{
		Money: price, CallbackURL: shop.URL, ReturnURL: shop.URL,
		Method: apiclient.PaymentMethod{Code: "PROMPTPAY", AccountNumber: "0801234567"}.Body(),
	}); err != nil {
		t.Fatal(err)
	}

	if err := box.MoveClock(t.Context(), 2*time.Second); err != nil { // without waiting
		t.Fatal(err)
	}
	if err := box.Deliver(t.Context()); err != nil {
		t.Fatal(err)
	}
	payin, err := client.GetPayin(t.Context(), token, told)
	if err != nil || payin.Status != apiclient.StatusSuccess || payin.Money != price {
		t.Errorf("got %+v, %v", payin, err)
	}
}
