package polls

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/gateway/payment"
)

// start is when tests begin.
var start = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// watch puts a payment of the merchant, due at a time and wanted for a minute.
func watch(q *Queue, id, merchant string, due time.Time) {
	caller := payment.Caller{Token: apiclient.NewToken("token " + id), Merchant: merchant}
	q.Put(Entry{Caller: caller, IDPayin: id, Ref: "ref-" + id, Due: due, Until: q.now().Add(time.Minute)})
}

// 20,000 entries come out in order.
func TestManyComeOutInOrder(t *testing.T) {
	q := NewQueue(func() time.Time { return start })
	random := rand.New(rand.NewPCG(1, 2))
	const many = 20_000
	for i := range many {
		watch(q, fmt.Sprint(i), "M", start.Add(-time.Duration(random.Int64N(int64(time.Hour)))))
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
		e.Due = time.Time{}
		q.Done(e)
	}
	if len(q.items)+len(q.refs)+len(q.merchants) != 0 {
		t.Errorf("%d entries, %d refs, %d merchants left", len(q.items), len(q.refs), len(q.merchants))
	}
}

// Expired entries don't pile up at merchants that nobody claims from.
func TestExpiredEntriesAreSwept(t *testing.T) {
	now := start
	q := NewQueue(func() time.Time { return now })
	for i := range 10 * sweepLeast {
		now = now.Add(time.Second)
		watch(q, fmt.Sprint(i), fmt.Sprint("M", i), now)
	}
	if len(q.items) > sweepLeast {
		t.Errorf("%d entries are kept", len(q.items))
	}
}
