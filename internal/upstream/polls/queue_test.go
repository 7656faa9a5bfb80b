package polls

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/upstream/payment"
)

// start is when tests begin.
var start = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// want adds a payment of the merchant, due at a time and wanted for a minute.
func want(q *Queue, id string, due time.Time) {
	caller := payment.Caller{Token: apiclient.NewToken("token " + id), Merchant: "M"}
	q.Want(Entry{Caller: caller, IDPayin: id, Ref: "ref-" + id, Until: q.now().Add(time.Minute)}, func(e *Entry) { e.Due = due })
}

// 20,000 entries come out in order.
func TestManyComeOutInOrder(t *testing.T) {
	q := NewQueue(func() time.Time { return start })
	random := rand.New(rand.NewPCG(1, 2))
	const many = 20_000
	for i := range many {
		want(q, fmt.Sprint(i), start.Add(-time.Duration(random.Int64N(int64(time.Hour)))))
	}
	last := time.Time{}
	for range many {
		e, ok, _ := q.Claim("M")
		if !ok {
			t.Fatal("no entry")
		}
		if e.Due.Before(last) {
			t.Fatalf("%v after %v", e.Due, last)
		}
		last = e.Due
		q.Done(e.Key(), func(e *Entry) { e.Due = time.Time{} })
	}
	if len(q.items)+len(q.refs)+len(q.merchants) != 0 {
		t.Errorf("%d entries, %d refs, %d merchants left", len(q.items), len(q.refs), len(q.merchants))
	}
}

// Entries that nobody wants any longer aren't claimed, and don't pile up.
func TestExpiredEntriesAreForgotten(t *testing.T) {
	now := start
	q := NewQueue(func() time.Time { return now })
	for i := range 100 {
		want(q, fmt.Sprint(i), now)
	}
	now = now.Add(time.Minute)
	if e, ok, wait := q.Claim("M"); ok || wait != 0 {
		t.Errorf("claimed %v, wait %v", e, wait)
	}
	if len(q.items)+len(q.refs)+len(q.merchants) != 0 {
		t.Errorf("%d entries, %d refs, %d merchants left", len(q.items), len(q.refs), len(q.merchants))
	}
}

// Of which somebody says that it has changed goes before all that are due, once, but not
// sooner after its last read than LeastInterval.
func TestNudgedGoFirst(t *testing.T) {
	now := start
	q := NewQueue(func() time.Time { return now })
	for i := range 100 {
		want(q, fmt.Sprint(i), now.Add(-time.Duration(i)*time.Minute))
	}
	want(q, "changed", now.Add(time.Hour))
	claimed := func() string {
		e, _, _ := q.Claim("M")
		q.Done(e.Key(), func(e *Entry) { e.Read, e.Due = now, now.Add(time.Hour) })
		return e.IDPayin
	}
	for _, first := range []string{"changed", "99"} {
		if q.Nudge("ref-changed"); claimed() != first {
			t.Errorf("%s isn't the first", first)
		}
	}
	if now = now.Add(LeastInterval); claimed() != "changed" {
		t.Error("then it isn't read again")
	}
	if got := claimed(); got != "98" {
		t.Errorf("%s goes first", got)
	}
}
