package gateway

import (
	"context"
	"time"

	"payapp/internal/gateway/payment"
	"payapp/internal/gateway/polls"
)

// What replicas share is behind three small interfaces. Each has an
// implementation in memory and one in Redis; failover.go switches between them
// when the store goes or comes back.

// arbiter grants the requests that merchants may send: never more than the rate
// in any one second, to the lane whose turn it is.
type arbiter interface {
	// grant gives a slot to the lane of waiting whose turn it is. If there is
	// no slot, or another replica's lane goes first, ok is false and wait is
	// when to ask again. waiting is never empty.
	grant(ctx context.Context, merchant string, waiting laneSet) (s slot, ok bool, wait time.Duration, err error)
	// settle says how long from now the slot stays taken. Without it, the slot
	// is taken for slotLife.
	settle(ctx context.Context, merchant string, s slot, after time.Duration) error
	// slow handles a 429: no slot for the pause, and fewer slots until the
	// gateway has been quiet for a while.
	slow(ctx context.Context, merchant string, pause time.Duration) error
}

// slot is one request of a merchant's rate.
type slot struct {
	id       uint64
	lane     lane
	stranger uint64    // its place among unverified callers, 0 = none
	at       time.Time // when it was granted; zero = just now
}

// late reports whether the slot may be free again before a request sent now
// arrives.
func (s slot) late() bool { return !s.at.IsZero() && time.Since(s.at) > slotSlack/2 }

// slotLife is how long a slot stays taken if nobody settles it: a second, and
// how much longer than usual a request may be under way.
const slotLife = time.Second + slotSlack

const slotSlack = 250 * time.Millisecond

// queue holds the payments to poll, by merchant, each with the time when it is
// due. polls.Queue says what the methods do; in a queue that replicas share,
// Drop keeps what other replicas may watch until its Until.
type queue interface {
	Put(ctx context.Context, entries ...polls.Entry) error
	Claim(ctx context.Context, merchant string) (e polls.Entry, ok bool, wait time.Duration, err error)
	Done(ctx context.Context, e polls.Entry) error
	Drop(ctx context.Context, e polls.Entry) error
	Nudge(ctx context.Context, ref string) (merchants []string, err error)
}

// news shares the gateway's answers between replicas.
type news interface {
	// load returns the last reading of any replica; ok is false if there is
	// none.
	load(ctx context.Context, key payment.Key) (r payment.Reading, ok bool, err error)
	// save keeps a reading for the others and announces it.
	save(ctx context.Context, key payment.Key, r payment.Reading) error
	// loadOptions returns the last list of options of any replica by its key;
	// ok is false if there is none.
	loadOptions(ctx context.Context, key string) (o payment.Options, ok bool, err error)
	// saveOptions keeps a list for the others.
	saveOptions(ctx context.Context, key string, o payment.Options) error
	// blame tells the others that an address brought a refused token.
	blame(ctx context.Context, address string) error
}
