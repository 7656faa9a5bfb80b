package replicas

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"payapp/apiclient"
	"payapp/internal/gateway/payment"
	"payapp/internal/known"
	"payapp/money"
)

func someReading(status string) known.Payment {
	return known.Answered(apiclient.Payin{IDPayin: "p", Status: status, Money: money.MustParse("10", "THB")}, time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC))
}

func sameReading(t *testing.T, got, want known.Payment) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b money.Money) bool { return a == b })); diff != "" {
		t.Errorf("reading (-want +got):\n%s", diff)
	}
}

func TestSharedNewsLoad(t *testing.T) {
	server := startRedis(t)
	a := &sharedNews{store: server.store(plainVault{"key"}), replica: "a"}
	b := &sharedNews{store: server.store(plainVault{"key"}), replica: "b"}
	want, p := someReading("PENDING"), someKey("p")
	if _, ok, err := b.Load(p); ok || err != nil {
		t.Errorf("nothing saved: %v, %v", ok, err)
	}
	if told, err := a.Save(p, want); err != nil || !told.Same(want) {
		t.Fatal(err)
	}
	got, ok, err := b.Load(p)
	if !ok || err != nil {
		t.Fatalf("%v, %v", ok, err)
	}
	sameReading(t, got, want)
	for name, other := range map[string]payment.Key{
		"another payment": {Token: p.Token, IDPayin: "q"}, "another token": {Token: someKey("q").Token, IDPayin: p.IDPayin},
	} {
		if _, ok, err := b.Load(other); ok || err != nil {
			t.Errorf("%s: %v, %v", name, ok, err)
		}
	}
	for _, key := range server.client.Keys(t.Context(), "*").Val() {
		if life := server.client.PTTL(t.Context(), key).Val(); life <= 0 || life > payment.ReadingLife {
			t.Errorf("%s lives for %v", key, life)
		}
	}
}

// A list of options is there for the others, with the time when it was read.
func TestSharedNewsOptions(t *testing.T) {
	server := startRedis(t)
	a := &sharedNews{store: server.store(plainVault{"key"}), replica: "a"}
	b := &sharedNews{store: server.store(plainVault{"key"}), replica: "b"}
	want := payment.Options{Options: apiclient.Options{Methods: []apiclient.Option{{MethodCode: "PROMPTPAY"}}}, At: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)}
	if err := a.SaveOptions("merchant M 10 THB", want); err != nil {
		t.Fatal(err)
	}
	got, ok, err := b.LoadOptions("merchant M 10 THB")
	if diff := cmp.Diff(want, got); !ok || err != nil || diff != "" {
		t.Errorf("%v, %v\n%s", ok, err, diff)
	}
	if _, ok, err := b.LoadOptions("merchant M 20 THB"); ok || err != nil {
		t.Errorf("of another amount: %v, %v", ok, err)
	}
}

// rotated is a vault that has the key for names but not for values.
type rotated struct{ plainVault }

func (rotated) Open(name string, sealed []byte) ([]byte, error) {
	return plainVault{"another"}.Open(name, sealed)
}

// Fault 58: values sealed with another key count as missing.
func TestFault58_AnotherKeysData(t *testing.T) {
	server := startRedis(t)
	a := &sharedNews{store: server.store(plainVault{"key"}), replica: "a"}
	b := &sharedNews{store: server.store(rotated{plainVault{"key"}}), replica: "b"}
	if _, err := a.Save(someKey("p"), someReading("PENDING")); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := b.Load(someKey("p")); ok || err != nil {
		t.Errorf("reading: %v, %v", ok, err)
	}

	c := newClock()
	one, other := server.replica(plainVault{"key"}, "a", c), server.replica(rotated{plainVault{"key"}}, "b", c)
	one.Put(c.watched("x", 0))
	if wait := idle(t, other); wait <= 0 || wait > unreadWait {
		t.Errorf("entry: wait %v", wait)
	}
	c.time = c.in(unreadWait)
	claimed(t, one) // a replica that can read it may claim it
}

type heardReading struct {
	key     payment.Key
	reading known.Payment
}

// All other replicas hear a reading, also after the connection was cut.
func TestSharedNewsHear(t *testing.T) {
	server := startRedis(t)
	back := make(chan struct{}, 10)
	teller := &sharedNews{store: server.store(plainVault{"key"}), replica: "teller"}
	hearer := &sharedNews{store: server.store(plainVault{"key"}), replica: "hearer", back: func() { back <- struct{}{} }}
	heard, blamed := make(chan heardReading, 100), make(chan string, 100)
	ctx, end := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	ended.Go(func() {
		hearer.hear(ctx, func(key payment.Key, r known.Payment) { heard <- heardReading{key, r} }, func(address string) { blamed <- address })
	})
	hears := func() bool { return server.client.PubSubNumSub(t.Context(), newsChannel).Val()[newsChannel] == 1 }
	tell := func(n *sharedNews, r known.Payment) {
		t.Helper()
		if _, err := n.Save(someKey("p"), r); err != nil {
			t.Fatal(err)
		}
	}
	until(t, "it hears", hears)
	server.client.Publish(t.Context(), newsChannel, "nonsense")
	tell(hearer, someReading("OWN"))
	tell(teller, someReading("SUCCESS"))
	got := <-heard
	if got.key != someKey("p") {
		t.Error("of another payment")
	}
	sameReading(t, got.reading, someReading("SUCCESS"))

	server.client.ClientKillByFilter(t.Context(), "TYPE", "pubsub")
	<-back
	until(t, "it hears again", hears)
	if err := errors.Join(hearer.Blame("192.0.2.1"), teller.Blame("192.0.2.2")); err != nil {
		t.Fatal(err)
	}
	if got := <-blamed; got != "192.0.2.2" {
		t.Errorf("%s is blamed", got)
	}
	tell(teller, someReading("FAILED"))
	sameReading(t, (<-heard).reading, someReading("FAILED"))
	end()
	ended.Wait()
}
