package apiclient_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/money"
)

// ear is a shop's callback address that records the ids it receives.
type ear struct {
	*httptest.Server
	mu    sync.Mutex
	heard []string
}

func listen(t *testing.T) *ear {
	t.Helper()
	e := &ear{}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.mu.Lock()
		defer e.mu.Unlock()
		if err := r.ParseForm(); err != nil {
			t.Error(err)
		}
		for _, name := range []string{"idPayin", "idPayout"} {
			if id := r.PostForm.Get(name); id != "" {
				e.heard = append(e.heard, name+"="+id)
			}
		}
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(e.Close)
	return e
}

func (e *ear) calls() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.heard)
}

// interface.md, Direct integration flow for a payin: its steps in order, by
// client and sandbox over real HTTP.
func TestDirectIntegrationFlow(t *testing.T) {
	client, counterpart, _ := meet(t)
	shop := listen(t)
	amount := money.MustParse("150", "ZAR")
	const id = "order-1~success@5m"
	request := apiclient.PayinRequest{
		Money: amount, CallbackURL: shop.URL, ReturnURL: "https://shop.example/back",
		Method: fields("paymentMethodCode", "BANKB_PAY", "account", fields("accountNumber", "62000000000")),
	}
	var token apiclient.Token
	t.Run("Direct flow 1", func(t *testing.T) {
		token = payer(t, client, id, amount)
		claims, ok := apiclient.ReadClaims(token)
		if !ok || !claims.Allows("POST", "/payins/"+id) || !claims.Allows("GET", "/payins/"+id) {
			t.Errorf("got %+v, %v", claims, ok)
		}
	})
	t.Run("Direct flow 2", func(t *testing.T) {
		options, err := client.GetOptions(t.Context(), token, amount)
		if err != nil || !slices.ContainsFunc(options.Methods, func(o apiclient.Option) bool { return o.MethodCode == "BANKB_PAY" }) {
			t.Errorf("got %+v, %v", options, err)
		}
		// A merchant that knows the method can skip this step and the next.
		const direct = "order-2"
		alone, err := client.CreateToken(t.Context(), apiclient.TokenRequest{Credentials: demo, MerchantCode: "DEMO", Operations: []string{"POST /payins/" + direct}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.GetOptions(t.Context(), alone, amount); !errors.Is(err, apiclient.ErrForbidden) {
			t.Errorf("options with a token for the creation alone: %v", err)
		}
		another := request
		another.CallbackURL = listen(t).URL
		if _, err := client.CreatePayin(t.Context(), alone, direct, another); err != nil {
			t.Error(err)
		}
	})
	t.Run("Direct flow 3", func(t *testing.T) {
		if info, err := client.GetMerchantInfo(t.Context(), token); err != nil || info.ChannelName != "Demo Shop" {
			t.Errorf("got %+v, %v", info, err)
		}
	})
	t.Run("Direct flow 4", func(t *testing.T) {
		if _, err := client.ListAccounts(t.Context(), token, id); !errors.Is(err, apiclient.ErrNotFound) {
			t.Errorf("accounts before: %v", err)
		}
		if created, err := client.CreatePayin(t.Context(), token, id, request); err != nil || created.IDPayin != id {
			t.Errorf("got %+v, %v", created, err)
		}
	})
	t.Run("Direct flow 5, accounts of the request", func(t *testing.T) {
		accounts, err := client.ListAccounts(t.Context(), token, id)
		if err != nil || accounts.Customer.Number != "62000000000" || accounts.UsedForPayment != (apiclient.Account{}) {
			t.Errorf("got %+v, %v", accounts, err)
		}
		if read, err := client.GetPayin(t.Context(), token, id); err != nil || read.Status == "SUCCESS" || len(shop.calls()) != 0 {
			t.Errorf("got %+v, %v and callbacks %q", read, err, shop.calls())
		}
	})
	t.Run("Direct flow 5", func(t *testing.T) {
		if err := counterpart.MoveClock(t.Context(), 6*time.Minute); err != nil {
			t.Fatal(err)
		}
		if err := counterpart.Deliver(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := shop.calls(); !slices.Equal(got, []string{"idPayin=" + id}) {
			t.Errorf("callbacks: got %q", got)
		}
		if read, err := client.GetPayin(t.Context(), token, id); err != nil || read.Status != "SUCCESS" {
			t.Errorf("got %+v, %v", read, err)
		}
	})
	t.Run("Direct flow 5, accounts of the process", func(t *testing.T) {
		accounts, err := client.ListAccounts(t.Context(), token, id)
		if err != nil || accounts.Customer.Number != "62000000000" || accounts.UsedForPayment.Name == "" || accounts.UsedForPayment.Number == "" {
			t.Errorf("got %+v, %v", accounts, err)
		}
	})
}

// interface.md, Flow for a payout: its steps in order.
func TestPayoutFlow(t *testing.T) {
	client, counterpart, _ := meet(t)
	shop := listen(t)
	amount := money.MustParse("250.50", "THB")
	var token apiclient.Token
	t.Run("Payout flow 1", func(t *testing.T) {
		var err error
		token, err = client.CreateToken(t.Context(), apiclient.TokenRequest{
			Credentials: demo, MerchantCode: "DEMO", Operations: []string{"POST /payouts/out-1", "GET /payouts/out-1"},
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	t.Run("Payout flow 2", func(t *testing.T) {
		created, err := client.CreatePayout(t.Context(), token, "out-1", apiclient.PayoutRequest{
			Money: amount, CallbackURL: shop.URL,
			Method: fields("paymentMethodCode", "BANK_TRANSFER", "paymentOperatorCode", "004", "account", fields("accountName", "Alex", "accountNumber", "1234567890")),
		})
		if err != nil || created.IDPayout != "out-1" || created.Requested != amount || created.MethodCode != "BANK_TRANSFER" {
			t.Errorf("got %+v, %v", created, err)
		}
	})
	t.Run("Payout flow 3", func(t *testing.T) {
		if err := counterpart.Deliver(t.Context()); err != nil || len(shop.calls()) != 0 {
			t.Errorf("before it was processed: %q, %v", shop.calls(), err)
		}
		if err := counterpart.MoveClock(t.Context(), time.Minute); err != nil {
			t.Fatal(err)
		}
		if err := counterpart.Deliver(t.Context()); err != nil || !slices.Equal(shop.calls(), []string{"idPayout=out-1"}) {
			t.Errorf("got %q, %v", shop.calls(), err)
		}
	})
	t.Run("Payout flow 4", func(t *testing.T) {
		read, err := client.GetPayout(t.Context(), token, "out-1")
		if err != nil || read.Status != "SUCCESS" || read.Requested != amount || read.Fee.IsZero() || read.ProcessedAt.IsZero() || !read.IsTest || read.ProcessorStatus == "" {
			t.Errorf("got %+v, %v", read, err)
		}
	})
}

// interface.md, Endpoints 2: without an id of the merchant's nothing is sent.
func TestEndpointsRule2Client(t *testing.T) {
	client, _, witness := meet(t)
	token := payer(t, client, "o-1", money.MustParse("10", "THB"))
	before := len(witness.seen)
	for _, id := range []string{"", ".", ".."} {
		_, payin := client.CreatePayin(t.Context(), token, id, apiclient.PayinRequest{Money: money.MustParse("10", "THB"), Method: fields("paymentMethodCode", "OFFLINE")})
		_, payout := client.CreatePayout(t.Context(), token, id, apiclient.PayoutRequest{Money: money.MustParse("10", "THB"), Method: fields("paymentMethodCode", "BANK_TRANSFER")})
		if !errors.Is(payin, apiclient.ErrInvalid) || !errors.Is(payout, apiclient.ErrInvalid) {
			t.Errorf("%q: got %v and %v", id, payin, payout)
		}
	}
	if len(witness.seen) != before {
		t.Errorf("something was sent: %v", witness.seen)
	}
}
