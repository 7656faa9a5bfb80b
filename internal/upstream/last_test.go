package upstream

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"payapp/internal/known"
)

// Last returns what is known without a call, and changes nothing.
func TestLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, fake, _ := setup(t, Config{})
		if last, err := client.Last(customer(1), "order-1"); !last.View().Same(known.View{}) || err != nil {
			t.Errorf("nothing is known, and it says %+v, %v", last, err)
		}
		fake.set("order-1", "PENDING")
		if _, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		calls := fake.count("GET /payins/order-1")
		last, err := client.Last(customer(1), "order-1")
		if err != nil || last.View().Status() != known.Pending || time.Since(last.AskedAt()) != time.Hour {
			t.Errorf("got %+v, %v", last, err)
		}
		if last, _ := client.Last(customer(2), "order-1"); last.View().Existence != known.Nothing {
			t.Error("another token is told")
		}
		if fake.count("GET /payins/order-1") != calls {
			t.Error("the gateway was asked")
		}
	})
}

// After an outage each page is told that its payment can be read again, however
// long none was tried, and though nothing else has changed.
func TestPagesAreToldThatReadsSucceedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.takes = 50 * time.Millisecond
		var mu sync.Mutex
		trouble := map[int]bool{}
		count := func() int {
			mu.Lock()
			defer mu.Unlock()
			return len(trouble)
		}
		for n := range 300 {
			id := fmt.Sprint("many-", n)
			gateway.set(id, "PENDING")
			defer client.Watch(customer(n), id, id, time.Now().Add(-5*time.Minute), func() {
				_, err := client.Last(customer(n), id)
				mu.Lock()
				defer mu.Unlock()
				if delete(trouble, n); err != nil {
					trouble[n] = true
				}
			})()
		}
		time.Sleep(5 * time.Minute)
		gateway.fail(503)
		time.Sleep(15 * time.Minute)
		if count() == 0 {
			t.Error("no page says that its payment can't be read")
		}
		gateway.fail(0)
		time.Sleep(5 * time.Minute)
		if n := count(); n > 0 {
			t.Errorf("%d pages still say that their payments can't be read", n)
		}
	})
}
