package replicas

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"payapp/apiclient"
	"payapp/internal/gateway/payment"
	"payapp/internal/gateway/polls"
)

// clock is a time that tests move.
type clock struct{ time time.Time }

func newClock() *clock                        { return &clock{time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)} }
func (c *clock) now() time.Time               { return c.time }
func (c *clock) in(d time.Duration) time.Time { return c.time.Add(d) }

// anyQueue is what the queue in memory and the shared one have in common.
type anyQueue interface {
	Put(ctx context.Context, entries ...polls.Entry) error
	Claim(ctx context.Context, merchant string) (e polls.Entry, ok bool, wait time.Duration, err error)
	Done(ctx context.Context, e polls.Entry) error
	Drop(ctx context.Context, e polls.Entry) error
	Nudge(ctx context.Context, ref string) (merchants []string, err error)
}

// queueKinds are the implementations that must behave alike.
var queueKinds = map[string]func(t *testing.T, c *clock) anyQueue{
	"local": func(_ *testing.T, c *clock) anyQueue { return polls.NewQueue(c.now) },
	"redis": func(t *testing.T, c *clock) anyQueue {
		store, move := startRedis(t).movedStore(plainVault{"key"}, c)
		return movedQueue{&sharedQueue{store, "replica", c.now}, move}
	},
}

// eachQueue runs a test on every implementation.
func eachQueue(t *testing.T, test func(t *testing.T, q anyQueue, c *clock)) {
	t.Helper()
	for name, build := range queueKinds {
		t.Run(name, func(t *testing.T) {
			c := newClock()
			test(t, build(t, c), c)
		})
	}
}

// watched is an entry of merchant M, due after d and wanted for an hour.
func (c *clock) watched(id string, d time.Duration) polls.Entry {
	return polls.Entry{
		Caller:  payment.Caller{Token: apiclient.NewToken("token " + id), Merchant: "M", Address: "192.0.2.1", Proven: true},
		IDPayin: id, Ref: "ref-" + id, Acted: c.time, Due: c.in(d), Until: c.in(time.Hour),
	}
}

func put(t *testing.T, q anyQueue, entries ...polls.Entry) {
	t.Helper()
	if err := q.Put(t.Context(), entries...); err != nil {
		t.Fatal(err)
	}
}

// claimed claims an entry; there must be one.
func claimed(t *testing.T, q anyQueue) polls.Entry {
	t.Helper()
	e, ok, wait, err := q.Claim(t.Context(), "M")
	if err != nil || !ok {
		t.Fatalf("got %v, wait %v, %v; want an entry", ok, wait, err)
	}
	return e
}

// idle checks that nothing is due, and returns the wait.
func idle(t *testing.T, q anyQueue) time.Duration {
	t.Helper()
	e, ok, wait, err := q.Claim(t.Context(), "M")
	if err != nil || ok {
		t.Fatalf("got %s, %v; want none", e.IDPayin, err)
	}
	return wait
}

func done(t *testing.T, q anyQueue, e polls.Entry) {
	t.Helper()
	if err := q.Done(t.Context(), e); err != nil {
		t.Fatal(err)
	}
}

func nudge(t *testing.T, q anyQueue, ref string, want ...string) {
	t.Helper()
	got, err := q.Nudge(t.Context(), ref)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Fatalf("nudge %s: %v\n%s", ref, err, diff)
	}
}

func sameEntry(t *testing.T, got, want polls.Entry) {
	t.Helper()
	opaque := cmp.Comparer(func(a, b apiclient.Token) bool { return a.Reveal() == b.Reveal() })
	near := cmp.Comparer(func(a, b time.Time) bool { return a.Sub(b).Abs() < time.Millisecond })
	if diff := cmp.Diff(want, got, opaque, near); diff != "" {
		t.Errorf("entry (-want +got):\n%s", diff)
	}
}

func TestQueueMostOverdueFirst(t *testing.T) {
	eachQueue(t, func(t *testing.T, q anyQueue, c *clock) {
		if wait := idle(t, q); wait != 0 {
			t.Errorf("empty: wait %v", wait)
		}
		put(t, q, c.watched("later", 3*time.Second), c.watched("second", -time.Second), c.watched("first", -2*time.Second))
		sameEntry(t, claimed(t, q), c.watched("first", -2*time.Second))
		if got := claimed(t, q).IDPayin; got != "second" {
			t.Errorf("got %s", got)
		}
		if wait := idle(t, q); wait != 3*time.Second {
			t.Errorf("wait %v", wait)
		}
	})
}

// A claimed entry belongs to its claimer until claimLife is over; then others
// may claim it.
func TestQueueClaimIsAlone(t *testing.T) {
	eachQueue(t, func(t *testing.T, q anyQueue, c *clock) {
		put(t, q, c.watched("a", 0))
		claimed(t, q)
		put(t, q, c.watched("a", -time.Minute))
		nudge(t, q, "ref-a", "M")
		if wait := idle(t, q); wait != polls.ClaimLife {
			t.Errorf("wait %v", wait)
		}
		c.time = c.in(polls.ClaimLife)
		claimed(t, q)
	})
}

func TestQueueDone(t *testing.T) {
	eachQueue(t, func(t *testing.T, q anyQueue, c *clock) {
		put(t, q, c.watched("a", 0))
		e := claimed(t, q)
		e.Read, e.Strange, e.Failed, e.Due = c.time, true, 2, c.in(5*time.Second)
		done(t, q, e)
		if wait := idle(t, q); wait != 5*time.Second {
			t.Errorf("wait %v", wait)
		}
		c.time = c.in(5 * time.Second)
		sameEntry(t, claimed(t, q), e)
		e.Failed, e.Due = 3, c.in(5*time.Second) // without a read
		done(t, q, e)
		c.time = c.in(5 * time.Second)
		sameEntry(t, claimed(t, q), e)
		e.Due = time.Time{}
		done(t, q, e)
		if wait := idle(t, q); wait != 0 {
			t.Errorf("wait %v", wait)
		}
		e.Due = c.time
		done(t, q, e) // a second claimer who is too late
		if wait := idle(t, q); wait != 0 {
			t.Errorf("came back: wait %v", wait)
		}
	})
}

func TestQueuePutMerges(t *testing.T) {
	eachQueue(t, func(t *testing.T, q anyQueue, c *clock) {
		first, second := c.watched("a", 20*time.Second), c.watched("a", 10*time.Second)
		first.Until, second.Until = c.in(time.Minute), c.in(2*time.Minute)
		first.Acted, second.Acted = c.in(-time.Second), c.in(-time.Minute)
		first.Read, first.Strange, first.Failed = c.time, true, 3
		second.Caller.Proven = false
		put(t, q, first)
		put(t, q, second)
		put(t, q, first)
		c.time = c.in(10 * time.Second)
		want := first
		want.Due, want.Until = second.Due, second.Until
		sameEntry(t, claimed(t, q), want)
	})
}

func TestQueueUntil(t *testing.T) {
	eachQueue(t, func(t *testing.T, q anyQueue, c *clock) {
		a, b := c.watched("a", 0), c.watched("b", 20*time.Second)
		a.Until = c.in(10 * time.Second)
		put(t, q, a, b)
		c.time = c.in(10 * time.Second)
		if wait := idle(t, q); wait != 10*time.Second {
			t.Errorf("wait %v", wait)
		}
		put(t, q, c.watched("a", 0))
		claimed(t, q)
	})
}

// A nudged entry goes before all others, but isn't read again before
// leastInterval.
func TestQueueNudge(t *testing.T) {
	eachQueue(t, func(t *testing.T, q anyQueue, c *clock) {
		read, other := c.watched("read", time.Minute), c.watched("other", -time.Hour)
		read.Read = c.in(-500 * time.Millisecond)
		shared := c.watched("shared", time.Minute)
		shared.Ref, shared.Caller.Merchant = "ref-read", "N"
		put(t, q, read, other, c.watched("never", time.Minute), shared)
		nudge(t, q, "ref-none")
		nudge(t, q, "ref-never", "M")
		nudge(t, q, "ref-read", "M", "N")
		for _, want := range []string{"never", "other"} {
			if got := claimed(t, q).IDPayin; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
		if wait := idle(t, q); wait != polls.LeastInterval-500*time.Millisecond {
			t.Errorf("wait %v", wait)
		}
		c.time = c.in(polls.LeastInterval)
		put(t, q, c.watched("overdue", -time.Hour))
		if got := claimed(t, q).IDPayin; got != "read" {
			t.Errorf("got %s", got)
		}
	})
}

// A page without a stream puts its payment without a ref. A stream adds the ref
// later, and an entry keeps a ref that it has.
func TestQueueRefThatComesLater(t *testing.T) {
	eachQueue(t, func(t *testing.T, q anyQueue, c *clock) {
		e := c.watched("a", time.Minute)
		unnamed := e
		unnamed.Ref = ""
		put(t, q, unnamed)
		nudge(t, q, "ref-a")
		put(t, q, e)
		nudge(t, q, "ref-a", "M")
		if got := claimed(t, q); got.IDPayin != "a" {
			t.Errorf("got %s", got.IDPayin)
		}
		put(t, q, unnamed)
		nudge(t, q, "ref-a", "M")
		nudge(t, q, "")
		done(t, q, polls.Entry{Caller: e.Caller, IDPayin: "a"})
		nudge(t, q, "ref-a")
	})
}

// A nudge during a poll asks for another one: the poll may have been answered
// before the change.
func TestQueueNudgeWhileClaimed(t *testing.T) {
	eachQueue(t, func(t *testing.T, q anyQueue, c *clock) {
		put(t, q, c.watched("a", 0))
		e := claimed(t, q)
		nudge(t, q, "ref-a", "M")
		e.Read, e.Due = c.time, c.in(time.Minute)
		done(t, q, e)
		if wait := idle(t, q); wait != polls.LeastInterval {
			t.Errorf("wait %v", wait)
		}
		c.time = c.in(polls.LeastInterval)
		e = claimed(t, q)
		e.Read, e.Due = c.time, c.in(time.Minute)
		done(t, q, e)
		if wait := idle(t, q); wait != time.Minute {
			t.Errorf("wait %v", wait)
		}
	})
}

func TestQueueDrop(t *testing.T) {
	eachQueue(t, func(t *testing.T, q anyQueue, c *clock) {
		a := c.watched("a", 0)
		put(t, q, a, c.watched("b", time.Second))
		claimed(t, q)
		for range 2 {
			if err := q.Drop(t.Context(), a); err != nil {
				t.Fatal(err)
			}
		}
		done(t, q, a) // whose poll was under way
		if wait := idle(t, q); wait != time.Second {
			t.Errorf("wait %v", wait)
		}
	})
}

// An entry that one replica drops stays while another is interested.
func TestSharedQueueDrop(t *testing.T) {
	c := newClock()
	store, move := startRedis(t).movedStore(plainVault{"key"}, c)
	one := movedQueue{&sharedQueue{store, "one", c.now}, move}
	other := movedQueue{&sharedQueue{store, "other", c.now}, move}
	a, longer := c.watched("a", 0), c.watched("a", 0)
	longer.Until = c.in(2 * time.Hour)
	put(t, one, a)
	put(t, other, longer)
	if err := one.Drop(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	claimed(t, one)
	put(t, one, a)
	if err := other.Drop(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	c.time = c.in(polls.ClaimLife)
	claimed(t, one)
	c.time = c.in(time.Hour - polls.ClaimLife)
	if err := other.Drop(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if wait := idle(t, one); wait != 0 {
		t.Errorf("wait %v", wait)
	}
}

func TestQueuePutWhileClaimed(t *testing.T) {
	eachQueue(t, func(t *testing.T, q anyQueue, c *clock) {
		put(t, q, c.watched("a", 0))
		e := claimed(t, q)
		put(t, q, c.watched("a", 4*time.Second))
		e.Due = c.in(time.Minute)
		done(t, q, e)
		if wait := idle(t, q); wait != 4*time.Second {
			t.Errorf("wait %v", wait)
		}
	})
}
