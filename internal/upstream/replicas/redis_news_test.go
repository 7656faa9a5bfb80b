package replicas

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/redis/go-redis/v9"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/upstream/payment"
	"payapp/money"
)

func someReading(status string) known.Payment {
	return known.Read(apiclient.Payin{IDPayin: "p", Status: status, Money: money.MustParse("10", "THB")}, time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC))
}

func sameReading(t *testing.T, got, want known.Payment) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b money.Money) bool { return a == b })); diff != "" {
		t.Errorf("reading (-want +got):\n%s", diff)
	}
}

// newsOf shares through the server, which always answers.
func newsOf(server *redisServer, vault Vault, replica string) *Replica {
	return &Replica{store: server.store(vault), config: Config{Vault: vault}, name: replica, beaten: time.Now().Add(time.Hour)}
}

func TestSharedNewsLoad(t *testing.T) {
	server := startRedis(t)
	a := newsOf(server, plainVault{"key"}, "a")
	b := newsOf(server, plainVault{"key"}, "b")
	want, p := someReading("PENDING"), someKey("p")
	if _, ok := b.Load(t.Context(), p); ok {
		t.Error("nothing was saved")
	}
	if told := a.Save(t.Context(), p, want, true); !told.View().Same(want.View()) {
		t.Fatal(told)
	}
	got, ok := b.Load(t.Context(), p)
	if !ok {
		t.Fatal("nothing is there")
	}
	sameReading(t, got, want)
	for name, other := range map[string]payment.Key{
		"another payment": {Token: p.Token, IDPayin: "q"}, "another token": {Token: someKey("q").Token, IDPayin: p.IDPayin},
	} {
		if _, ok := b.Load(t.Context(), other); ok {
			t.Errorf("%s is there", name)
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
	a := newsOf(server, plainVault{"key"}, "a")
	b := newsOf(server, plainVault{"key"}, "b")
	want := payment.Options{Options: apiclient.Options{Methods: []apiclient.Option{{MethodCode: "PROMPTPAY"}}}, At: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)}
	a.SaveOptions("merchant M 10 THB", want)
	until(t, "it is there", func() bool {
		got, ok := b.LoadOptions(t.Context(), "merchant M 10 THB")
		return ok && cmp.Equal(want, got)
	})
	if _, ok := b.LoadOptions(t.Context(), "merchant M 20 THB"); ok {
		t.Error("of another amount")
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
	a, b := newsOf(server, plainVault{"key"}, "a"), newsOf(server, rotated{plainVault{"key"}}, "b")
	a.Save(t.Context(), someKey("p"), someReading("PENDING"), true)
	if _, ok := b.Load(t.Context(), someKey("p")); ok {
		t.Error("it reads what it can't")
	}
}

type toldReading struct {
	key     payment.Key
	reading known.Payment
}

// All other replicas hear what changes, also after the connection was cut.
func TestSharedNewsHear(t *testing.T) {
	server := startRedis(t)
	teller, listener := newsOf(server, plainVault{"key"}, "teller"), newsOf(server, plainVault{"key"}, "listener")
	readings, others := make(chan toldReading, 100), make(chan string, 100)
	ctx, end := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	ended.Go(func() {
		listener.listen(ctx, Listener{
			Changed: func(key payment.Key, r known.Payment) { readings <- toldReading{key, r} },
			Limited: func(merchant string, pause time.Duration) { others <- fmt.Sprint("limited ", merchant, pause) },
			Nudged:  func(ref string) { others <- "nudged " + ref },
		})
	})
	hears := func() bool { return server.client.PubSubNumSub(t.Context(), newsChannel).Val()[newsChannel] == 1 }
	until(t, "it hears", hears)
	server.client.Publish(t.Context(), newsChannel, "nonsense")
	listener.Save(t.Context(), someKey("p"), someReading("OWN"), true)
	teller.Save(t.Context(), someKey("q"), someReading("PENDING"), false) // nothing new
	teller.Save(t.Context(), someKey("p"), someReading("SUCCESS"), true)
	got := <-readings
	if got.key != someKey("p") {
		t.Error("of another payment")
	}
	if got.reading.View().Status() != known.Success {
		t.Errorf("told %+v", got.reading)
	}

	server.client.ClientKillByFilter(t.Context(), "TYPE", "pubsub")
	until(t, "it hears again", hears)
	listener.Nudge("own")
	for want, tell := range map[string]func(){
		"limited 2s":  func() { teller.Limited("", 2*time.Second) },
		"limited M1s": func() { teller.Limited("M", time.Second) }, "nudged ref": func() { teller.Nudge("ref") },
	} {
		tell()
		if got := <-others; got != want {
			t.Errorf("told %q; want %q", got, want)
		}
	}
	end()
	ended.Wait()
}

// While the store doesn't answer nobody waits for it.
func TestNewsOfAnUnreachableStore(t *testing.T) {
	news := newsOf(startRedis(t), plainVault{"key"}, "a")
	news.beaten = time.Time{}
	news.client.(universal).AddHook(beforeEach(func(_ context.Context, cmd redis.Cmder) { t.Errorf("it is asked: %v", cmd) }))
	news.Save(t.Context(), someKey("p"), someReading("PENDING"), true)
	news.Load(t.Context(), someKey("p"))
	news.SaveOptions("key", payment.Options{})
	news.LoadOptions(t.Context(), "key")
	news.Nudge("ref")
}

// slowStore has nothing, and says so after a while.
type slowStore struct {
	client
	takes time.Duration
}

func (s slowStore) Get(context.Context, string) *redis.StringCmd {
	time.Sleep(s.takes)
	return redis.NewStringResult("", redis.Nil)
}

// A page waits for all that it asks as long as who isn't one waits for one thing.
func TestAPageHasOnePatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &Replica{store: &store{client: slowStore{takes: 40 * time.Millisecond}, vault: plainVault{"key"}, patience: usual}, beaten: time.Now()}
		for want, ctx := range map[time.Duration]context.Context{usual.page: Page(t.Context()), 80 * time.Millisecond: t.Context()} {
			began := time.Now()
			r.Load(ctx, someKey("p"))
			r.LoadOptions(ctx, "p")
			if took := time.Since(began); took != want {
				t.Errorf("waited %v; want %v", took, want)
			}
		}
		time.Sleep(time.Second)
	})
}
