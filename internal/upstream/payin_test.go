package upstream

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
)

func TestPayinOneReadForAllWhoAsk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.takes = time.Second
		gateway.set("order-1", "PENDING")
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				reading, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now())
				if err != nil || reading.View().Payin.Status != "PENDING" || !reading.Exists() {
					t.Errorf("got %+v, %v", reading, err)
				}
			})
		}
		all.Wait()
		if n := gateway.count("GET /payins/order-1"); n != 1 {
			t.Errorf("got %d reads; want 1", n)
		}
	})
}

// A page of a known payment uses the last reading. It asks only if the rate is
// idle and the reading isn't fresh.
func TestPayinReusesFreshAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.set("order-1", "PENDING")
		read := func(caller Caller) {
			t.Helper()
			if _, err := client.Payin(t.Context(), caller, "order-1", nothing, Ask{Idle: true}); err != nil {
				t.Fatal(err)
			}
		}
		read(customer(1))
		time.Sleep(Fresh)
		read(customer(1))
		if n := gateway.count("GET /payins/order-1"); n != 1 {
			t.Errorf("got %d reads while the first one is fresh; want 1", n)
		}
		time.Sleep(time.Second)
		read(customer(1))
		if n := gateway.count("GET /payins/order-1"); n != 2 {
			t.Errorf("got %d reads once it isn't; want 2", n)
		}
		// Nothing is shared with another token, which may see less.
		read(customer(2))
		if n := gateway.count("GET /payins/order-1"); n != 3 {
			t.Errorf("got %d reads with another token; want 3", n)
		}
	})
}

// A page that was told of a later reading than this replica has isn't answered
// with the older one. That costs one call an interval, however often it asks.
func TestPayinHeardOfALaterReading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, gateway, _ := setup(t, Config{})
		ask := func(heard time.Time) string {
			t.Helper()
			reading, err := here.Payin(t.Context(), customer(1), "order-1", nothing, Ask{NotBefore: heard, Idle: true})
			if err != nil {
				t.Fatal(err)
			}
			return reading.View().Payin.Status
		}
		gateway.set("order-1", "PENDING")
		ask(time.Time{})
		read := time.Now()
		for n := range 60 { // while the rate isn't idle, pages use what is known
			id := fmt.Sprintf("order-%d", n+2)
			gateway.set(id, "PENDING")
			defer here.Watch(customer(n+2), id, "", time.Now(), func() {})()
		}
		gateway.set("order-1", "SUCCESS")
		time.Sleep(Fresh + time.Second)
		if got := ask(time.Time{}); got != "PENDING" {
			t.Errorf("who was told nothing is told %s", got)
		}
		if got := ask(read); got != "PENDING" {
			t.Errorf("who was told of the same reading is told %s", got)
		}
		before := gateway.count("GET /payins/order-1")
		for range 5 {
			if got := ask(time.Now().Add(time.Hour)); got != "SUCCESS" { // later than any reading
				t.Errorf("who was told of a later one is told %s", got)
			}
		}
		if n := gateway.count("GET /payins/order-1") - before; n != 1 {
			t.Errorf("%d reads, want 1", n)
		}
	})
}

// If one customer leaves, the others must still get their answer.
func TestPayinSurvivesWhoAskedFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.takes = 2 * time.Second
		gateway.set("order-1", "PENDING")
		hasty, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var all sync.WaitGroup
		all.Go(func() {
			_, err := client.Payin(hasty, customer(1), "order-1", nothing, now())
			if !errors.Is(err, apiclient.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("hasty: got %v; want ErrUnavailable by the deadline", err)
			}
		})
		synctest.Wait()
		all.Go(func() {
			if reading, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now()); err != nil || !reading.Exists() {
				t.Errorf("patient: got %+v, %v", reading, err)
			}
		})
		all.Wait()
		if n := gateway.count("GET /payins/order-1"); n != 1 {
			t.Errorf("got %d reads; want 1", n)
		}
	})
}

func TestFault30_LastKnownStatusWithTheError(t *testing.T) {
	for status, want := range map[int]error{503: apiclient.ErrUnavailable, 200: apiclient.ErrMalformed, 401: apiclient.ErrUnauthorized} {
		synctest.Test(t, func(t *testing.T) {
			client, gateway, _ := setup(t, Config{})
			gateway.set("order-1", "PENDING")
			before, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now())
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			gateway.fail(status)
			after, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now())
			if !errors.Is(err, want) || !after.Exists() || !after.AskedAt().Equal(before.AskedAt()) || after.View().Payin.Status != "PENDING" {
				t.Errorf("%d: got %+v, %v; want the reading of %v with %v", status, after, err, before.AskedAt(), want)
			}
		})
	}
}

func TestFault31_NothingKnownIsNoStatus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.fail(200)
		reading, err := client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{Idle: true})
		if !errors.Is(err, apiclient.ErrMalformed) || reading.Exists() || !reading.AskedAt().IsZero() {
			t.Errorf("got %+v, %v; want a zero reading with ErrMalformed", reading, err)
		}
	})
}

// A failed read isn't repeated at once, and doesn't count as an answer later.
func TestPayinFailureIsRememberedBriefly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.fail(400)
		for range 5 {
			if _, err := client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{Idle: true}); !errors.Is(err, apiclient.ErrInvalid) {
				t.Errorf("got %v; want ErrInvalid", err)
			}
		}
		if n := gateway.count("GET /payins/order-1"); n != 1 {
			t.Errorf("got %d reads; want 1", n)
		}
		time.Sleep(failureLife)
		gateway.fail(0)
		if _, err := client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{Idle: true}); err != nil {
			t.Error(err)
		}
	})
}

func TestFault33_PaidStaysPaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, log := setup(t, Config{})
		reads := 0
		for _, status := range []string{"PENDING", "SUCCESS", "FAILED", "PENDING", "EXPIRED"} {
			gateway.set("order-1", status)
			time.Sleep(Fresh + time.Second)
			reading, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now())
			want := "SUCCESS"
			if reads++; status == "PENDING" && reads == 1 {
				want = "PENDING"
			}
			if err != nil || reading.View().Payin.Status != want || gateway.count("GET /payins/order-1") != reads {
				t.Errorf("after %s and %d reads: got %+v, %v; want %s", status, reads, reading, err, want)
			}
			// What was denied is as fresh as any answer: it isn't asked again.
			if _, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now()); err != nil || gateway.count("GET /payins/order-1") != reads {
				t.Errorf("after %s: %d reads, %v; want %d", status, gateway.count("GET /payins/order-1"), err, reads)
			}
		}
		client.TakenBack("order-1", known.Read(apiclient.Payin{Status: "FAILED"}, time.Now())) // by a browser's cookie
		if strings.Count(log.String(), "takes back a success") != 1 || !strings.Contains(log.String(), "level=ERROR") ||
			!strings.Contains(log.String(), "word=FAILED") {
			t.Errorf("log: got %q", log)
		}
	})
}

// A gateway replica that lags behind must not lead to a second Pay.
func TestPayinSeenOnceIsNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, log := setup(t, Config{})
		if _, err := client.Create(t.Context(), customer(1), "order-1", payinRequest, payinSent); err != nil {
			t.Fatal(err)
		}
		gateway.fail(404)
		time.Sleep(Fresh + time.Second)
		reading, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now())
		if err != nil || !reading.Exists() || reading.View().Payin.MethodCode != "PROMPTPAY" {
			t.Errorf("got %+v, %v; want the created payment", reading, err)
		}
		if !strings.Contains(log.String(), "doesn't find a payment it knew") {
			t.Errorf("log: got %q", log)
		}
	})
}

// A panic is an error for whoever asked. The log has it once, with its stack.
func TestFault43_PanicIsAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, log := setup(t, Config{})
		gateway.answer = func(*http.Request) (int, string) { panic("boom") }
		// The panic holds the fake's lock, so make only one call.
		if _, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now()); !errors.Is(err, apiclient.ErrMalformed) {
			t.Errorf("got %v; want ErrMalformed", err)
		}
		told := log.String()
		if strings.Count(told, "level=ERROR") != 1 || strings.Count(told, "boom") == 0 || !strings.Contains(told, "payin_test.go") {
			t.Errorf("log: got %s", told)
		}
	})
}
