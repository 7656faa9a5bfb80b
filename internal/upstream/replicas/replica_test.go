package replicas

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"payapp/internal/testing/journal"
	"payapp/internal/upstream/limiter"
)

func startReplica(t *testing.T, url string, vault Vault) *Replica {
	t.Helper()
	return startReplicaWith(t, Config{Address: url, Vault: vault, Rate: testRate, Logger: slog.New(slog.DiscardHandler), Now: time.Now})
}

func startReplicaWith(t *testing.T, config Config) *Replica {
	t.Helper()
	r, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	r.Start()
	t.Cleanup(r.Close)
	return r
}

func (s *redisServer) replicas(n int) (all []*Replica) {
	s.t.Helper()
	for range n {
		all = append(all, startReplica(s.t, s.url(), plainVault{"key"}))
	}
	until(s.t, "all know of each other", func() bool {
		return !slices.ContainsFunc(all, func(r *Replica) bool {
			r.mu.Lock()
			defer r.mu.Unlock()
			return r.members.most != n
		})
	})
	return all
}

// until waits for a condition that must come true.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 12_000 {
		if is() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("never: %s", what)
}

// share is a merchant's window at a replica.
type share struct {
	*limiter.Window
	*told
}

// told is a merchant's store that notes whether the window is apart.
type told struct {
	limiter.Store
	apart atomic.Bool
}

// Tell is limiter.Store's.
func (s *told) Tell(shares bool, err error) {
	s.apart.Store(!shares)
	s.Store.Tell(shares, err)
}

func shareOf(r *Replica) (s share) {
	s.told = &told{Store: r.Store("M")}
	s.Window = limiter.NewWindow(s.told, func() {})
	return s
}

// requests notes when requests arrive at the gateway.
type requests struct {
	mu    sync.Mutex
	times []time.Time
	apart int    // of slots that a replica granted alone
	stop  func() // sends no more
}

// crowd makes replicas send a request for every slot that they get, until the
// test ends.
func crowd(t *testing.T, replicas ...*Replica) *requests {
	t.Helper()
	g := &requests{}
	ctx, end := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	for i, r := range replicas {
		w := shareOf(r)
		ended.Go(func() {
			for n := i; ctx.Err() == nil; n++ {
				grant := w.Window.Take([]limiter.Ask{page, poll, both}[n%3])
				if !grant.OK {
					time.Sleep(min(max(grant.Wait, time.Millisecond), 50*time.Millisecond))
					continue
				}
				g.mu.Lock()
				g.times = append(g.times, time.Now())
				if w.apart.Load() {
					g.apart++
				}
				g.mu.Unlock()
				w.Answered(grant.Slot)
			}
		})
	}
	g.stop = func() { end(); ended.Wait() }
	t.Cleanup(g.stop)
	return g
}

func (g *requests) sent() (all, apart int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.times), g.apart
}

// more waits until so many more were sent, and returns when the first of them
// was.
func (g *requests) more(t *testing.T, n int) time.Time {
	t.Helper()
	before, _ := g.sent()
	until(t, "more requests", func() bool { all, _ := g.sent(); return all >= before+n })
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.times[before]
}

// busiest is the most requests within any one second that begins in the span,
// and for how long there were seconds with more than the rate.
func (g *requests) busiest(from, to time.Time) (most int, over time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	slices.SortFunc(g.times, time.Time.Compare)
	var first, last time.Time
	for i, at := range g.times {
		if at.Before(from) || at.After(to) {
			continue
		}
		n := 0
		for _, other := range g.times[i:] {
			if other.Sub(at) < time.Second {
				n++
			}
		}
		most = max(most, n)
		if n > testRate {
			if first.IsZero() {
				first = at
			}
			last = at
		}
	}
	if !first.IsZero() {
		over = last.Sub(first) + time.Second
	}
	return most, over
}

// steady checks that at most the rate is sent, all of it if nothing is amiss.
func (g *requests) steady(t *testing.T, when string) {
	t.Helper()
	began := g.more(t, 1)
	g.more(t, 30)
	now := time.Now()
	if most, _ := g.busiest(began, now.Add(-time.Second)); most > testRate {
		t.Errorf("%s: %d in a second", when, most)
	}
}

// accident checks the seconds around one.
func (g *requests) accident(t *testing.T, what string, since time.Time) {
	t.Helper()
	most, over := g.busiest(since.Add(-time.Second), time.Now().Add(-time.Second))
	if most > 2*testRate || over > 2*time.Second+2*beatEvery {
		t.Errorf("%s: up to %d in a second, for %v above the rate; want twice the rate for two seconds at most", what, most, over)
	}
}

// Fault 42: the store dies under load, and comes back empty. Each replica goes on
// with its part, and in the end they share again.
func TestFault42_StoreDies(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	g := crowd(t, server.replicas(3)...)
	g.steady(t, "while they share")
	began := time.Now()
	server.kill()
	until(t, "requests of replicas alone", func() bool { _, apart := g.sent(); return apart > 20 })
	g.steady(t, "without the store")
	server.start()
	back := time.Now()
	_, before := g.sent()
	until(t, "they share again", func() bool {
		all, apart := g.sent()
		g.more(t, 10)
		again, still := g.sent()
		return again > all && still == apart && apart >= before
	})
	g.accident(t, "store dies and comes back", began)
	if most, _ := g.busiest(back.Add(-time.Second), time.Now().Add(-time.Second)); most > testRate {
		t.Errorf("while they find the store: %d in a second", most)
	}
	g.steady(t, "when the store is back")
}

// A replica that has lost a single merchant's window, as with a node of a Cluster,
// says so although the store answers beats.
func TestALostWindowIsTold(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	r := server.replicas(1)[0]
	w := shareOf(r)
	until(t, "it shares", r.Sharing)
	take := func() {
		if g := w.Window.Take(page); g.OK {
			w.GiveBack(g.Slot)
		}
	}
	key := merchantKey("M", "shop")
	server.client.Set(t.Context(), key, "no window", 0)
	until(t, "the window is apart", func() bool { take(); return w.apart.Load() })
	if r.Sharing() || !r.reachable() {
		t.Errorf("sharing: %v; the store answers: %v", r.Sharing(), r.reachable())
	}
	server.client.Del(t.Context(), key)
	until(t, "the window is back", func() bool { take(); return !w.apart.Load() })
	r.mu.Lock()
	r.parted = r.parted.Add(-partedFor)
	r.mu.Unlock()
	until(t, "it shares again", r.Sharing)
}

// Of a store that has never answered, the log says why: a roll-out with a wrong
// address or password shows nothing else.
func TestAStoreThatNeverAnsweredIsTold(t *testing.T) {
	t.Parallel()
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody.Close()
	log := &journal.Journal{}
	r := startReplicaWith(t, Config{
		Address: "redis://:hidden@" + nobody.Addr().String(), Vault: plainVault{"key"}, Rate: testRate,
		Logger: slog.New(slog.NewTextHandler(log, nil)), Now: time.Now,
	})
	until(t, "a beat has failed", func() bool { return errors.Is(r.unanswered(), syscall.ECONNREFUSED) })
	w := shareOf(r)
	until(t, "the window is apart", func() bool { w.Window.Take(page); return w.apart.Load() })
	if got := log.String(); !strings.Contains(got, "connection refused") || strings.Contains(got, "hidden") {
		t.Errorf("got %s", got)
	}
}

// A replica that finds the store again tells it of all that it has sent meanwhile: the
// store counts that.
func TestAReplicaThatComesBackIsCounted(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	w := shareOf(server.replicas(1)[0])
	var taken []limiter.Slot
	take := func() {
		if g := w.Window.Take(page); g.OK {
			taken = append(taken, g.Slot)
		}
	}
	until(t, "slots of the store", func() bool { take(); return len(taken) == 4 })
	server.kill()
	until(t, "slots of its own", func() bool { take(); return len(taken) == testRate })
	if !w.apart.Load() {
		t.Error("it is not apart")
	}
	server.start()
	until(t, "the window is back", func() bool { take(); return !w.apart.Load() })
	var shop struct{ Slots map[string]string }
	if err := json.Unmarshal([]byte(server.client.Get(t.Context(), merchantKey("M", "shop")).Val()), &shop); err != nil || len(shop.Slots) != testRate || len(taken) != testRate {
		t.Errorf("the store knows of %d slots of %d that are taken, %v; want all %d", len(shop.Slots), len(taken), err, testRate)
	}
}

// Faults 42 and 58: what empties the store or makes it slow.
func TestFault58_StoreIsSlow(t *testing.T) {
	for what, accident := range map[string]func(t *testing.T, s *redisServer, g *requests){
		"FLUSHALL": func(t *testing.T, s *redisServer, _ *requests) { s.client.FlushAll(t.Context()) },
		"a quick restart": func(_ *testing.T, s *redisServer, _ *requests) {
			s.kill()
			s.start()
		},
		"it stands still for a moment": func(_ *testing.T, s *redisServer, _ *requests) {
			s.stop()
			time.Sleep(300 * time.Millisecond)
			s.goOn()
		},
		"it stands still for long": func(t *testing.T, s *redisServer, g *requests) {
			s.stop()
			until(t, "requests of replicas alone", func() bool { _, apart := g.sent(); return apart > 10 })
			s.goOn()
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			server := startRedis(t)
			g := crowd(t, server.replicas(3)...)
			g.more(t, 20)
			began := time.Now()
			accident(t, server, g)
			g.more(t, 40)
			g.accident(t, what, began)
			g.steady(t, "after "+what)
		})
	}
}

// Fault 58: a store that is full still counts slots, which take no more room; one
// that is read-only counts as gone. Nobody waits for either.
func TestFault58_FullOrReadOnly(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	all := server.replicas(2)
	g := crowd(t, all...)
	g.more(t, 10)
	server.set("maxmemory", "1")
	g.steady(t, "while the store is full")
	if _, apart := g.sent(); apart > 0 {
		t.Errorf("%d were sent alone", apart)
	}
	server.set("maxmemory", "0")
	server.set("min-replicas-to-write", "1")
	until(t, "requests of replicas alone", func() bool { _, apart := g.sent(); return apart > 10 })
	server.set("min-replicas-to-write", "0")
	until(t, "they share again", func() bool {
		_, apart := g.sent()
		g.more(t, 10)
		_, still := g.sent()
		return still == apart
	})
	g.steady(t, "then")
}

// In a Cluster the node that beats go to may be gone, and no other: replicas share what
// the others have.
func TestAClusterWithoutTheNodeOfBeats(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	both := server.replicas(2)
	r, other := both[0], shareOf(both[1])
	server.client.Set(t.Context(), membersKey, "no replicas", 0) // beats fail
	until(t, "beats are missed", func() bool { return !r.reachable() })
	w := shareOf(r)
	until(t, "it shares readings as well", func() bool {
		g := w.Window.Take(page)
		w.GiveBack(g.Slot)
		r.Save(t.Context(), someKey("p"), someReading("PENDING"), true)
		_, ok := r.Load(t.Context(), someKey("p"))
		return ok && r.Sharing()
	})
	if w.apart.Load() {
		t.Error("the window is apart")
	}
	taken := 0
	for range 2 * testRate {
		for _, s := range []share{w, other} {
			if s.Window.Take(page).OK {
				taken++
			}
		}
	}
	if taken > testRate {
		t.Errorf("%d slots in a second", taken)
	}
}

// Nor does one about the rate, however seldom it is asked: with ten replicas each
// asks once a second.
func TestOneLateGrantLosesNothing(t *testing.T) {
	t.Parallel()
	r := startRedis(t).replicas(1)[0]
	w := shareOf(r)
	g := w.Window.Take(page)
	w.GiveBack(g.Slot)
	time.Sleep(time.Second + 200*time.Millisecond)
	late := &atomic.Bool{}
	late.Store(true)
	r.client.(universal).AddHook(beforeEach(func(ctx context.Context, cmd redis.Cmder) {
		if cmd.Name() == "evalsha" && slices.Contains(cmd.Args(), any(r.scripts.take.Hash())) && late.Swap(false) {
			<-ctx.Done()
		}
	}))
	if g := w.Window.Take(page); g.OK {
		t.Error("a slot in spite of a late answer")
	}
	until(t, "the next slot", func() bool { g = w.Window.Take(page); return g.OK })
	if w.apart.Load() {
		t.Error("the replica sends alone after one late answer")
	}
}

// Replicas that are set up differently see each other, and say so.
func TestReplicasThatDifferAreSeen(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	log := &journal.Journal{}
	config := Config{Address: server.url(), Vault: plainVault{"key"}, Rate: testRate, Logger: slog.New(slog.NewTextHandler(log, nil)), Now: time.Now}
	one := startReplicaWith(t, config)
	config.Logger = slog.New(slog.DiscardHandler)
	until(t, "it is alone", one.Sharing)
	for _, row := range []struct {
		change func(*Config)
		want   Differences
	}{
		{func(*Config) {}, Differences{}},
		{func(c *Config) { c.Vault = plainVault{"another"} }, Differences{Keys: 1}},
		{func(c *Config) { c.Rate = 5 }, Differences{Rates: 1}},
		{func(c *Config) { c.Now = func() time.Time { return time.Now().Add(-time.Minute) } }, Differences{Clocks: 1}},
	} {
		config := config
		row.change(&config)
		other := startReplicaWith(t, config)
		until(t, "they see each other", func() bool {
			return other.Sharing() && one.Differences() == row.want && (row.want == Differences{} || other.Differences() == row.want)
		})
		other.Close()
		until(t, "it is alone again", func() bool { return one.Differences() == Differences{} })
	}
	for _, want := range []string{"other_session_key=1", "other_clock=1", "other_rate=1"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log doesn't say %s:\n%s", want, log)
		}
	}
}

// Without the store replicas send even parts, of as many as there were lately.
func TestReplicasSendEvenParts(t *testing.T) {
	r := &Replica{members: members{most: aloneAmong}}
	w, now := &window{Replica: r}, time.Now()
	if got := w.Part(testRate); got != testRate/aloneAmong {
		t.Errorf("nobody was met: %v", got)
	}
	r.members.met(now, 3, Differences{})
	r.members.met(now, 2, Differences{})
	if got := w.Part(testRate); got != testRate/3. {
		t.Errorf("of three, one of whom has just left: %v", got)
	}
	r.members.met(now.Add(countsKept+1), 2, Differences{})
	if got := w.Part(testRate); got != testRate/2. {
		t.Errorf("a minute later: %v", got)
	}
}

// A store that is slower than a page waits keeps its connections: to close them and
// to make new ones is work for it, when it is late with what it has.
func TestASlowStoreKeepsItsConnections(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	r := server.replicas(1)[0]
	until(t, "shared", r.Sharing)
	made := func() string {
		_, after, _ := strings.Cut(server.client.Info(t.Context(), "stats").Val(), "total_connections_received:")
		count, _, _ := strings.Cut(after, "\r")
		return count
	}
	pause := func() {
		if err := server.client.Do(t.Context(), "CLIENT", "PAUSE", "500", "ALL").Err(); err != nil {
			t.Fatal(err)
		}
	}
	pause()
	var pings sync.WaitGroup
	for range 8 { // as many connections as will be needed at once
		pings.Go(func() { _ = r.client.(universal).Ping(t.Context()).Err() })
	}
	pings.Wait()
	before := made()
	for range 5 {
		pause()
		began := time.Now()
		if _, err := soon(usual.page, func(ctx context.Context) (string, error) { return r.client.(universal).Ping(ctx).Result() }); !errors.Is(err, errSlow) {
			t.Errorf("the store answers after %v: %v", time.Since(began), err)
		}
		_ = server.client.Ping(t.Context()).Err() // until it goes on
	}
	if after := made(); after != before {
		t.Errorf("%s connections have become %s", before, after)
	}
	if !r.Sharing() {
		t.Error("the store counts as gone")
	}
}
