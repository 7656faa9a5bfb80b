package upstream

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
)

// queueUp fills the merchant's lane of creations for that many seconds.
func queueUp(t *testing.T, client *Client, seconds int) {
	t.Helper()
	for n := range 10 * seconds {
		go client.Create(t.Context(), from(customer(9000+n), n), fmt.Sprint("crowd-", n), payinRequest, payinSent)
	}
	synctest.Wait()
}

// A page in line asks again and finds its call where it was.
func TestInLineAndAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		queueUp(t, client, 16) // longer than anybody may stay away
		var err error
		began, tries := time.Now(), 0
		for err = ErrInLine; errors.Is(err, ErrInLine); tries++ {
			before := time.Now()
			if _, err = client.Payin(t.Context(), customer(1), "order-1", nothing, now()); time.Since(before) > Person.Line {
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

// Calls that nobody asks for again cost no requests. A creation does: the
// customer has decided.
func TestAbandonedTicketsCostNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		queueUp(t, client, 20)
		ctx, leave := context.WithCancel(t.Context())
		for n := range 10 {
			go client.Payin(ctx, customer(n), "order-1", nothing, now())
			go client.Payin(ctx, from(unverified(100+n), n), "order-1", nothing, now())
		}
		go client.Create(ctx, customer(50), "order-2", payinRequest, payinSent)
		synctest.Wait()
		before := gateway.count("GET /payins/order-1")
		leave()
		// Newcomers have a floor, and are served before anybody gives up.
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

// A creation in line continues. Created returns its outcome as often as anybody
// asks, and it is sent once.
func TestCreationInLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		if _, err := client.Created(t.Context(), customer(1), "order-1", payinSent.At); !errors.Is(err, ErrNoCreation) {
			t.Errorf("before: got %v; want ErrNoCreation", err)
		}
		queueUp(t, client, 10)
		before := time.Now()
		if _, err := client.Create(t.Context(), customer(1), "order-1", payinRequest, payinSent); !errors.Is(err, ErrInLine) || time.Since(before) != payPatience.Line {
			t.Fatalf("got %v after %v; want ErrInLine", err, time.Since(before))
		}
		for range 3 {
			before := time.Now()
			if _, err := client.Created(t.Context(), customer(1), "order-1", payinSent.At); !errors.Is(err, ErrInLine) || time.Since(before) != 0 {
				t.Errorf("in line: got %v after %v; want ErrInLine at once", err, time.Since(before))
			}
			time.Sleep(time.Second)
		}
		time.Sleep(20 * time.Second)
		for range 2 {
			if told, err := client.Created(t.Context(), customer(1), "order-1", payinSent.At); err != nil || told.View().Existence != known.Described {
				t.Errorf("got %+v, %v; want the payment", told, err)
			}
		}
		if _, err := client.Created(t.Context(), customer(2), "order-1", payinSent.At); !errors.Is(err, ErrNoCreation) {
			t.Errorf("another token: got %v; want ErrNoCreation", err)
		}
		if n := gateway.count("POST /payins/order-1"); n != 1 {
			t.Errorf("%d creations; want 1", n)
		}
		time.Sleep(time.Minute)
	})
}

// Another method chosen in another tab is a creation of its own. The gateway
// accepts the first; the second gets a conflict.
func TestCreationInLineAndAnotherMethod(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, _, _ := setup(t, Config{Rate: 1}) // one at a time
		queueUp(t, client, 1)
		other := payinRequest
		other.Method = map[string]any{"paymentMethodCode": "ONLINE"}
		later := payinSent
		later.At = payinSent.At.Add(100 * time.Millisecond)
		go client.Create(t.Context(), customer(1), "order-1", payinRequest, payinSent)
		time.Sleep(100 * time.Millisecond)
		if _, err := client.Create(t.Context(), customer(1), "order-1", other, later); !errors.Is(err, ErrInLine) {
			t.Fatalf("got %v; want ErrInLine", err)
		}
		time.Sleep(20 * time.Second)
		if _, err := client.Created(t.Context(), customer(1), "order-1", later.At); !errors.Is(err, apiclient.ErrConflict) {
			t.Errorf("got %v; want ErrConflict", err)
		}
		if _, err := client.Created(t.Context(), customer(1), "order-1", later.At.Add(1)); !errors.Is(err, ErrNoCreation) {
			t.Errorf("of a Pay at another process: got %v; want ErrNoCreation", err)
		}
		if reading, err := client.Payin(t.Context(), customer(1), "order-1", known.Conflicted(time.Now()), Ask{Idle: true}); err != nil || !reading.Exists() {
			t.Errorf("got %+v, %v; want the first one's payment", reading, err)
		}
		time.Sleep(time.Minute)
	})
}

// A creation that finds no place fails, and doesn't say that it continues.
func TestCreationWithoutAPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.set("known", "PENDING")
		const most = 512 // of one address in a lane
		for n := range most + 20 {
			go client.Create(t.Context(), customer(9000+n), fmt.Sprint("crowd-", n), payinRequest, payinSent)
		}
		synctest.Wait()
		if _, err := client.Create(t.Context(), customer(1), "order-1", payinRequest, payinSent); !errors.Is(err, apiclient.ErrRateLimited) || errors.Is(err, ErrInLine) {
			t.Errorf("got %v; want ErrRateLimited", err)
		}
		if _, err := client.Created(t.Context(), customer(1), "order-1", payinSent.At); !errors.Is(err, ErrNoCreation) {
			t.Errorf("afterwards: got %v; want ErrNoCreation", err)
		}
		time.Sleep(2 * time.Minute)
		if n := gateway.count("POST /payins/order-1"); n != 0 {
			t.Errorf("%d creations", n)
		}
		// A creation that waited for a minute in vain fails, too.
		if _, err := client.Created(t.Context(), customer(9000+most), fmt.Sprint("crowd-", most-1), payinSent.At); errors.Is(err, ErrInLine) {
			t.Error("a minute later it is still in line")
		}
	})
}

func TestReferenceInLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.set("order-1", "PENDING")
		if err := client.ReferenceSet(t.Context(), customer(1), "order-1", "432112345678"); !errors.Is(err, ErrNoCreation) {
			t.Errorf("before: got %v; want ErrNoCreation", err)
		}
		queueUp(t, client, 5)
		if err := client.SetReference(t.Context(), customer(1), "order-1", "432112345678"); !errors.Is(err, ErrInLine) {
			t.Fatalf("got %v; want ErrInLine", err)
		}
		if err := client.ReferenceSet(t.Context(), customer(1), "order-1", "432112345678"); !errors.Is(err, ErrInLine) {
			t.Errorf("in line: got %v; want ErrInLine", err)
		}
		if err := client.ReferenceSet(t.Context(), customer(1), "order-1", "432112345679"); !errors.Is(err, ErrNoCreation) {
			t.Errorf("another number: got %v; want ErrNoCreation", err)
		}
		ctx, leave := context.WithCancel(t.Context())
		leave() // a second press joins; leaving doesn't cancel
		_ = client.SetReference(ctx, customer(1), "order-1", "432112345678")
		time.Sleep(10 * time.Second)
		if err := client.ReferenceSet(t.Context(), customer(1), "order-1", "432112345678"); err != nil {
			t.Errorf("got %v; want that it is set", err)
		}
		if n := gateway.count("POST /payins/order-1/externalReference"); n != 1 {
			t.Errorf("sent %d times", n)
		}
		time.Sleep(time.Minute)
	})
}

// Once the payment was accepted, an earlier "not created" is no answer. During
// the creation no page trusts it either.
func TestPayinThatExists(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		if reading, err := client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{Idle: true}); err != nil || reading.Exists() {
			t.Fatalf("got %+v, %v", reading, err)
		}
		gateway.set("order-1", "PENDING") // by another replica
		if reading, err := client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{Idle: true}); err != nil || reading.Exists() {
			t.Errorf("got %+v, %v; want what is fresh", reading, err)
		}
		if reading, err := client.Payin(t.Context(), customer(1), "order-1", known.Conflicted(time.Now()), Ask{Idle: true}); err != nil || !reading.Exists() {
			t.Errorf("got %+v, %v; want the payment", reading, err)
		}
		if n := gateway.count("GET /payins/order-1"); n != 2 {
			t.Errorf("%d reads; want 2", n)
		}
	})
}

// While others wait for requests, a page of a known payment is answered from
// the last reading, and the payment is read in the background. A person's
// question waits.
func TestPagesAnswerFromTheLastReading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.set("order-1", "PENDING")
		if _, err := client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{Idle: true}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		queueUp(t, client, 10)
		before := time.Now()
		reading, err := client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{Idle: true})
		if err != nil || time.Since(before) != 0 || !reading.Exists() {
			t.Errorf("got %+v, %v after %v; want the last reading at once", reading, err, time.Since(before))
		}
		time.Sleep(5 * time.Second)
		if last, _ := client.Last(customer(1), "order-1"); !last.AskedAt().After(before) {
			t.Error("nobody read it in the background")
		}
		before = time.Now()
		reading, err = client.Payin(t.Context(), customer(1), "order-1", nothing, now())
		if err != nil || !reading.Exists() || time.Since(before) > Person.Whole {
			t.Errorf("a person's question: got %+v, %v after %v", reading, err, time.Since(before))
		}
		time.Sleep(2 * time.Minute)
	})
}

// However busy the shop is, an old "not created" is no answer: somebody may have
// paid through another link meanwhile. The page waits, or says that it is in line.
func TestAnOldNotCreatedIsNoAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		if reading, err := client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{Idle: true}); err != nil || reading.Exists() {
			t.Fatalf("got %+v, %v", reading, err)
		}
		gateway.set("order-1", "SUCCESS") // through another link
		time.Sleep(2 * time.Minute)
		queueUp(t, client, 10)
		ask := Ask{Wait: Within(700 * time.Millisecond), Idle: true}
		if reading, err := client.Payin(t.Context(), customer(1), "order-1", nothing, ask); err == nil && !reading.Exists() {
			t.Errorf("while others wait: got %+v", reading)
		}
		time.Sleep(time.Minute)
		if reading, err := client.Payin(t.Context(), customer(1), "order-1", nothing, ask); err != nil || reading.View().Status() != known.Success {
			t.Errorf("got %+v, %v; want the payment", reading, err)
		}
	})
}

// A 429 puts a call back in line: it doesn't fail because that took longer than an
// answer may take.
func TestLimitedCallsStayInLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{Rate: 1})
		gateway.set("order-1", "PENDING")
		var mu sync.Mutex
		left := 12
		gateway.answer = func(*http.Request) (int, string) {
			mu.Lock()
			defer mu.Unlock()
			if left--; left >= 0 {
				return http.StatusTooManyRequests, ""
			}
			return 0, ""
		}
		began := time.Now()
		reading, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now())
		for errors.Is(err, ErrInLine) { // its page asks again
			reading, err = client.Payin(t.Context(), customer(1), "order-1", nothing, now())
		}
		if err != nil || !reading.Exists() || time.Since(began) <= readLimits.answer {
			t.Errorf("got %+v, %v after %v", reading, err, time.Since(began))
		}
	})
}
