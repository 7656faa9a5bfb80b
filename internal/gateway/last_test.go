package gateway

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
)

// Last returns what is known without a call, and changes nothing.
func TestLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, fake, _ := setup(t, Config{})
		if last, err := g.Last(customer(1), "order-1"); !last.Same(known.Payment{}) || err != nil {
			t.Errorf("nothing is known, and it says %+v, %v", last, err)
		}
		fake.set("order-1", "PENDING")
		if _, err := g.Payin(t.Context(), customer(1), "order-1", Ask{Person: true}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		calls := fake.count("GET /payins/order-1")
		last, err := g.Last(customer(1), "order-1")
		if err != nil || last.Status() != known.Pending || time.Since(last.At) != time.Hour {
			t.Errorf("got %+v, %v", last, err)
		}
		if last, _ := g.Last(customer(2), "order-1"); last.State != known.Nothing {
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
		last, err := g.Last(customer(1), "order-1")
		if last.Payin.Status != "PENDING" || !errors.Is(err, apiclient.ErrUnavailable) {
			t.Errorf("got %+v, %v", last, err)
		}
	})
}
