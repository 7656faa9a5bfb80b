package upstream

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/upstream/limiter"
	"payapp/internal/upstream/payment"
	"payapp/internal/upstream/polls"
)

// together is what replicas share, in memory.
type together struct {
	mu       sync.Mutex
	replicas []*Client
	readings map[payment.Key]known.Payment
	options  map[string]payment.Options
	accepted map[string]bool
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

func (n newsAt) Save(key payment.Key, p known.Payment, changed bool) known.Payment {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.readings[key] = n.readings[key].Merge(p)
	if changed {
		n.others(func(client *Client) { client.listen(key, p) })
	}
	return n.readings[key]
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

func (n newsAt) Judged(address string, accepted bool) {
	n.others(func(client *Client) { client.limiters.Judged(address, accepted) })
}

func (n newsAt) Accepted(merchant string, _ time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.accepted[merchant] = true
}

func (n newsAt) Accepts(merchant string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.accepted[merchant]
}

func (n newsAt) Limited(merchant string, pause time.Duration) {
	n.others(func(client *Client) { client.limiters.Of(merchant).LimitedElsewhere(pause) })
}

func (n newsAt) Nudge(ref string) {
	n.others(func(client *Client) { client.nudge(ref) })
}

func (n newsAt) others(tell func(*Client)) {
	for i, client := range n.replicas {
		if i != n.self {
			tell(client)
		}
	}
}

// replicasOf are replicas that share their answers.
func replicasOf(t *testing.T, n int, config Config) ([]*Client, *fake) {
	t.Helper()
	gateway := &fake{status: map[string]string{}, calls: map[string]int{}}
	config.Logger = slog.New(slog.DiscardHandler)
	all := &together{readings: map[payment.Key]known.Payment{}, options: map[string]payment.Options{}, accepted: map[string]bool{}}
	for i := range n {
		api, err := apiclient.New(apiclient.Config{BaseURL: "https://gateway.example", Transport: gateway, Logger: config.Logger})
		if err != nil {
			t.Fatal(err)
		}
		client, err := New(api, config)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(client.Close)
		client.news = newsAt{all, i}
		all.replicas = append(all.replicas, client)
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
	ask := func(replica, n int, age time.Duration, calls int, why string) {
		t.Helper()
		options, err := replicas[replica].Options(t.Context(), customer(n), tenBaht, Ask{NotBefore: now.Add(-age)})
		if err != nil || len(options.Methods) != 1 || gateway.count(call) != calls {
			t.Errorf("%s: got %v, %v after %d calls; want %d", why, options, err, gateway.count(call), calls)
		}
	}
	ask(0, 1, time.Minute, 1, "first")
	ask(1, 1, time.Minute, 1, "at another replica")
	now = now.Add(59 * time.Second)
	ask(2, 2, time.Minute, 1, "another customer at a third")
	now = now.Add(2 * time.Second)
	ask(1, 1, time.Minute, 2, "after a minute since it was read, wherever it was read")
	now = now.Add(2 * time.Minute)
	ask(2, 1, 15*time.Minute, 2, "for who presses a button a quarter of an hour is young enough")
}

// Replicas keep what others read only if somebody wants to know it here.
func TestReplicasKeepWhatTheyWatch(t *testing.T) {
	t.Parallel()
	replicas, gateway := replicasOf(t, 2, Config{Patience: time.Minute})
	reader, other := replicas[0], replicas[1]
	told := make(chan bool, 10)
	defer other.Watch(from(unverified(2), 2), "order-2", "ref", time.Now(), func() { told <- true })()
	for n, keeps := range map[int]bool{1: false, 2: true} {
		id := fmt.Sprint("order-", n)
		gateway.set(id, "PENDING")
		if _, err := reader.Payin(t.Context(), from(unverified(n), n), id, nothing, now()); err != nil {
			t.Fatal(err)
		}
		if got, _ := other.Last(unverified(n), id); (got.View().Existence == known.Described) != keeps {
			t.Errorf("%s: the other replica has %v", id, got.View().Existence)
		}
	}
	<-told
}

// A callback that arrives at one replica has a payment read that another watches,
// and a 429 at one slows all.
func TestReplicasHearNudgesAndLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		replicas, gateway := replicasOf(t, 2, Config{Relayed: true})
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
		began := time.Now()
		if _, err := replicas[1].limiters.Of("DEMO").Wait(t.Context(), limiter.LaneCreation, "", nil); err != nil || time.Since(began) != 5*time.Second {
			t.Errorf("got %v after %v; want that the other replica pauses", err, time.Since(began))
		}
		for _, client := range replicas {
			client.Close()
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

// A shop of which one replica has had a customer is known to all, also to one that
// starts later.
func TestReplicasKnowEachOthersShops(t *testing.T) {
	t.Parallel()
	replicas, gateway := replicasOf(t, 2, Config{Patience: time.Minute})
	gateway.set("order-1", "PENDING")
	if replicas[1].knows("DEMO") {
		t.Error("it is known already")
	}
	if _, err := replicas[0].Payin(t.Context(), unverified(1), "order-1", nothing, now()); err != nil {
		t.Fatal(err)
	}
	if !replicas[1].knows("DEMO") || replicas[1].knows("INVENTED") {
		t.Errorf("DEMO is known: %v, another: %v", replicas[1].knows("DEMO"), replicas[1].knows("INVENTED"))
	}
}

// A shop is known for a day after its last accepted token.
func TestAShopIsKnownForADay(t *testing.T) {
	t.Parallel()
	now := time.Now()
	tokens := newTokens(10, func() time.Time { return now })
	tokens.merchants.Put("DEMO", now)
	now = now.Add(24*time.Hour - time.Second)
	before := tokens.knows("DEMO")
	now = now.Add(time.Second)
	if after := tokens.knows("DEMO"); !before || after {
		t.Errorf("known a second before: %v, after a day: %v", before, after)
	}
}

// An address whose token was refused at one replica is suspect at the others as
// well.
func TestReplicasShareRefusals(t *testing.T) {
	t.Parallel()
	replicas, gateway := replicasOf(t, 2, Config{Patience: time.Minute})
	gateway.refuse()
	one, other := replicas[0], replicas[1]
	if _, err := one.Payin(t.Context(), from(junk(1), 1), "order-1", nothing, now()); !errors.Is(err, apiclient.ErrUnauthorized) {
		t.Fatal(err)
	}
	for n, want := range map[int]limiter.Lane{1: limiter.LaneSuspect, 2: limiter.LaneNewcomer} {
		if got := other.limiters.LaneOfUnverified(from(unverified(7), n).Address, false, false); got != want {
			t.Errorf("address %d has the lane %v; want %v", n, got, want)
		}
	}
}

// A replica whose streams come from another that has died reads those payments
// in their turn, by when anybody read them, not behind all of its own.
func TestReplicasTakeOverPaymentsInTheirTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		replicas, gateway := replicasOf(t, 2, Config{Rate: 1})
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
		for _, client := range replicas {
			client.Close()
		}
	})
}
