package gateway

import (
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/gateway/limiter"
	"payapp/internal/gateway/payment"
	"payapp/internal/gateway/polls"
	"payapp/internal/known"
)

// together is what replicas share, in memory.
type together struct {
	mu       sync.Mutex
	replicas []*Gateway
	readings map[payment.Key]known.Payment
	options  map[string]payment.Options
}

// newsAt is what one replica says and hears of the others.
type newsAt struct {
	*together
	self int
}

func (n newsAt) Load(key payment.Key) (known.Payment, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	r, ok := n.readings[key]
	return r, ok
}

func (n newsAt) Save(key payment.Key, p known.Payment) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.readings[key] = n.readings[key].Merge(p)
	n.others(func(g *Gateway) { g.hear(key, p) })
}

func (n newsAt) LoadOptions(key string) (payment.Options, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	o, ok := n.options[key]
	return o, ok
}

func (n newsAt) SaveOptions(key string, o payment.Options) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.options[key] = o
}

func (n newsAt) Blame(address string) {
	n.others(func(g *Gateway) { g.limiters.Blame(address) })
}

func (n newsAt) others(tell func(*Gateway)) {
	for i, g := range n.replicas {
		if i != n.self {
			tell(g)
		}
	}
}

// replicasOf are replicas that share their answers.
func replicasOf(t *testing.T, n int, config Config) ([]*Gateway, *fake) {
	t.Helper()
	gateway := &fake{status: map[string]string{}, calls: map[string]int{}}
	config.Logger = slog.New(slog.DiscardHandler)
	all := &together{readings: map[payment.Key]known.Payment{}, options: map[string]payment.Options{}}
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
		g.news = newsAt{all, i}
		all.replicas = append(all.replicas, g)
	}
	return all.replicas, gateway
}

// A customer whose pages come from different replicas costs one call for the
// options, and so do all who pay the same amount there within a minute.
func TestReplicasShareOptions(t *testing.T) {
	t.Parallel()
	now := time.Now()
	replicas, gateway := replicasOf(t, 3, Config{Now: func() time.Time { return now }, Patience: time.Minute})
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
	now = now.Add(59 * time.Second)
	ask(2, 2, Ask{}, 1, "another customer at a third")
	now = now.Add(2 * time.Second)
	ask(1, 1, Ask{}, 2, "after a minute since it was read, wherever it was heard")
	now = now.Add(2 * time.Minute)
	ask(2, 1, Ask{Person: true}, 2, "for who presses a button a quarter of an hour is young enough")
}

// When the store goes, a payment that one replica watches and another polls
// doesn't count as unread: each replica knows when it was last read.
func TestReplicasKnowWhatOthersRead(t *testing.T) {
	t.Parallel()
	now := time.Now()
	replicas, gateway := replicasOf(t, 2, Config{Now: func() time.Time { return now }, Patience: time.Minute})
	gateway.set("order-1", "PENDING")
	reader, watcher := replicas[0], replicas[1]
	for range 2 { // the second says nothing new
		now = now.Add(time.Hour)
		if _, err := reader.Payin(t.Context(), customer(1), "order-1", Ask{Person: true}); err != nil {
			t.Fatal(err)
		}
	}
	due := watcher.due(polls.Entry{Caller: customer(1), IDPayin: "order-1", Acted: now})
	if !due.Read.Equal(now) || !due.Due.After(now) {
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
	if _, err := one.Payin(t.Context(), from(junk(1), 1), "order-1", Ask{Person: true}); !errors.Is(err, apiclient.ErrUnauthorized) {
		t.Fatal(err)
	}
	for n, want := range map[int]limiter.Lane{1: limiter.LaneSuspect, 2: limiter.LaneNewcomer} {
		if got, err := other.limiters.LaneOfStranger(from(stranger(7), n).Address); got != want || err != nil {
			t.Errorf("address %d has the lane %v, %v; want %v", n, got, err, want)
		}
	}
}
