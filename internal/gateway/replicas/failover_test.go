package replicas

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"payapp/internal/gateway/limiter"
	"payapp/internal/known"
)

const testRate = 10

// replica is one of a group that shares, with customers who want more than the
// rate.
type replica struct {
	*Replica
	told     chan bool
	unagreed *atomic.Bool
}

// String is for what tests say.
func (c condition) String() string {
	return [...]string{"entering", "sharing", "silent", "apart", "joining"}[c]
}

// unagreed notes that a replica lost the store before its share was agreed on,
// as happens on a machine that stands still. The test then
// allows aloneShare on top of the rate.
type unagreed struct {
	slog.Handler
	seen *atomic.Bool
}

func (unagreed) Enabled(context.Context, slog.Level) bool { return true }

func (u unagreed) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "agreed" && !a.Value.Bool() {
			u.seen.Store(true)
		}
		return true
	})
	return nil
}

func startReplica(t *testing.T, url string, vault Vault) *replica {
	t.Helper()
	told, seen := make(chan bool, 100), &atomic.Bool{}
	s, err := New(Config{
		Address: url, Vault: vault, Rate: testRate, Logger: slog.New(unagreed{slog.DiscardHandler, seen}),
		Changed: func(shared bool) { told <- shared }, Now: time.Now, Watched: func() int { return 0 },
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Close)
	return &replica{s, told, seen}
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

func all(replicas []*replica, c condition) func() bool {
	return func() bool {
		return !slices.ContainsFunc(replicas, func(r *replica) bool { return r.is() != c })
	}
}

// fakeGateway notes when requests arrive.
type fakeGateway struct {
	rate  int
	mu    sync.Mutex
	times []time.Time
	by    map[*replica]int
}

// answer books a request, unless its slot is too old: a client that stood still
// sends nothing.
func (g *fakeGateway) answer(by *replica, asked time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	if now.Sub(asked) > limiter.SlotLife-time.Second {
		return false
	}
	g.times = append(g.times, now)
	g.by[by]++
	return true
}

// seen is how many requests came from a replica.
func (g *fakeGateway) seen(by *replica) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.by[by]
}

// more waits until each of the replicas has sent n more.
func (g *fakeGateway) more(t *testing.T, replicas []*replica, n int) {
	t.Helper()
	before := map[*replica]int{}
	for _, r := range replicas {
		before[r] = g.seen(r)
	}
	for _, r := range replicas {
		until(t, fmt.Sprintf("%d more requests, replica %v", n, r.is()), func() bool { return g.seen(r) >= before[r]+n })
	}
}

// busiest is the most requests within any one second.
func (g *fakeGateway) busiest() (most int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	slices.SortFunc(g.times, time.Time.Compare)
	first := 0
	for i, at := range g.times {
		for at.Sub(g.times[first]) >= time.Second {
			first++
		}
		most = max(most, i-first+1)
	}
	return most
}

// hammer sends a request for every slot that the replica gets, in all lanes.
func (g *fakeGateway) hammer(ctx context.Context, r *replica) {
	every := limiter.Lanes(limiter.LaneCreation, limiter.LaneArrival, limiter.LaneQuestion, limiter.LaneNewcomer, limiter.LaneBackground, limiter.LaneSuspect)
	for ctx.Err() == nil {
		asked := time.Now()
		s, ok, wait := r.Grant("M", every)
		switch {
		case !ok:
			time.Sleep(min(wait, 50*time.Millisecond))
		case g.answer(r, asked):
			r.Settle("M", s, time.Second)
		}
	}
}

// crowd makes replicas hammer until the test ends, and then checks that no
// second had too many requests.
func crowd(t *testing.T, replicas ...*replica) *fakeGateway {
	t.Helper()
	g := &fakeGateway{rate: testRate, by: map[*replica]int{}}
	g.crowd(t, replicas...)
	return g
}

func (g *fakeGateway) crowd(t *testing.T, replicas ...*replica) (stop func()) {
	t.Helper()
	ctx, end := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	for _, r := range replicas {
		for range 2 {
			ended.Go(func() { g.hammer(ctx, r) })
		}
	}
	t.Cleanup(func() {
		end()
		ended.Wait()
		for _, r := range replicas {
			if r.unagreed.Load() {
				g.rate += testRate / aloneShare
			}
		}
		if most := g.busiest(); most > g.rate {
			t.Errorf("%d requests in one second, of %d in all", most, len(g.times))
		}
	})
	return func() { end(); ended.Wait() }
}

func (s *redisServer) replicas(n int) (all []*replica) {
	s.t.Helper()
	for range n {
		all = append(all, startReplica(s.t, s.url(), plainVault{"key"}))
	}
	return all
}

// Fault 42: the store dies under load and comes back empty. There are never
// more requests than the rate, each replica continues with its share, and in
// the end they share again.
func TestFault42_StoreDies(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	replicas := server.replicas(3)
	until(t, "all share", all(replicas, sharing))
	g := crowd(t, replicas...)
	until(t, "shares are agreed", agreed(replicas))
	g.more(t, replicas[:1], 5)
	server.kill()
	until(t, "each by itself", all(replicas, apart))
	g.more(t, replicas, 4)
	server.start()
	until(t, "all share again", all(replicas, sharing))
	g.more(t, replicas[:1], 5)
}

// Once the store is back, the others know what a replica read while it was
// gone: a customer who saw "paid" at one replica doesn't see "pending" at
// another.
func TestFailoverReadingsOfTheOutage(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	replicas := server.replicas(2)
	until(t, "all share", all(replicas, sharing))
	server.kill()
	until(t, "each by itself", all(replicas, apart))
	want := someReading("SUCCESS")
	replicas[0].Save(someKey("p"), want)
	server.start()
	var got known.Payment
	until(t, "the other knows", func() (ok bool) {
		got, ok = replicas[1].Load(someKey("p"))
		return ok
	})
	sameReading(t, got, want)
}

// agreed reports whether the agreed shares of all add up to the rate.
func agreed(replicas []*replica) func() bool {
	return func() bool {
		var all float64
		for _, r := range replicas {
			r.mu.Lock()
			share := r.share
			r.mu.Unlock()
			if share < 1 {
				return false
			}
			all += share
		}
		return all == testRate
	}
}

// The store is back, empty, before anybody has noticed.
func TestFailoverStoreRestarts(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	replicas := server.replicas(3)
	until(t, "all share", all(replicas, sharing))
	g := crowd(t, replicas...)
	until(t, "shares are agreed", agreed(replicas))
	g.more(t, replicas[:1], 5)
	server.kill()
	server.start()
	until(t, "somebody notices", func() bool { return !all(replicas, sharing)() })
	until(t, "all share again", all(replicas, sharing))
	g.more(t, replicas[:1], 5)
}

// A store that stands still for a moment comes back with its data. One that
// stands still for longer runs no late script.
func TestFailoverStoreStandsStill(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	replicas := server.replicas(2)
	until(t, "all share", all(replicas, sharing))
	g := crowd(t, replicas...)
	until(t, "shares are agreed", agreed(replicas))
	server.stop()
	until(t, "somebody notices", func() bool { return !all(replicas, sharing)() })
	server.goOn()
	until(t, "all share again", all(replicas, sharing))
	server.stop()
	until(t, "each by itself", all(replicas, apart))
	g.more(t, replicas, 3)
	server.goOn()
	until(t, "all share again", all(replicas, sharing))
	g.more(t, replicas[:1], 5)
}

// Fault 58: a store that is full or read-only counts as gone.
func TestFault58_FullOrReadOnly(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]struct{ begin, end func(*redisServer) }{
		"full": {
			func(s *redisServer) { s.set("maxmemory", "1") },
			func(s *redisServer) { s.set("maxmemory", "0") },
		},
		"read-only": {
			func(s *redisServer) { s.client.ReplicaOf(s.t.Context(), "127.0.0.1", "1") },
			func(s *redisServer) { s.client.ReplicaOf(s.t.Context(), "no", "one") },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startRedis(t)
			replicas := server.replicas(2)
			until(t, "all share", all(replicas, sharing))
			g := crowd(t, replicas...)
			fault.begin(server)
			until(t, "each by itself", all(replicas, apart))
			g.more(t, replicas, 2)
			fault.end(server)
			until(t, "all share again", all(replicas, sharing))
		})
	}
}

// Fault 42: two replicas become six, some end, and one dies. The others soon
// get its share.
func TestFault42_TwoReplicasBecomeSix(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	replicas := server.replicas(2)
	until(t, "all share", all(replicas, sharing))
	g := crowd(t, replicas...)
	more := server.replicas(4)
	until(t, "the new ones share", all(more, sharing))
	stop := g.crowd(t, more...)
	g.more(t, replicas, 2)
	stop()
	for _, r := range more[1:] {
		r.Close()
	}
	dead := more[0]
	dead.end()
	dead.ended.Wait()
	until(t, "the dead one is forgotten", func() bool {
		replicas[0].mu.Lock()
		defer replicas[0].mu.Unlock()
		return len(replicas[0].others) == 1
	})
	g.more(t, replicas, 5)
}

// Keys are being changed: until all replicas have the same again, there are two
// groups with windows of different names.
func TestFailoverKeyRotation(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	before := []*replica{startReplica(t, server.url(), plainVault{"old"}), startReplica(t, server.url(), plainVault{"old"})}
	until(t, "all share", all(before, sharing))
	g := crowd(t, before...)
	after := []*replica{startReplica(t, server.url(), plainVault{"new"}), startReplica(t, server.url(), plainVault{"new"})}
	g.crowd(t, after...)
	until(t, "all share", all(after, sharing))
	g.more(t, before, 3)
	g.more(t, after, 3)
	for _, r := range before {
		r.Close()
	}
	g.more(t, after, 10)
}
