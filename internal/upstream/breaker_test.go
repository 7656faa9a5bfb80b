package upstream

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"payapp/apiclient"
)

// askOften reads payments of many customers, ten a second.
func askOften(t *testing.T, client *Client, from, calls int) {
	t.Helper()
	for n := range calls {
		go client.Payin(t.Context(), customer(from+n), "order-1", nothing, now())
		time.Sleep(100 * time.Millisecond)
	}
}

// After many failures calls are rejected at once. A few try at times; when they
// succeed, all may again. Each change is logged once.
func TestCircuitOpensAndCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, log := setup(t, Config{})
		gateway.set("order-1", "PENDING")
		gateway.fail(503)
		askOften(t, client, 0, 50)
		// Creations are another operation, and didn't fail.
		if client.breakers.open(circuit{"DEMO", opCreate}) {
			t.Error("creations aren't tried")
		}
		queueUp(t, client, 1)
		before := time.Now()
		if _, err := client.Payin(t.Context(), customer(1000), "order-1", nothing, now()); !errors.Is(err, errCircuitOpen) || time.Since(before) != 0 {
			t.Fatalf("got %v after %v; want errCircuitOpen at once, and not in line", err, time.Since(before))
		}
		time.Sleep(time.Minute)
		sent := len(gateway.came("token"))
		askOften(t, client, 2000, 300)
		if tries := len(gateway.came("token")) - sent; tries < 5 || tries > 60 {
			t.Errorf("%d tries in 30 s of an outage; want a few", tries)
		}
		if n := strings.Count(log.String(), `circuit opened" operation=read`); n != 1 {
			t.Errorf("it is logged %d times that the circuit opened", n)
		}
		gateway.fail(0)
		time.Sleep(10 * time.Second)
		askOften(t, client, 3000, 10)
		if _, err := client.Payin(t.Context(), customer(4000), "order-1", nothing, now()); err != nil {
			t.Errorf("got %v; want an answer", err)
		}
		if n := strings.Count(log.String(), `circuit closed" operation=read`); n != 1 {
			t.Errorf("it is logged %d times that the circuit closed", n)
		}
		time.Sleep(time.Minute)
	})
}

// The circuit opens for a slow gateway too. At a low rate fewer calls are
// enough.
func TestCircuitOpensAtLowRates(t *testing.T) {
	for _, rate := range []float64{0.2, 1, 2} {
		synctest.Test(t, func(t *testing.T) {
			client, gateway, log := setup(t, Config{Rate: rate, Patience: time.Hour})
			gateway.fail(503)
			for n := range 20 {
				_, _ = client.Payin(t.Context(), customer(n), "order-1", nothing, now())
			}
			// At the end it may be the turn of a trial call.
			if !strings.Contains(log.String(), `circuit opened" operation=read`) {
				t.Errorf("at %v a second the circuit didn't open with 20 failures in a row", rate)
			}
		})
	}
}

// While a few calls are tried, the others are rejected without waiting in line.
func TestCircuitHalfOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.fail(503)
		askOften(t, client, 0, 50)
		gateway.slow(5 * time.Second)
		time.Sleep(time.Minute)
		before := len(gateway.came("token"))
		var all sync.WaitGroup
		for n := range 20 {
			all.Go(func() { _, _ = client.Payin(t.Context(), customer(1000+n), "order-1", nothing, now()) })
		}
		time.Sleep(time.Second)
		if tries := len(gateway.came("token")) - before; tries != breakerTries || !client.breakers.open(circuit{"DEMO", opRead}) {
			t.Errorf("%d tries at once; want %d, and no more", tries, breakerTries)
		}
		all.Wait()
		time.Sleep(time.Minute)
	})
}

// A trial call that panics doesn't stay under way for ever.
func TestCircuitSurvivesPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.set("order-1", "PENDING")
		gateway.fail(503)
		askOften(t, client, 0, 50)
		time.Sleep(time.Minute)
		gateway.send(func() (_, _ time.Duration) { panic("boom") })
		for n := range breakerTries {
			_, _ = client.Payin(t.Context(), customer(1000+n), "order-1", nothing, now())
		}
		gateway.send(nil)
		gateway.fail(0)
		time.Sleep(time.Minute)
		if _, err := client.Payin(t.Context(), customer(2000), "order-1", nothing, now()); err != nil {
			t.Errorf("got %v; want an answer", err)
		}
	})
}

// Any answer but a 5xx counts as success: the gateway is up.
func TestCircuitStaysClosedForRefusals(t *testing.T) {
	for _, status := range []int{400, 401, 404, 429} {
		synctest.Test(t, func(t *testing.T) {
			client, gateway, _ := setup(t, Config{})
			gateway.answer = func(*http.Request) (int, string) { return status, "" }
			askOften(t, client, 0, 100)
			if client.breakers.open(circuit{"DEMO", opRead}) {
				t.Errorf("answers of %d open the circuit", status)
			}
			time.Sleep(time.Minute)
		})
	}
}

func TestFault03_RefusedTokensAreRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.fail(401)
		for range 10 {
			_, err1 := client.Payin(t.Context(), unverified(1), "order-1", nothing, Ask{Idle: true})
			_, err2 := client.Options(t.Context(), unverified(1), tenBaht, since(time.Minute))
			if !errors.Is(err1, apiclient.ErrUnauthorized) || !errors.Is(err2, apiclient.ErrUnauthorized) {
				t.Errorf("got %v, %v; want ErrUnauthorized", err1, err2)
			}
			time.Sleep(time.Second)
		}
		if n := len(gateway.came("token")); n != 1 {
			t.Errorf("got %d calls; want 1", n)
		}
		time.Sleep(refusalLife)
		gateway.fail(0)
		if _, err := client.Payin(t.Context(), unverified(1), "order-1", nothing, Ask{Idle: true}); err != nil {
			t.Errorf("later: got %v", err)
		}
	})
}

// Which outcomes verify a token, and which say nothing about it.
func TestTokenIsVerifiedByAnswers(t *testing.T) {
	for status, want := range map[int]bool{0: true, 404: true, 409: true, 400: false, 401: false, 403: false, 429: false, 503: false} {
		synctest.Test(t, func(t *testing.T) {
			client, gateway, _ := setup(t, Config{})
			gateway.fail(status)
			_, _ = client.Payin(t.Context(), unverified(1), "order-1", nothing, now())
			time.Sleep(time.Minute)
			if got := client.verified(unverified(1)); got != want {
				t.Errorf("after %d the token is verified: %v", status, got)
			}
		})
	}
}

// Ours: a gateway may answer a read with 403 as long as there is no payment. Once one
// is created it is asked again.
func TestAReadForbiddenBeforeTheCreationIsAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.fail(403)
		_, _ = client.Payin(t.Context(), customer(1), "order-1", nothing, now())
		gateway.fail(0)
		if _, err := client.Create(t.Context(), customer(1), "order-1", payinRequest, payinSent); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * Fresh)
		if _, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now()); err != nil || gateway.count("GET /payins/order-1") != 2 {
			t.Errorf("got %v after %d reads", err, gateway.count("GET /payins/order-1"))
		}
	})
}

// Ours: a gateway that doesn't answer at all is away, too, however many ask.
func TestCircuitOpensWithoutAnswers(t *testing.T) {
	for _, every := range []time.Duration{100 * time.Millisecond, time.Second} {
		synctest.Test(t, func(t *testing.T) {
			client, gateway, log := setup(t, Config{})
			gateway.slow(time.Hour)
			for n := range int(40 * time.Second / every) {
				go client.Payin(t.Context(), customer(n), "order-1", nothing, now())
				time.Sleep(every)
			}
			if !strings.Contains(log.String(), `circuit opened" operation=read`) {
				t.Errorf("one call each %v: the circuit is closed after 40 s without an answer", every)
			}
		})
	}
}

// One shop's errors are its own.
func TestCircuitsOfShopsAreApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.answer = func(r *http.Request) (int, string) {
			if !strings.Contains(r.Header.Get("Authorization"), "other") {
				return 503, ""
			}
			return 404, ""
		}
		askOften(t, client, 0, 50)
		if !client.breakers.open(circuit{"DEMO", opRead}) {
			t.Error("its circuit is closed")
		}
		other := from(unverified(1), 1)
		other.Token = apiclient.NewToken("other-shops")
		other.Merchant = "OTHER"
		if _, err := client.Payin(t.Context(), other, "order-1", nothing, now()); err != nil {
			t.Errorf("another shop's customer gets %v", err)
		}
		if n := client.breakers.opened(opRead); n != 1 {
			t.Errorf("%d circuits are open; want one", n)
		}
		time.Sleep(time.Minute)
	})
}
