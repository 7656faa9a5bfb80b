package gateway

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"payapp/apiclient"
)

// queueUp fills the merchant's line of creations for so many seconds.
func queueUp(t *testing.T, watch *Gateway, seconds int) {
	t.Helper()
	for n := range 10 * seconds {
		go watch.Create(t.Context(), customer(9000+n).from(n), fmt.Sprint("crowd-", n), payinRequest)
	}
	synctest.Wait()
}

// A page that is in line comes again and finds its call where it was.
func TestInLineAndAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		queueUp(t, watch, 16) // longer than anybody may stay away
		var err error
		began, tries := time.Now(), 0
		for err = ErrInLine; errors.Is(err, ErrInLine); tries++ {
			before := time.Now()
			if _, err = watch.Payin(t.Context(), customer(1), "order-1", Ask{Person: true}); time.Since(before) > personPatience.line {
				t.Errorf("the page waited %v", time.Since(before))
			}
			time.Sleep(time.Second)
		}
		if n := gateway.count("GET /payins/order-1"); err != nil || n != 1 || tries < 3 {
			t.Errorf("got %v after %d tries, %d reads and %v; want one read for all tries", err, tries, n, time.Since(began))
		}
		time.Sleep(time.Minute)
	})
}

// Calls that nobody comes back for don't cost requests, except a creation: the
// customer has decided.
func TestAbandonedTicketsCostNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		queueUp(t, watch, 20)
		ctx, leave := context.WithCancel(t.Context())
		for n := range 10 {
			go watch.Payin(ctx, customer(n), "order-1", Ask{Person: true})
			go watch.Payin(ctx, stranger(100+n).from(n), "order-1", Ask{Person: true})
		}
		go watch.Create(ctx, customer(50), "order-2", payinRequest)
		synctest.Wait()
		before := gateway.count("GET /payins/order-1")
		leave()
		// Newcomers have a floor, and are served before anybody could give up.
		time.Sleep(40 * time.Second)
		if n := gateway.count("GET /payins/order-1") - before; n > 10 {
			t.Errorf("%d reads for pages that have gone", n)
		}
		for _, a := range gateway.came("token-") {
			if a.path == "/payins/order-1" && len(a.token) == len("token-1") {
				t.Errorf("%s's read was sent though nobody came back", a.token)
			}
		}
		if n := gateway.count("POST /payins/order-2"); n != 1 {
			t.Errorf("%d creations; want one, though the customer left", n)
		}
		time.Sleep(time.Minute)
	})
}

// Nor do strangers who have gone, although nobody else is there.
func TestAbandonedStrangersCostNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{Rate: 1})
		gateway.refuse()
		for n := range 40 {
			go watch.Payin(t.Context(), junk(n).from(n), "order-1", Ask{Person: true})
		}
		time.Sleep(2 * time.Minute)
		if n := len(gateway.came("junk")); n < 12 || n > 14 {
			t.Errorf("%d requests; want one a second for as long as pages may come back", n)
		}
	})
}

// A creation in line goes on; Created says what became of it, as often as
// anybody asks, and it is sent once.
func TestCreationInLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		if _, err := watch.Created(t.Context(), customer(1), "order-1"); !errors.Is(err, ErrNoCreation) {
			t.Errorf("before: got %v; want ErrNoCreation", err)
		}
		queueUp(t, watch, 10)
		before := time.Now()
		if _, err := watch.Create(t.Context(), customer(1), "order-1", payinRequest); !errors.Is(err, ErrInLine) || time.Since(before) != payPatience.line {
			t.Fatalf("got %v after %v; want ErrInLine", err, time.Since(before))
		}
		for range 3 {
			before := time.Now()
			if _, err := watch.Created(t.Context(), customer(1), "order-1"); !errors.Is(err, ErrInLine) || time.Since(before) != 0 {
				t.Errorf("in line: got %v after %v; want ErrInLine at once", err, time.Since(before))
			}
			time.Sleep(time.Second)
		}
		time.Sleep(20 * time.Second)
		for range 2 {
			if payin, err := watch.Created(t.Context(), customer(1), "order-1"); err != nil || payin.IDPayin != "order-1" {
				t.Errorf("got %+v, %v; want the payment", payin, err)
			}
		}
		if _, err := watch.Created(t.Context(), customer(2), "order-1"); !errors.Is(err, ErrNoCreation) {
			t.Errorf("another token: got %v; want ErrNoCreation", err)
		}
		if n := gateway.count("POST /payins/order-1"); n != 1 {
			t.Errorf("%d creations; want 1", n)
		}
		time.Sleep(time.Minute)
	})
}

// Its error is there for the page, too.
func TestCreationInLineRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.answer = func(r *http.Request) (int, string) {
			if strings.HasSuffix(r.URL.Path, "/order-1") {
				return 406, `{"code":"SECURITY_CHECK_FAILED"}`
			}
			return 0, ""
		}
		queueUp(t, watch, 5)
		if _, err := watch.Create(t.Context(), customer(1), "order-1", payinRequest); !errors.Is(err, ErrInLine) {
			t.Fatalf("got %v; want ErrInLine", err)
		}
		time.Sleep(10 * time.Second)
		if _, err := watch.Created(t.Context(), customer(1), "order-1"); !errors.Is(err, apiclient.ErrRefused) {
			t.Errorf("got %v; want ErrRefused", err)
		}
		time.Sleep(time.Minute)
	})
}

// Another method chosen elsewhere meanwhile is a creation of its own: the
// gateway takes the first, and the second is told so.
func TestCreationInLineAndAnotherMethod(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, _, _ := setup(t, Config{Rate: 1}) // one after the other
		queueUp(t, watch, 1)
		other := payinRequest
		other.Method = map[string]any{"paymentMethodCode": "ONLINE"}
		go watch.Create(t.Context(), customer(1), "order-1", payinRequest)
		time.Sleep(100 * time.Millisecond)
		if _, err := watch.Create(t.Context(), customer(1), "order-1", other); !errors.Is(err, ErrInLine) {
			t.Fatalf("got %v; want ErrInLine", err)
		}
		time.Sleep(20 * time.Second)
		if _, err := watch.Created(t.Context(), customer(1), "order-1"); !errors.Is(err, apiclient.ErrConflict) {
			t.Errorf("got %v; want ErrConflict", err)
		}
		if reading, err := watch.Payin(t.Context(), customer(1), "order-1", Ask{Exists: true}); err != nil || !reading.Found {
			t.Errorf("got %+v, %v; want the first one's payment", reading, err)
		}
		time.Sleep(time.Minute)
	})
}

// A creation that finds no place doesn't go on, and doesn't say that it does.
func TestCreationWithoutAPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.set("known", "PENDING")
		for n := range addressMost + 20 {
			go watch.Create(t.Context(), customer(9000+n), fmt.Sprint("crowd-", n), payinRequest)
		}
		synctest.Wait()
		if _, err := watch.Create(t.Context(), customer(1), "order-1", payinRequest); !errors.Is(err, apiclient.ErrRateLimited) || errors.Is(err, ErrInLine) {
			t.Errorf("got %v; want ErrRateLimited", err)
		}
		if _, err := watch.Created(t.Context(), customer(1), "order-1"); !errors.Is(err, ErrNoCreation) {
			t.Errorf("afterwards: got %v; want ErrNoCreation", err)
		}
		time.Sleep(2 * time.Minute)
		if n := gateway.count("POST /payins/order-1"); n != 0 {
			t.Errorf("%d creations", n)
		}
		// Who waited for a minute in vain is told so as well.
		if _, err := watch.Created(t.Context(), customer(9000+addressMost), fmt.Sprint("crowd-", addressMost-1)); errors.Is(err, ErrInLine) {
			t.Error("a minute later it is still in line")
		}
	})
}

func TestReferenceInLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.set("order-1", "PENDING")
		if err := watch.ReferenceSet(t.Context(), customer(1), "order-1"); !errors.Is(err, ErrNoCreation) {
			t.Errorf("before: got %v; want ErrNoCreation", err)
		}
		queueUp(t, watch, 5)
		if err := watch.SetReference(t.Context(), customer(1), "order-1", "432112345678"); !errors.Is(err, ErrInLine) {
			t.Fatalf("got %v; want ErrInLine", err)
		}
		if err := watch.ReferenceSet(t.Context(), customer(1), "order-1"); !errors.Is(err, ErrInLine) {
			t.Errorf("in line: got %v; want ErrInLine", err)
		}
		ctx, leave := context.WithCancel(t.Context())
		leave() // who presses again joins, and who leaves leaves it there
		_ = watch.SetReference(ctx, customer(1), "order-1", "432112345678")
		time.Sleep(10 * time.Second)
		if err := watch.ReferenceSet(t.Context(), customer(1), "order-1"); err != nil {
			t.Errorf("got %v; want that it is set", err)
		}
		if n := gateway.count("POST /payins/order-1/externalReference"); n != 1 {
			t.Errorf("sent %d times", n)
		}
		time.Sleep(time.Minute)
	})
}

// Once the payment was accepted, "not created", read before that, is no answer;
// and while it is created, no page trusts it either.
func TestPayinThatExists(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		if reading, err := watch.Payin(t.Context(), customer(1), "order-1", Ask{}); err != nil || reading.Found {
			t.Fatalf("got %+v, %v", reading, err)
		}
		gateway.set("order-1", "PENDING") // by another replica
		if reading, err := watch.Payin(t.Context(), customer(1), "order-1", Ask{}); err != nil || reading.Found {
			t.Errorf("got %+v, %v; want what is fresh", reading, err)
		}
		if reading, err := watch.Payin(t.Context(), customer(1), "order-1", Ask{Exists: true}); err != nil || !reading.Found {
			t.Errorf("got %+v, %v; want the payment", reading, err)
		}
		if n := gateway.count("GET /payins/order-1"); n != 2 {
			t.Errorf("%d reads; want 2", n)
		}
	})
}

// A page of a known payment is answered from the last reading while others wait
// for requests, and has it read in the background; a person's question waits.
func TestPagesAnswerFromTheLastReading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.set("order-1", "PENDING")
		if _, err := watch.Payin(t.Context(), customer(1), "order-1", Ask{}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		queueUp(t, watch, 10)
		before := time.Now()
		reading, err := watch.Payin(t.Context(), customer(1), "order-1", Ask{})
		if err != nil || time.Since(before) != 0 || !reading.Found {
			t.Errorf("got %+v, %v after %v; want the last reading at once", reading, err, time.Since(before))
		}
		time.Sleep(5 * time.Second)
		if last, _, _ := watch.Last(customer(1), "order-1"); !last.At.After(before) {
			t.Error("nobody read it in the background")
		}
		before = time.Now()
		reading, err = watch.Payin(t.Context(), customer(1), "order-1", Ask{Person: true})
		if err != nil || !reading.Found || time.Since(before) > personPatience.line+personPatience.answer {
			t.Errorf("a person's question: got %+v, %v after %v", reading, err, time.Since(before))
		}
		time.Sleep(2 * time.Minute)
	})
}
