package apiclient

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"payapp/money"
)

const payoutBody = `{"paymentRequested":{"money":{"amount":100,"currencyCode":"JPY"}},
	"process":{"status":"REFUSED","createdAt":"2026-11-21T10:00:00Z","processedAt":"2026-11-21T10:01:00Z","isTest":true,"processorStatus":"X"},
	"fee":{"amount":1,"currencyCode":"JPY"},"paymentMethodResponse":{"paymentMethodCode":"BANK_TRANSFER","idPayout":"out-1"}}`

func compareMoney(a, b money.Money) bool { return a == b }

func TestPayouts(t *testing.T) {
	client, gateway, _ := setup(t, answer(200, payoutBody))
	created, err := client.CreatePayout(t.Context(), testToken, "out-1", PayoutRequest{
		Money: money.MustParse("100", "JPY"), Method: map[string]any{"paymentMethodCode": "BANK_TRANSFER"}, CallbackURL: "https://shop.example/cb",
	})
	if err != nil || created.IDPayout != "out-1" {
		t.Errorf("got %+v, %v", created, err)
	}
	want := `{"paymentRequested":{"money":{"amount":100,"currencyCode":"JPY"}},"paymentMethod":{"paymentMethodCode":"BANK_TRANSFER"},"callbackUrl":"https://shop.example/cb"}`
	if got := gateway.requests()[0]; got.uri != "/api/payouts/out-1" || got.body != want {
		t.Errorf("got %+v", got)
	}
	read, err := client.GetPayout(t.Context(), testToken, "out-1")
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	wantRead := Payout{
		IDPayout: "out-1", MethodCode: "BANK_TRANSFER", Requested: money.MustParse("100", "JPY"), Fee: money.MustParse("1", "JPY"),
		Status: "REFUSED", CreatedAt: at, ProcessedAt: at.Add(time.Minute), IsTest: true, ProcessorStatus: "X",
	}
	if diff := cmp.Diff(wantRead, read, cmp.Comparer(compareMoney)); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
}

func TestPayoutsThatCannotBeTrusted(t *testing.T) {
	for old, replacement := range map[string]string{`"out-1"`: `"out-2"`, `"REFUSED"`: `null`, `"amount":100`: `"amount":-100`, `{`: `[`} {
		client, _, _ := setup(t, answer(200, strings.Replace(payoutBody, old, replacement, 1)))
		if got, err := client.GetPayout(t.Context(), testToken, "out-1"); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s for %s: got %+v, %v; want ErrMalformed", replacement, old, got, err)
		}
	}
}

func TestCodeLists(t *testing.T) {
	client, _, _ := setup(t,
		answer(200, `{"data":[{"amount":-1.5,"currencyCode":"THB"},{"amount":"x","currencyCode":"VND"}]}`),
		answer(200, `{"data":[{"code":"THB","name":"Baht"},{"name":"nothing"}]}`),
		answer(200, `{"data":[{"code":"004","name":"KBANK","currencyCode":"THB"}]}`),
		answer(200, `{"data":[{"paymentTypeCode":"TOPUP_WALLET","currencyCode":"USDT","paymentMethodCode":"CRYPTO_OFFLINE","paymentOperators":[{"code":"TRON","name":"Tron"}]}]}`),
		answer(200, `{"data":[{"currencyCodeFrom":"USDT","currencyCodeTo":"THB","rate":32.10},{"currencyCodeFrom":"USDT","currencyCodeTo":"VND"}]}`),
		answer(200, `{"data":[{"currencyCodeFrom":"USDT","currencyCodeTo":"THB"}]}`),
	)
	balances, err1 := client.ListBalances(t.Context(), testToken, "THB", "VND")
	currencies, err2 := client.ListCurrencies(t.Context(), testToken)
	operators, err3 := client.ListPaymentOperators(t.Context(), testToken, "THB")
	topups, err4 := client.ListTopupOptions(t.Context(), testToken, TopupWallet)
	rates, err5 := client.ListFXRates(t.Context(), testToken)
	pairs, err6 := client.ListFXRatePairs(t.Context(), testToken)
	if err := errors.Join(err1, err2, err3, err4, err5, err6); err != nil {
		t.Fatal(err)
	}
	if len(balances) != 1 || balances[0].String() != "-1.50 THB" {
		t.Errorf("balances: got %v", balances)
	}
	got := []any{currencies, operators, topups, rates, pairs}
	want := []any{
		[]Currency{{"THB", "Baht"}},
		[]CurrencyOperator{{Operator{"004", "KBANK"}, "THB"}},
		[]TopupOption{{Option{"CRYPTO_OFFLINE", []Operator{{"TRON", "Tron"}}}, "TOPUP_WALLET", "USDT"}},
		[]FXRate{{FXPair{"USDT", "THB"}, "32.10"}},
		[]FXPair{{"USDT", "THB"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
