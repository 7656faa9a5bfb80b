package apiclient_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"payapp/apiclient"
	"payapp/money"
	"payapp/sandbox"
)

// demoGateway is a sandbox that stands in for {base_url} of the gateway.
func demoGateway() (address string, stop func()) {
	box, err := sandbox.New(context.Background(), sandbox.Config{Calm: true, Manual: true})
	if err != nil {
		log.Fatal(err)
	}
	server := httptest.NewServer(box.Handler())
	return server.URL, func() {
		server.Close()
		_ = box.Close()
	}
}

// A payment from the token to its first reading.
func Example() {
	address, stop := demoGateway()
	defer stop()
	ctx := context.Background()

	client, err := apiclient.New(apiclient.Config{BaseURL: address, Gate: apiclient.NewLimiter(10)})
	if err != nil {
		log.Fatal(err)
	}
	amount, err := money.Parse("1234.50", "THB")
	if err != nil {
		log.Fatal(err)
	}
	token, err := client.CreateTokenByAction(ctx, apiclient.TokenByActionRequest{
		Credentials: apiclient.Credentials{Secret: sandbox.DemoSecret}, MerchantCode: "DEMO",
		Action: apiclient.ActionPayinCreate, IDPayment: "order-1", Money: amount, Validity: time.Hour,
	})
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.CreatePayin(ctx, token, "order-1", apiclient.PayinRequest{
		Money:       amount,
		Method:      apiclient.PaymentMethod{Code: "PROMPTPAY", AccountNumber: "0801234567"}.Body(),
		CallbackURL: "https://shop.example/paid",
		ReturnURL:   "https://shop.example/thanks",
	})
	if err != nil && !errors.Is(err, apiclient.ErrConflict) { // a conflict: it was accepted before
		log.Fatal(err)
	}
	payin, err := client.GetPayin(ctx, token, "order-1")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(payin.MethodCode, payin.Money, payin.Status == apiclient.StatusSuccess)
	// Output: PROMPTPAY 1234.50 THB false
}

// An error has a kind, and a refusal a code.
func ExampleError() {
	address, stop := demoGateway()
	defer stop()
	client, err := apiclient.New(apiclient.Config{BaseURL: address})
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.GetPayin(context.Background(), apiclient.NewToken("junk"), "order-1")
	fmt.Println(errors.Is(err, apiclient.ErrUnauthorized))
	if failure, ok := errors.AsType[*apiclient.Error](err); ok {
		fmt.Println(failure.Op, failure.HTTPStatus)
	}
	// Output:
	// true
	// GET /payins/{idPayin} 401
}

// A callback says only which payment has changed.
func ExamplePayinOfCallback() {
	paid := func(w http.ResponseWriter, r *http.Request) {
		id, err := apiclient.PayinOfCallback(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		fmt.Fprint(w, "will read ", id)
	}
	answer := httptest.NewRecorder()
	paid(answer, httptest.NewRequest(http.MethodPost, "/paid", strings.NewReader("idPayin=order-1")))
	fmt.Println(answer.Body)
	// Output: will read order-1
}
