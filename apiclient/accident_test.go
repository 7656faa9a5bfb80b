package apiclient_test

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/money"
	"payapp/sandbox"
)

// The faults that the sandbox can be told to produce (docs/sandbox.md), over
// real HTTP. Waits are short here; their lengths are tested elsewhere.
func TestAccidents(t *testing.T) {
	_, server := startSandbox(t, sandbox.Config{Rate: 10000, Calm: true, Manual: true})
	client, err := apiclient.New(apiclient.Config{
		BaseURL: server, Logger: slog.New(slog.DiscardHandler), Timings: apiclient.Timings{
			Backoff: time.Millisecond, Limited: time.Millisecond, RetryAfterCap: time.Millisecond,
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for directive, want := range map[string]struct{ create, read error }{
		"lost":         {apiclient.ErrConflict, nil},
		"busy":         {nil, nil},
		"down":         {nil, nil},
		"garbage":      {nil, apiclient.ErrMalformed},
		"unauthorized": {apiclient.ErrUnauthorized, apiclient.ErrUnauthorized},
		"strange":      {nil, nil},
		"required":     {nil, nil},
		"vat":          {nil, nil},
	} {
		t.Run(directive, func(t *testing.T) {
			amount, id := money.MustParse("100", "THB"), "accident~"+directive
			token := payer(t, client, id, amount)
			_, err := client.CreatePayin(t.Context(), token, id, apiclient.PayinRequest{
				Money: amount, Method: fields("paymentMethodCode", "OFFLINE"), CallbackURL: "http://127.0.0.1:9/", ReturnURL: "http://localhost:8080/",
			})
			if !errors.Is(err, want.create) {
				t.Errorf("create: got %v; want %v", err, want.create)
			}
			payin, err := client.GetPayin(t.Context(), token, id)
			if !errors.Is(err, want.read) {
				t.Errorf("read: got %v; want %v", err, want.read)
			}
			if directive == "required" && (payin.MoneyRequired.IsZero() || payin.MoneyRequired == payin.Money) {
				t.Errorf("moneyRequired: got %v beside %v", payin.MoneyRequired, payin.Money)
			}
			if directive == "vat" && !payin.VAT.IsPositive() {
				t.Errorf("vat: got %v", payin.VAT)
			}
		})
	}
}
