package upstream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alicebob/miniredis/v2"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/upstream/limiter"
	"payapp/internal/upstream/polls"
)

// replicasOf are replicas that share a store in memory. They are to be closed in the
// bubble of testing/synctest.
func replicasOf(t *testing.T, n int, config Config) (all []*Client, gateway *fake, end func()) {
	t.Helper()
	gateway = &fake{status: map[string]string{}, calls: map[string]int{}}
	all, end = replicasBeside(t, n, gateway, new(atomic.Int64), config)
	return all, gateway, end
}

// replicasBeside have any gateway, and a store that takes so many ns.
func replicasBeside(t *testing.T, n int, gateway http.RoundTripper, takes *atomic.Int64, config Config) (all []*Client, end func()) {
	t.Helper()
	store := miniredis.NewMiniRedis()
	config.Store, config.Vault, config.Logger = "redis://127.0.0.1", OpenVault{}, slog.New(slog.DiscardHandler)
	config.Dial = func(context.Context, string, string) (net.Conn, error) {
		line, err := store.Dial()
		return slowLine{line, takes}, err
	}
	for range n {
		api, err := apiclient.New(apiclient.Config{BaseURL: "https://gateway.example", Transport: gateway, Logger: config.Logger})
		if err != nil {
			t.Fatal(err)
		}
		client, err := New(api, config)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, client)
	}
	time.Sleep(2 * time.Second) // all have met
	return all, func() {
		for _, client := range all {
			client.Close()
		}
		time.Sleep(10 * time.Minute)
	}
}

// slowLine is a connection to a store whose answers to what pages ask take a while.
type slowLine struct {
	net.Conn
	takes *atomic.Int64
}

func (l slowLine) Write(data []byte) (int, error) {
	if command := string(data[:min(20, len(data))]); strings.Contains(command, "\nget\r") || strings.Contains(command, "\nset\r") {
		time.Sleep(time.Duration(l.takes.Load()))
	}
	return l.Conn.Write(data)
}

// A customer whose pages come from different replicas costs one call for the
// options, and so do all who pay the same amount there within a minute.
func TestReplicasShareOptions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		replicas, gateway, end := replicasOf(t, 3, Config{})
		defer end()
		const call = "POST /payins/!availablePaymentOptions"
		ask := func(replica, n int, age time.Duration, calls int, why string) {
			t.Helper()
			options, err := replicas[replica].Options(t.Context(), customer(n), tenBaht, since(age))
			if err != nil || len(options.Methods) != 1 || gateway.count(call) != calls {
				t.Errorf("%s: got %v, %v after %d calls; want %d", why, options, err, gateway.count(call), calls)
			}
			synctest.Wait()
		}
		ask(0, 1, time.Minute, 1, "first")
		ask(1, 1, time.Minute, 1, "at another replica")
		time.Sleep(59 * time.Second)
		ask(2, 2, time.Minute, 1, "another customer at a third")
		time.Sleep(2 * time.Second)
		ask(1, 1, time.Minute, 2, "after a minute since it was read, wherever it was read")
		time.Sleep(2 * time.Minute)
		ask(2, 1, 15*time.Minute, 2, "for who presses a button a quarter of an hour is young enough")
	})
}

// Replicas keep what others read only if somebody wants to know it here.
func TestReplicasKeepWhatTheyWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		replicas, gateway, end := replicasOf(t, 2, Config{})
		defer end()
		reader, other := replicas[0], replicas[1]
		told := 0
		defer other.Watch(from(unverified(2), 2), "order-2", "ref", time.Now(), func() { told++ })()
		for n, keeps := range map[int]bool{1: false, 2: true} {
			id := fmt.Sprint("order-", n)
			gateway.set(id, "PENDING")
			if _, err := reader.Payin(t.Context(), from(unverified(n), n), id, nothing, now()); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			if got, _ := other.Last(unverified(n), id); (got.View().Existence == known.Described) != keeps {
				t.Errorf("%s: the other replica has %v", id, got.View().Existence)
			}
		}
		if told != 1 {
			t.Errorf("who watches is told %d times", told)
		}
	})
}

// A callback that arrives at one replica has a payment read that another watches,
// and a 429 at one slows all.
func TestReplicasHearNudgesAndLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		replicas, gateway, end := replicasOf(t, 2, Config{Relayed: true})
		defer end()
		gateway.set("order-1", "PENDING")
		defer replicas[1].Watch(customer(1), "order-1", "ref", time.Now(), func() {})()
		time.Sleep(10 * time.Second)
		before := gateway.count(readOfOrder1)
		replicas[0].Nudge("ref")
		time.Sleep(time.Second)
		if got := gateway.count(readOfOrder1) - before; got != 1 {
			t.Errorf("%d reads after the callback; want one", got)
		}
		sent := &progress{late: time.AfterFunc(time.Minute, func() {})}
		(&gate{client: replicas[0], limiter: replicas[0].limiters.Of("DEMO"), caller: customer(1), progress: sent}).Limited(5 * time.Second)
		synctest.Wait()
		began := time.Now()
		if _, err := replicas[1].limiters.Of("DEMO").Wait(t.Context(), limiter.LaneCreation, "", nil); err != nil || time.Since(began) != 5*time.Second {
			t.Errorf("got %v after %v; want that the other replica pauses", err, time.Since(began))
		}
	})
}

// readThere is the store of a replica beside one that has read the payment at a
// time. It has slots for everybody.
type readThere struct {
	limiter.Store
	at atomic.Pointer[time.Time]
}

func (w *readThere) Take(ask limiter.Ask, _ uint64) (limiter.Grant, error) {
	if at := w.at.Load(); at != nil && ask.Poll != nil && ask.Poll.Nudged && time.Since(*at) < polls.LeastInterval {
		return limiter.Grant{Elsewhere: true, Ago: time.Since(*at)}, nil
	}
	return limiter.Grant{OK: true, Slot: limiter.Slot{Lane: limiter.LaneBackground}}, nil
}

func (*readThere) Hold([]limiter.Held) error { return nil }

// A callback that comes just after another replica's read isn't lost: what that was
// told may be older.
func TestANudgeOutlastsAReadElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway := watching(t, Config{Relayed: true})
		there := &readThere{}
		client.limiters.Store = func(string) limiter.Store { return there }
		defer client.Watch(customer(1), "order-1", "ref", time.Now(), func() {})()
		time.Sleep(10 * time.Second)
		at := time.Now().Add(-500 * time.Millisecond)
		there.at.Store(&at)
		gateway.set("order-1", "SUCCESS")
		client.Nudge("ref")
		before := gateway.count(readOfOrder1)
		time.Sleep(1400 * time.Millisecond)
		if n := gateway.count(readOfOrder1); n != before {
			t.Error("it is read again within two seconds")
		}
		time.Sleep(200 * time.Millisecond)
		if last, _ := client.Last(customer(1), "order-1"); last.View().Status() != known.Success {
			t.Errorf("after two seconds it is %s", last.View().Status())
		}
	})
}

// A shop is known for a day after its last accepted token.
func TestAShopIsKnownForADay(t *testing.T) {
	t.Parallel()
	now := time.Now()
	tokens := newTokens(10, func() time.Time { return now })
	tokens.merchants.Put("DEMO", struct{}{})
	now = now.Add(24*time.Hour - time.Second)
	before := tokens.knows("DEMO")
	now = now.Add(time.Second)
	if after := tokens.knows("DEMO"); !before || after {
		t.Errorf("known a second before: %v, after a day: %v", before, after)
	}
}

// A replica whose streams come from another that has died reads those payments
// in their turn, by when anybody read them, not behind all of its own.
func TestReplicasTakeOverPaymentsInTheirTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		replicas, gateway, end := replicasOf(t, 2, Config{Rate: 1})
		defer end()
		died, stays := replicas[0], replicas[1]
		gateway.set("moved", "PENDING")
		if _, err := died.Payin(t.Context(), customer(1), "moved", nothing, now()); err != nil {
			t.Fatal(err)
		}
		const own = 30
		for n := range own {
			id := fmt.Sprint("own-", n)
			gateway.set(id, "PENDING")
			defer stays.Watch(customer(2), id, id, time.Now(), func() {})()
		}
		time.Sleep(own * time.Second) // each is read once
		before := gateway.count("GET /payins/moved")
		defer stays.Watch(customer(1), "moved", "moved", time.Now(), func() {})()
		time.Sleep(5 * time.Second)
		if gateway.count("GET /payins/moved") == before {
			t.Error("it waits behind all others")
		}
	})
}

// A first page waits for a slow store for 50 ms in all, whatever it asks and tells it.
func TestAFirstPageWaitsForTheStoreBriefly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, takes := range []time.Duration{40 * time.Millisecond, 300 * time.Millisecond} {
			slow := &atomic.Int64{}
			gateway := &fake{status: map[string]string{}, calls: map[string]int{}}
			replicas, end := replicasBeside(t, 1, gateway, slow, Config{})
			slow.Store(int64(takes))
			ctx, began := OnePage(t.Context()), time.Now()
			if _, err := replicas[0].Payin(ctx, unverified(1), "order-1", nothing, now()); !errors.Is(err, apiclient.ErrVersion) {
				t.Error(err)
			}
			if _, err := replicas[0].Options(ctx, unverified(1), tenBaht, now()); err != nil {
				t.Error(err)
			}
			if waited := time.Since(began); waited != 50*time.Millisecond {
				t.Errorf("a store that answers after %v is waited for for %v", takes, waited)
			}
			end()
		}
	})
}
