package gateway

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"payapp/apiclient"
)

// Last returns what is known without a call, and changes nothing.
func TestLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, fake, _ := setup(t, Config{})
		if _, ok, err := g.Last(customer(1), "order-1"); ok || err != nil {
			t.Errorf("nothing is known, and it says %t, %v", ok, err)
		}
		fake.set("order-1", "PENDING")
		if _, err := g.Payin(t.Context(), customer(1), "order-1", Ask{Person: true}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		calls := fake.count("GET /payins/order-1")
		last, ok, err := g.Last(customer(1), "order-1")
		if !ok || err != nil || !last.Found || last.Payin.Status != "PENDING" || time.Since(last.At) != time.Hour {
			t.Errorf("got %+v, %t, %v", last, ok, err)
		}
		if _, ok, _ := g.Last(customer(2), "order-1"); ok {
			t.Error("another token is told")
		}
		if fake.count("GET /payins/order-1") != calls {
			t.Error("the gateway was asked")
		}
	})
}

// The error of the last read is returned beside what was known before.
func TestLastAfterAFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, fake, _ := setup(t, Config{})
		fake.set("order-1", "PENDING")
		_, _ = g.Payin(t.Context(), customer(1), "order-1", Ask{Person: true})
		time.Sleep(time.Minute)
		fake.fail(503)
		_, _ = g.Payin(t.Context(), customer(1), "order-1", Ask{Person: true})
		last, ok, err := g.Last(customer(1), "order-1")
		if !ok || last.Payin.Status != "PENDING" || !errors.Is(err, apiclient.ErrUnavailable) {
			t.Errorf("got %+v, %t, %v", last, ok, err)
		}
	})
}
