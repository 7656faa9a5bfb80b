// Orders is a shop that takes one payment and waits until it is paid. It is a
// module of its own, and imports only apiclient and money of payapp.
//
//	orders -gateway https://api.gateway.example/v2 -secret … -order 1001
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"payapp/apiclient"
	"payapp/money"
)

func main() {
	gateway := flag.String("gateway", "", "{base_url}")
	secret := flag.String("secret", "", "the merchant's secret")
	order := flag.String("order", "", "idPayin")
	flag.Parse()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	payin, err := pay(ctx, *gateway, *secret, *order)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(payin.IDPayin, payin.MethodCode, payin.Money, payin.Status)
}

func pay(ctx context.Context, gateway, secret, order string) (payin apiclient.Payin, err error) {
	client, err := apiclient.New(apiclient.Config{BaseURL: gateway, Gate: apiclient.NewLimiter(10)})
	if err != nil {
		return payin, err
	}
	amount := money.MustParse("1234.50", "THB")
	token, err := client.CreateTokenByAction(ctx, apiclient.TokenByActionRequest{
		Credentials: apiclient.Credentials{Secret: secret}, MerchantCode: "DEMO", Action: apiclient.ActionPayinCreate, IDPayment: order, Money: amount,
	})
	if err != nil {
		return payin, err
	}
	news, callbackURL, err := callbacks(ctx)
	if err != nil {
		return payin, err
	}
	_, err = client.CreatePayin(ctx, token, order, apiclient.PayinRequest{
		Money:       amount,
		Method:      apiclient.PaymentMethod{Code: "PROMPTPAY", AccountNumber: "0801234567"}.Body(),
		CallbackURL: callbackURL,
		ReturnURL:   "https://shop.example/thanks",
	})
	if err != nil && !errors.Is(err, apiclient.ErrConflict) {
		return payin, err
	}
	for {
		select {
		case id := <-news: // it names the payment; the gateway says its status
			if payin, err = client.GetPayin(ctx, token, id); err != nil || payin.Status == apiclient.StatusSuccess {
				return payin, err
			}
		case <-ctx.Done():
			return payin, ctx.Err()
		}
	}
}

// callbacks listens for the gateway's callbacks, which name a payment each.
func callbacks(ctx context.Context) (news <-chan string, address string, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, "", err
	}
	ids := make(chan string)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, err := apiclient.PayinOfCallback(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		select {
		case ids <- id:
		case <-ctx.Done():
		}
	})
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = server.Serve(listener) }()
	return ids, "http://" + listener.Addr().String() + "/paid", nil
}
