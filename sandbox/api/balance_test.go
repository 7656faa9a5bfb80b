package api

import (
	"fmt"
	"math/big"
	"net/http/httptest"
	"testing"
	"time"

	"payapp/money"
	"payapp/sandbox/internal/answers"
	"payapp/sandbox/internal/clock"
	"payapp/sandbox/internal/merchant"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/store"
)

// A balance is added up without a limit: no payment, not even one stored before
// amounts were limited, makes it or a payout fail.
func TestABalanceNeverBreaks(t *testing.T) {
	db, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	now, err := clock.Load(t.Context(), time.Now, db)
	if err != nil {
		t.Fatal(err)
	}
	a := New(Config{Store: db, Clock: now})
	for i := range 20 {
		id := fmt.Sprint("o-", i)
		err := db.Create(t.Context(), store.Payment{
			Kind: store.Payin, ID: id, Play: id, Merchant: "DEMO", Amount: "999999999999999999", Currency: "THB",
			CreatedAt: now.Now(), Request: []byte{}, Response: []byte{},
		}, []store.Transition{{At: now.Now(), Status: process.Success}})
		if err != nil {
			t.Fatal(err)
		}
	}
	total, err := a.balance(t.Context(), "DEMO", "THB")
	if err != nil {
		t.Fatal(err)
	}
	if got := answers.Decimal(total, "THB"); got != "20000000000000999980.00" {
		t.Errorf("got %s", got)
	}
	demo := merchant.Merchant{Code: "DEMO"}
	covered, err := a.covers(&call{Request: httptest.NewRequestWithContext(t.Context(), "GET", "/", nil), merchant: demo}, money.MustParse("999999999999", "THB"))
	if err != nil || !covered {
		t.Errorf("covered: got %v, %v", covered, err)
	}
}

func TestDecimalsOfBalances(t *testing.T) {
	for _, c := range []struct {
		minor          int64
		currency, want string
	}{{0, "THB", "0.00"}, {5, "THB", "0.05"}, {-5, "THB", "-0.05"}, {123456, "THB", "1234.56"}, {-123456, "JPY", "-123456"}, {1, "USDT", "0.000001"}} {
		if got := answers.Decimal(big.NewInt(c.minor), c.currency); got != c.want {
			t.Errorf("%d %s: got %s, want %s", c.minor, c.currency, got, c.want)
		}
		if got := answers.Minor(c.want, c.currency); got.Int64() != c.minor && c.minor > 0 {
			t.Errorf("%s %s: got %v", c.want, c.currency, got)
		}
	}
}
