package replicas

import (
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
	Put(entries ...polls.Entry)
	Claim(merchant string) (e polls.Entry, ok bool, wait time.Duration)
	Done(e polls.Entry)
	Drop(e polls.Entry)
	Nudge(ref string) (merchants []string)
}

// queueKinds are the implementations that must behave alike.
var queueKinds = map[string]func(t *testing.T, c *clock) anyQueue{
	"local": func(_ *testing.T, c *clock) anyQueue { return polls.NewQueue(c.now) },
	"redis": func(t *testing.T, c *clock) anyQueue {
		return startRedis(t).replica(plainVault{"key"}, "replica", c)
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

// claimed claims an entry; there must be one.
func claimed(t *testing.T, q anyQueue) polls.Entry {
	t.Helper()
	e, ok, wait := q.Claim("M")
	if !ok {
		t.Fatalf("got none, wait %v; want an entry", wait)
	}
	return e
}

// idle checks that nothing is due, and returns the wait.
func idle(t *testing.T, q anyQueue) time.Duration {
	t.Helper()
	e, ok, wait := q.Claim("M")
	if ok {
		t.Fatalf("got %s; want none", e.IDPayin)
	}
	return wait
}

func nudge(t *testing.T, q anyQueue, ref string, want ...string) {
	t.Helper()
	got := q.Nudge(ref)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("nudge %s:\n%s", ref, diff)
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
		q.Put(c.watched("later", 3*time.Second), c.watched("second", -time.Second), c.watched("first", -2*time.Second))
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
		q.Put(c.watched("a", 0))
		claimed(t, q)
		q.Put(c.watched("a", -time.Minute))
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
		q.Put(c.watched("a", 0))
		e := claimed(t, q)
		e.Read, e.Strange, e.Failed, e.Due = c.time, true, 2, c.in(5*time.Second)
		q.Done(e)
		if wait := idle(t, q); wait != 5*time.Second {
			t.Errorf("wait %v", wait)
		}
		c.time = c.in(5 * time.Second)
		sameEntry(t, claimed(t, q), e)
		e.Failed, e.Due = 3, c.in(5*time.Second) // without a read
		q.Done(e)
		c.time = c.in(5 * time.Second)
		sameEntry(t, claimed(t, q), e)
		e.Due = time.Time{}
		q.Done(e)
		if wait := idle(t, q); wait != 0 {
			t.Errorf("wait %v", wait)
		}
		e.Due = c.time
		q.Done(e) // a second claimer who is too late
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
		q.Put(first)
		q.Put(second)
		q.Put(first)
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
		q.Put(a, b)
		c.time = c.in(10 * time.Second)
		if wait := idle(t, q); wait != 10*time.Second {
			t.Errorf("wait %v", wait)
		}
		q.Put(c.watched("a", 0))
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
		q.Put(read, other, c.watched("never", time.Minute), shared)
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
		q.Put(c.watched("overdue", -time.Hour))
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
		q.Put(unnamed)
		nudge(t, q, "ref-a")
		q.Put(e)
		nudge(t, q, "ref-a", "M")
		if got := claimed(t, q); got.IDPayin != "a" {
			t.Errorf("got %s", got.IDPayin)
		}
		q.Put(unnamed)
		nudge(t, q, "ref-a", "M")
		nudge(t, q, "")
		q.Done(polls.Entry{Caller: e.Caller, IDPayin: "a"})
		nudge(t, q, "ref-a")
	})
}

// A nudge during a poll asks for another one: the poll may have been answered
// before the change.
func TestQueueNudgeWhileClaimed(t *testing.T) {
	eachQueue(t, func(t *testing.T, q anyQueue, c *clock) {
		q.Put(c.watched("a", 0))
		e := claimed(t, q)
		nudge(t, q, "ref-a", "M")
		e.Read, e.Due = c.time, c.in(time.Minute)
		q.Done(e)
		if wait := idle(t, q); wait != polls.LeastInterval {
			t.Errorf("wait %v", wait)
		}
		c.time = c.in(polls.LeastInterval)
		e = claimed(t, q)
		e.Read, e.Due = c.time, c.in(time.Minute)
		q.Done(e)
		if wait := idle(t, q); wait != time.Minute {
			t.Errorf("wait %v", wait)
		}
	})
}

func TestQueueDrop(t *testing.T) {
	eachQueue(t, func(t *testing.T, q anyQueue, c *clock) {
		a := c.watched("a", 0)
		q.Put(a, c.watched("b", time.Second))
		claimed(t, q)
		for range 2 {
			q.Drop(a)
		}
		q.Done(a) // whose poll was under way
		if wait := idle(t, q); wait != time.Second {
			t.Errorf("wait %v", wait)
		}
	})
}

// An entry that one replica drops stays while another is interested.
func TestSharedQueueDrop(t *testing.T) {
	c := newClock()
	server := startRedis(t)
	one, other := server.replica(plainVault{"key"}, "one", c), server.replica(plainVault{"key"}, "other", c)
	a, longer := c.watched("a", 0), c.watched("a", 0)
	longer.Until = c.in(2 * time.Hour)
	one.Put(a)
	other.Put(longer)
	one.Drop(a)
	claimed(t, one)
	one.Put(a)
	other.Drop(a)
	c.time = c.in(polls.ClaimLife)
	claimed(t, one)
	c.time = c.in(time.Hour - polls.ClaimLife)
	other.Drop(a)
	if wait := idle(t, one); wait != 0 {
		t.Errorf("wait %v", wait)
	}
}

func TestQueuePutWhileClaimed(t *testing.T) {
	eachQueue(t, func(t *testing.T, q anyQueue, c *clock) {
		q.Put(c.watched("a", 0))
		e := claimed(t, q)
		q.Put(c.watched("a", 4*time.Second))
		e.Due = c.in(time.Minute)
		q.Done(e)
		if wait := idle(t, q); wait != 4*time.Second {
			t.Errorf("wait %v", wait)
		}
	})
}
