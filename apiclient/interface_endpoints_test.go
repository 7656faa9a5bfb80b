package apiclient_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/money"
	"payapp/sandbox"
)

// interface.md, Endpoints: each row, from the client to the sandbox and back,
// with the headers of "Every call sends these headers". Requests and answers
// are validated against sandbox/openapi.yaml.
func TestEndpoints(t *testing.T) {
	_, server := startSandbox(t, sandbox.Config{Rate: 1000, Calm: true, Manual: true})
	wire := newWitness(t)
	client, err := apiclient.New(apiclient.Config{BaseURL: server, Transport: wire, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, amount := t.Context(), money.MustParse("100", "INR")
	token, err := client.CreateToken(ctx, apiclient.TokenRequest{
		Credentials: demo, MerchantCode: "DEMO", Validity: time.Hour, Operations: []string{"GET /.*", "POST /.*"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name string // as in interface.md; for the external reference, the assumed one
		path string
		call func(context.Context) error
	}{
		{"POST /auth-tokens-by-action", "/auth-tokens-by-action", func(ctx context.Context) error {
			_, err := client.CreateTokenByAction(ctx, apiclient.TokenByActionRequest{Credentials: demo, MerchantCode: "DEMO", Action: apiclient.ActionPayinInfo, IDPayment: "o-1"})
			return err
		}},
		{"POST /auth-tokens", "/auth-tokens", func(ctx context.Context) error {
			_, err := client.CreateToken(ctx, apiclient.TokenRequest{Credentials: demo, MerchantCode: "DEMO", Operations: []string{"GET /currencies"}})
			return err
		}},
		{"POST /payins/!availablePaymentOptions", "/payins/!availablePaymentOptions", func(ctx context.Context) error {
			_, err := client.GetOptions(ctx, token, amount)
			return err
		}},
		{"POST /payins/{idPayin}", "/payins/o-1", func(ctx context.Context) error {
			_, err := client.CreatePayin(ctx, token, "o-1", apiclient.PayinRequest{
				Money: amount, Method: fields("paymentMethodCode", "P2A_V2"), CallbackURL: "http://127.0.0.1:9/callback", ReturnURL: "http://localhost:8080/",
			})
			return err
		}},
		{"GET /payins/{idPayin}", "/payins/o-1", func(ctx context.Context) error {
			_, err := client.GetPayin(ctx, token, "o-1")
			return err
		}},
		{"GET /payins/{idPayin}/accounts", "/payins/o-1/accounts", func(ctx context.Context) error {
			_, err := client.ListAccounts(ctx, token, "o-1")
			return err
		}},
		{"setExternalReference", "/payins/o-1/externalReference", func(ctx context.Context) error {
			return client.SetExternalReference(ctx, token, "o-1", "432112345678")
		}},
		{"POST /payouts/{idPayout}", "/payouts/p-1", func(ctx context.Context) error {
			_, err := client.CreatePayout(ctx, token, "p-1", apiclient.PayoutRequest{
				Money: amount, CallbackURL: "http://127.0.0.1:9/callback",
				Method: fields("paymentMethodCode", "BANK_TRANSFER", "paymentOperatorCode", "HDFC", "account", fields("accountName", "A", "accountNumber", "1234567890")),
			})
			return err
		}},
		{"GET /payouts/{idPayout}", "/payouts/p-1", func(ctx context.Context) error {
			_, err := client.GetPayout(ctx, token, "p-1")
			return err
		}},
		{"GET /merchant-info", "/merchant-info", func(ctx context.Context) error { _, err := client.GetMerchantInfo(ctx, token); return err }},
		{"GET /balances", "/balances?currencies=THB%2CINR", func(ctx context.Context) error { _, err := client.ListBalances(ctx, token, "THB", "INR"); return err }},
		{"GET /currencies", "/currencies", func(ctx context.Context) error { _, err := client.ListCurrencies(ctx, token); return err }},
		{"GET /payment-operators", "/payment-operators?currencies=THB", func(ctx context.Context) error { _, err := client.ListPaymentOperators(ctx, token, "THB"); return err }},
		{"GET /topup-options", "/topup-options?paymentTypeCode=TOPUP_WALLET", func(ctx context.Context) error {
			_, err := client.ListTopupOptions(ctx, token, apiclient.TopupWallet)
			return err
		}},
		{"GET /fx-rates", "/fx-rates", func(ctx context.Context) error { _, err := client.ListFXRates(ctx, token); return err }},
		{"GET /fx-rate-pairs", "/fx-rate-pairs", func(ctx context.Context) error { _, err := client.ListFXRatePairs(ctx, token); return err }},
	} {
		t.Run(row.name, func(t *testing.T) {
			if err := row.call(ctx); err != nil {
				t.Fatal(err)
			}
			sent := wire.last
			method, _, named := strings.Cut(row.name, " ")
			if named && sent.Method != method || sent.URL.RequestURI() != row.path {
				t.Errorf("sent %s %s, want %s", sent.Method, sent.URL.RequestURI(), row.path)
			}
			want := map[string]string{"Accept": "application/json", "X-API-Version": "2", "Authorization": "Bearer " + token.Reveal(), "Content-Type": ""}
			if strings.HasPrefix(row.path, "/auth-tokens") {
				want["Authorization"] = ""
			}
			if sent.Method == http.MethodPost {
				want["Content-Type"] = "application/json"
			}
			for header, value := range want {
				if got := sent.Header.Get(header); got != value {
					t.Errorf("%s: got %q, want %q", header, got, value)
				}
			}
		})
	}
}
