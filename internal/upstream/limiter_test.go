package upstream

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"payapp/apiclient"
	"payapp/internal/testing/racing"
)

// In a flood of polls and first pages creations still go first, and every lane
// makes progress.
func TestFault39_CreationsGoFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.takes, gateway.limit = 100*time.Millisecond, 10
		for n := range 5000 {
			id := fmt.Sprint("order-", n)
			gateway.set(id, "PENDING")
			defer client.Watch(customer(n), id, id, time.Now(), func() {})()
		}
		time.Sleep(2 * time.Second)
		began := len(gateway.came("token"))
		var slowest time.Duration
		for n := range 30 {
			time.Sleep(time.Second)
			before := time.Now()
			if _, err := client.Create(t.Context(), customer(10000+n), fmt.Sprint("new-", n), payinRequest, payinSent); err != nil {
				t.Error(err)
			}
			slowest = max(slowest, time.Since(before)-gateway.takes)
		}
		if slowest > time.Second || gateway.limited != 0 {
			t.Errorf("slowest creation waited %v, %d answers of 429; want at most 1s and none", slowest, gateway.limited)
		}
		if all := len(gateway.came("token")) - began; all < 280 {
			t.Errorf("%d requests in 30 s; want the whole rate used", all)
		}
	})
}

func TestFault29_TheWholeMerchantSlows(t *testing.T) {
	for _, global := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			client, gateway, _ := setup(t, Config{Global: global})
			var first sync.Once
			gateway.answer = func(*http.Request) (status int, body string) {
				first.Do(func() { status = 429 })
				return status, ""
			}
			go client.Payin(t.Context(), customer(1), "order-1", nothing, now())
			synctest.Wait()
			other := customer(3)
			other.Merchant = "OTHER"
			before := time.Now()
			_, err := client.Create(t.Context(), other, "order-3", payinRequest, payinSent)
			if waited := time.Since(before) > 0; waited != global {
				t.Errorf("global %v: another merchant got %v after %v", global, err, time.Since(before))
			}
			_, err = client.Create(t.Context(), customer(2), "order-2", payinRequest, payinSent)
			if waited := time.Since(before); waited < time.Second {
				t.Errorf("global %v: another customer got %v after %v; want at least a second", global, err, waited)
			}
			time.Sleep(time.Minute)
		})
	}
}

// After 429s a merchant gets fewer requests, and the full rate again once the
// 429s have stopped.
func TestFault29_SlowerForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		for n := range 200 {
			id := fmt.Sprint("order-", n)
			gateway.set(id, "PENDING")
			defer client.Watch(customer(n), id, id, time.Now(), func() {})()
		}
		time.Sleep(5 * time.Second)
		gateway.allow(5) // somebody else calls in the merchant's name
		time.Sleep(20 * time.Second)
		before := gateway.allow(5)
		time.Sleep(60 * time.Second)
		got := gateway.allow(0) - before
		if got > 30 {
			t.Errorf("%d answers of 429 within a minute; want that it goes slower", got)
		}
		time.Sleep(time.Minute)
		began := len(gateway.came("token"))
		time.Sleep(10 * time.Second)
		if got := len(gateway.came("token")) - began; got < 95 {
			t.Errorf("%d requests in 10 s a minute later; want the whole rate", got)
		}
	})
}

func TestMerchantsDoNotSlowEachOther(t *testing.T) {
	for _, global := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			client, gateway, _ := setup(t, Config{Global: global})
			for n := range 90 {
				caller := customer(n)
				caller.Merchant = fmt.Sprint("MERCHANT-", n%3)
				go client.Create(t.Context(), caller, fmt.Sprint("order-", n), payinRequest, payinSent)
			}
			time.Sleep(time.Minute)
			want := 30
			if global {
				want = 10
			}
			came := gateway.came("token")
			if got := busiest(came, time.Second); got != want || len(came) != 90 {
				t.Errorf("global %v: %d came, up to %d in a second; want %d", global, len(came), got, want)
			}
		})
	}
}

// A customer with one good link who pays again and again by a script.
func TestOneTokenCannotSpendTheMerchantsRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.takes = 10 * time.Millisecond
		ctx, stop := context.WithCancel(t.Context())
		pause := time.Millisecond
		if racing.Short() {
			pause *= 10 // the same two goroutines, in a tenth of the time
		}
		var script sync.WaitGroup
		script.Go(func() {
			for ctx.Err() == nil {
				client.Create(ctx, customer(1), "order-1", payinRequest, payinSent)
				client.Payin(ctx, customer(1), "order-1", nothing, now())
				time.Sleep(pause)
			}
		})
		time.Sleep(20 * time.Second)
		var slowest time.Duration
		for n := range 20 {
			before := time.Now()
			if _, err := client.Create(t.Context(), customer(100+n), fmt.Sprint("order-", 100+n), payinRequest, payinSent); err != nil {
				t.Error(err)
			}
			slowest = max(slowest, time.Since(before))
			time.Sleep(time.Second)
		}
		stop()
		script.Wait()
		time.Sleep(time.Minute)
		if calls := len(gateway.came("token-1")) - 20; calls > 60 || slowest > gateway.takes {
			t.Errorf("one token made %d calls in 40 s, others waited up to %v", calls, slowest)
		}
	})
}

// When the process ends nobody waits for ever, and no loop continues.
func TestCloseEndsTheLoops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{Rate: 1})
		gateway.set("order-1", "PENDING")
		stop := client.Watch(customer(1), "order-1", "ref", time.Now(), func() {})
		var answers, others atomic.Int32
		for n := range 10 {
			go func() {
				_, err := client.Create(t.Context(), customer(2+n), fmt.Sprint("new-", n), payinRequest, payinSent)
				if err == nil || errors.Is(err, ErrInLine) || errors.Is(err, apiclient.ErrRateLimited) {
					answers.Add(1)
				}
			}()
		}
		for n := range 10 {
			go func() {
				_, _ = client.Payin(t.Context(), from(unverified(100+n), n), "order-2", nothing, now())
				others.Add(1)
			}()
		}
		time.Sleep(100 * time.Millisecond)
		synctest.Wait()
		if others.Load() > 5 {
			t.Error("no unverified token is in line")
		}
		client.Close()
		synctest.Wait()
		if answers.Load() != 10 || others.Load() != 10 {
			t.Errorf("%d customers and %d unverified tokens of 10 have an answer", answers.Load(), others.Load())
		}
		stop()
		time.Sleep(time.Minute)
		came := len(gateway.came("token"))
		time.Sleep(time.Minute)
		if len(gateway.came("token")) != came {
			t.Error("polls go on")
		}
	})
}
