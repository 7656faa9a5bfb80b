package gateway

import (
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/gateway/limiter"
	"payapp/internal/gateway/payment"
	"payapp/internal/gateway/polls"
)

// replicasOf are replicas that share readings in a real store, with long
// timeouts: the machine may stand still for a while.
func replicasOf(t *testing.T, n int, config Config) ([]*Gateway, *fake) {
	t.Helper()
	server := startRedis(t)
	gateway := &fake{status: map[string]string{}, calls: map[string]int{}}
	config.Logger = slog.New(slog.DiscardHandler)
	var replicas []*Gateway
	for i := range n {
		client, err := apiclient.New(apiclient.Config{BaseURL: "https://gateway.example", Transport: gateway, Logger: config.Logger})
		if err != nil {
			t.Fatal(err)
		}
		g, err := New(client, config)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(g.Close)
		g.news = &sharedNews{store: server.store(plainVault{"key"}), replica: fmt.Sprint(i)}
		replicas = append(replicas, g)
	}
	return replicas, gateway
}

// A customer whose pages come from different replicas costs one call for the
// options, and so do all who pay the same amount there within a minute.
func TestReplicasShareOptions(t *testing.T) {
	t.Parallel()
	c := newClock()
	replicas, gateway := replicasOf(t, 3, Config{Now: c.now, Patience: time.Minute})
	const call = "POST /payins/!availablePaymentOptions"
	ask := func(replica, n int, how Ask, calls int, why string) {
		t.Helper()
		options, err := replicas[replica].Options(t.Context(), customer(n), tenBaht, how)
		if err != nil || len(options.Methods) != 1 || gateway.count(call) != calls {
			t.Errorf("%s: got %v, %v after %d calls; want %d", why, options, err, gateway.count(call), calls)
		}
	}
	ask(0, 1, Ask{}, 1, "first")
	ask(1, 1, Ask{}, 1, "at another replica")
	c.time = c.in(59 * time.Second)
	ask(2, 2, Ask{}, 1, "another customer at a third")
	c.time = c.in(2 * time.Second)
	ask(1, 1, Ask{}, 2, "after a minute since it was read, wherever it was heard")
	c.time = c.in(2 * time.Minute)
	ask(2, 1, Ask{Person: true}, 2, "for who presses a button a quarter of an hour is young enough")
}

// When the store goes, a payment that one replica watches and another polls
// doesn't count as unread: each replica knows when it was last read.
func TestReplicasKnowWhatOthersRead(t *testing.T) {
	t.Parallel()
	c := newClock()
	replicas, gateway := replicasOf(t, 2, Config{Now: c.now, Patience: time.Minute})
	gateway.set("order-1", "PENDING")
	reader, watcher := replicas[0], replicas[1]
	heard := make(chan struct{}, 10)
	go func() {
		watcher.news.(*sharedNews).hear(t.Context(), func(key payment.Key, r Reading) {
			watcher.hear(key, r)
			heard <- struct{}{}
		}, func(string) {})
	}()
	client := watcher.news.(*sharedNews).client
	until(t, "it hears", func() bool { return client.PubSubNumSub(t.Context(), newsChannel).Val()[newsChannel] == 1 })
	for range 2 { // the second says nothing new
		c.time = c.in(time.Hour)
		if _, err := reader.Payin(t.Context(), customer(1), "order-1", Ask{Person: true}); err != nil {
			t.Fatal(err)
		}
		<-heard
	}
	due := watcher.due(polls.Entry{Caller: customer(1), IDPayin: "order-1", Acted: c.now()})
	if !due.Read.Equal(c.now()) || !due.Due.After(c.now()) {
		t.Errorf("read %v, due %v; want it read just now and due later", due.Read, due.Due)
	}
}

// An address whose token was refused at one replica has a penalty at the others
// as well.
func TestReplicasShareRefusals(t *testing.T) {
	t.Parallel()
	replicas, gateway := replicasOf(t, 2, Config{Patience: time.Minute})
	gateway.refuse()
	one, other := replicas[0], replicas[1]
	told := make(chan struct{}, 10)
	go func() {
		other.news.(*sharedNews).hear(t.Context(), func(payment.Key, Reading) {}, func(address string) {
			other.limiters.Blame(address)
			told <- struct{}{}
		})
	}()
	client := other.news.(*sharedNews).client
	until(t, "it hears", func() bool { return client.PubSubNumSub(t.Context(), newsChannel).Val()[newsChannel] == 1 })
	if _, err := one.Payin(t.Context(), from(junk(1), 1), "order-1", Ask{Person: true}); !errors.Is(err, apiclient.ErrUnauthorized) {
		t.Fatal(err)
	}
	<-told
	for n, want := range map[int]limiter.Lane{1: limiter.LaneSuspect, 2: limiter.LaneNewcomer} {
		if got, err := other.limiters.LaneOfStranger(from(stranger(7), n).Address); got != want || err != nil {
			t.Errorf("address %d has the lane %v, %v; want %v", n, got, err, want)
		}
	}
}
