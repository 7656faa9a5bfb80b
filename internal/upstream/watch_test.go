package upstream

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"payapp/internal/upstream/limiter"
	"payapp/internal/upstream/polls"
)

// watching is a Client with a pending payment.
func watching(t *testing.T, config Config) (*Client, *fake) {
	t.Helper()
	client, gateway, _ := setup(t, config)
	gateway.set("order-1", "PENDING")
	return client, gateway
}

const readOfOrder1 = "GET /payins/order-1"

func TestInterval(t *testing.T) {
	for _, c := range []struct {
		age  time.Duration
		slow bool
		want time.Duration
	}{
		{0, false, 2 * time.Second}, {-time.Second, false, 2 * time.Second}, {119 * time.Second, false, 2 * time.Second},
		{2 * time.Minute, false, 5 * time.Second}, {10 * time.Minute, false, 20 * time.Second}, {time.Hour, false, 2 * time.Minute},
		{0, true, 10 * time.Second}, {20 * time.Minute, true, 20 * time.Second}, {24 * time.Hour, true, 2 * time.Minute},
	} {
		if got := Interval(c.age, c.slow); got != c.want {
			t.Errorf("Interval(%v, %v) = %v; want %v", c.age, c.slow, got, c.want)
		}
	}
}

// A watched payment is read as often as Interval says, as long as anybody
// watches, and however many do.
func TestWatchPollsAtItsInterval(t *testing.T) {
	for _, relayed := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			client, gateway := watching(t, Config{Relayed: relayed})
			acted := time.Now()
			stops := []func(){}
			for range 5 {
				stops = append(stops, client.Watch(customer(1), "order-1", "ref", acted, func() {}))
			}
			count := func(span time.Duration, every time.Duration) {
				t.Helper()
				before := gateway.count(readOfOrder1)
				time.Sleep(span)
				got, want := gateway.count(readOfOrder1)-before, int(span/every)
				if relayed {
					want = min(want/10, int(span/(30*time.Second)))
				}
				if got < want*8/10-1 || got > want*12/10+2 {
					t.Errorf("relayed %v: %d reads in %v; want about %d", relayed, got, span, want)
				}
			}
			count(2*time.Minute, 2*time.Second)
			count(8*time.Minute, 5*time.Second)
			count(50*time.Minute, 20*time.Second)
			count(time.Hour, 2*time.Minute)
			for _, stop := range stops[1:] {
				stop()
			}
			count(time.Hour, 2*time.Minute) // one is enough
			stops[0]()
			stops[0]()
			time.Sleep(time.Second)
			before := gateway.count(readOfOrder1)
			time.Sleep(time.Hour)
			if got := gateway.count(readOfOrder1) - before; got != 0 {
				t.Errorf("%d reads though nobody watches", got)
			}
		})
	}
}

// A watcher is told once what is new, and a payment that is over isn't read
// again.
func TestWatchTellsChangesUntilTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway := watching(t, Config{})
		var told, other atomic.Int32
		defer client.Watch(customer(1), "order-1", "ref", time.Now(), func() { told.Add(1) })()
		defer client.Watch(customer(2), "order-1", "ref", time.Now(), func() { other.Add(1) })()
		time.Sleep(20 * time.Second)
		if told.Load() != 1 {
			t.Errorf("told %d times; want of the first reading", told.Load())
		}
		gateway.set("order-1", "PROCESSING")
		time.Sleep(20 * time.Second)
		if told.Load() != 2 {
			t.Errorf("told %d times; want of two readings", told.Load())
		}
		gateway.set("order-1", "SUCCESS")
		time.Sleep(10 * time.Second)
		if last, _ := client.Last(customer(1), "order-1"); told.Load() != 3 || other.Load() != 3 || last.View().Payin.Status != "SUCCESS" {
			t.Errorf("told %d and %d times of %s; want of three readings", told.Load(), other.Load(), last.View().Payin.Status)
		}
		before := gateway.count(readOfOrder1)
		time.Sleep(10 * time.Minute)
		if got := gateway.count(readOfOrder1) - before; got != 0 {
			t.Errorf("%d reads of a payment that is over", got)
		}
	})
}

// A creation is announced to the pages that wait for it, and so was the answer
// that there is none yet.
func TestWatchTellsOfACreation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, _ := watching(t, Config{})
		told := make(chan struct{}, 10)
		defer client.Watch(customer(1), "order-2", "ref", time.Now(), func() { told <- struct{}{} })()
		time.Sleep(5 * time.Second)
		if len(told) != 1 {
			t.Errorf("told %d times that there is none", len(told))
		}
		if _, err := client.Create(t.Context(), customer(1), "order-2", payinRequest, payinSent); err != nil || len(told) != 2 {
			t.Errorf("told %d times; %v", len(told), err)
		}
	})
}

// One refusal may be a mistake: it is read once more after half a minute. When the link
// has expired its streams end, and no more calls are made.
func TestWatchEndsWithTheToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway := watching(t, Config{})
		var told atomic.Int32
		defer client.Watch(customer(1), "order-1", "ref", time.Now(), func() { told.Add(1) })()
		time.Sleep(time.Minute)
		told.Store(0)
		gateway.fail(401)
		time.Sleep(5 * time.Second)
		before := gateway.count(readOfOrder1)
		time.Sleep(10 * time.Minute)
		if got := gateway.count(readOfOrder1) - before; got != 1 || told.Load() != 2 {
			t.Errorf("%d reads more with a refused token, told %d times", got, told.Load())
		}
	})
}

// A payment with an unverified token is read for a page that waits in line, not
// for its stream.
func TestWatchAsksNothingForUnverifiedTokens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway := watching(t, Config{})
		defer client.Watch(unverified(1), "order-1", "ref", time.Now(), func() {})()
		time.Sleep(time.Minute)
		if got := gateway.count(readOfOrder1); got != 0 {
			t.Errorf("%d reads", got)
		}
		if _, err := client.Payin(t.Context(), unverified(1), "order-1", nothing, Ask{Idle: true}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if got := gateway.count(readOfOrder1); got < 10 {
			t.Errorf("%d reads once it is verified", got)
		}
	})
}

// Callbacks have a payment read no more often than one that was just paid.
func TestNudge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway := watching(t, Config{})
		defer client.Watch(customer(1), "order-1", "ref", time.Now().Add(-2*time.Hour), func() {})()
		time.Sleep(10 * time.Second)
		before := gateway.count(readOfOrder1)
		for range 200 {
			client.Nudge("ref")
			time.Sleep(100 * time.Millisecond)
		}
		if got := gateway.count(readOfOrder1) - before; got < 9 || got > 11 {
			t.Errorf("%d reads in 20 s of nudges; want one in 2 s", got)
		}
	})
}

// After failed reads a payment is left alone for longer and longer. When the
// gateway is back reads continue, but not all at once.
func TestWatchBacksOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway := watching(t, Config{})
		defer client.Watch(customer(1), "order-1", "ref", time.Now(), func() {})()
		time.Sleep(10 * time.Second)
		gateway.fail(503)
		time.Sleep(2 * time.Minute)
		before := gateway.count(readOfOrder1)
		time.Sleep(5 * time.Minute)
		if got := gateway.count(readOfOrder1) - before; got > 8 || got < 4 {
			t.Errorf("%d reads in 5 minutes of an outage", got)
		}
		gateway.fail(0)
		time.Sleep(90 * time.Second)
		if last, _ := client.Last(customer(1), "order-1"); time.Since(last.AskedAt()) > 30*time.Second {
			t.Errorf("a minute later the last reading is %v old", time.Since(last.AskedAt()))
		}
	})
}

// A reload ends one stream and opens another: in whatever order they reach the
// queue, the payment is polled.
func TestInterestSurvivesAReload(t *testing.T) {
	for range 50 {
		synctest.Test(t, func(t *testing.T) {
			client, gateway := watching(t, Config{})
			stop := client.Watch(customer(1), "order-1", "ref", time.Now(), func() {})
			time.Sleep(3 * time.Second)
			stop()
			stop = client.Watch(customer(1), "order-1", "ref", time.Now(), func() {})
			before := gateway.count(readOfOrder1)
			time.Sleep(10 * time.Second)
			if got := gateway.count(readOfOrder1) - before; got < 3 {
				t.Errorf("%d reads in 10 s after a reload", got)
			}
			stop()
			time.Sleep(time.Second)
			if _, ok, wait := client.queue.Claim("DEMO"); ok || wait != 0 {
				t.Error("the queue has it after the last stream has ended")
			}
		})
	}
}

// A person asks at the very moment of a poll: the poll gives its slot back.
func TestPollGivesItsSlotBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway := watching(t, Config{Rate: 2})
		gateway.takes = 300 * time.Millisecond
		go client.Payin(t.Context(), customer(1), "order-1", nothing, now())
		synctest.Wait()
		l := client.limiters.Of("DEMO")
		time.Sleep(Fresh + time.Second)
		go client.Payin(t.Context(), customer(1), "order-1", nothing, now())
		synctest.Wait()
		s, err := l.Wait(t.Context(), limiter.LaneCreation, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		client.poll(l, polls.Entry{Caller: customer(1), IDPayin: "order-1"}, s)
		if n := gateway.count(readOfOrder1); n != 2 {
			t.Fatalf("%d reads; want that the poll joins", n)
		}
		soon, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err := l.Wait(soon, limiter.LaneCreation, "", nil); err != nil {
			t.Error("the poll's slot is still taken")
		}
		time.Sleep(time.Minute)
	})
}

// A person's read of the same payment is in line for the very slot that the poll
// has.
func TestPollDoesNotKeepItsSlotFromTheReadItJoins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway := watching(t, Config{Rate: 1})
		l := client.limiters.Of("DEMO")
		s, err := l.Wait(t.Context(), limiter.LaneCreation, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		go client.Payin(t.Context(), customer(1), "order-1", nothing, now())
		synctest.Wait()
		client.poll(l, polls.Entry{Caller: customer(1), IDPayin: "order-1"}, s)
		if n, took := gateway.count(readOfOrder1), time.Since(began); n != 1 || took > time.Second {
			t.Errorf("%d reads after %v", n, took)
		}
	})
}

// Watch, stop and ask concurrently.
func TestWatchConcurrently(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway := watching(t, Config{Rate: 1000})
		var all sync.WaitGroup
		for n := range 50 {
			all.Go(func() {
				for range 20 {
					stop := client.Watch(customer(n%5), "order-1", "ref", time.Now(), func() { client.Last(customer(1), "order-1") })
					client.Nudge("ref")
					client.Payin(t.Context(), customer(n%5), "order-1", nothing, Ask{NotBefore: time.Now().Add(-Fresh), Idle: n%2 == 1})
					time.Sleep(time.Duration(n) * time.Millisecond)
					gateway.set("order-1", fmt.Sprint("PENDING-", n))
					stop()
				}
			})
		}
		all.Wait()
		time.Sleep(time.Minute)
		synctest.Wait()
		if n := client.queue.Watched(); n != 0 {
			t.Errorf("%d payments are still watched", n)
		}
	})
}
