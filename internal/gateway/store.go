package gateway

import (
	"context"
	"time"

	"payapp/internal/gateway/payment"
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
// due.
type queue interface {
	// put adds entries. For one that is there it keeps the earlier Due, the
	// later Acted and the later Until.
	put(ctx context.Context, entries ...entry) error
	// claim takes the merchant's most overdue entry and hides it from other
	// claims for claimLife. If none is due, ok is false and wait is the time
	// until the next one; 0 = the queue is empty.
	claim(ctx context.Context, merchant string) (e entry, ok bool, wait time.Duration, err error)
	// done puts a claimed entry back, due at e.Due; a zero Due removes it.
	done(ctx context.Context, e entry) error
	// drop removes a payment that nobody watches here any longer. One that
	// other replicas may watch stays until its Until.
	drop(ctx context.Context, e entry) error
	// nudge makes the entries of a ref due before all others, unless they were
	// read within leastInterval. It returns their merchants.
	nudge(ctx context.Context, ref string) (merchants []string, err error)
}

// claimLife is how long a claimed entry is hidden: longer than a poll takes. If
// the replica that claimed it dies, another polls it then.
const claimLife = 10 * time.Second

// entry is one payment to poll. Its token is encrypted when it leaves the
// process.
type entry struct {
	Caller  payment.Caller
	IDPayin string
	Ref     string    // the payment's name in addresses, for nudge
	Acted   time.Time // when the customer last did something
	Strange bool      // the last status is undocumented
	Read    time.Time // when it was last read; zero = never
	Failed  int       // failed reads since then
	Due     time.Time // when to read it next
	Until   time.Time // when it expires, unless put again
}

func (e entry) key() payment.Key { return e.Caller.Key(e.IDPayin) }

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
	// hear calls told for each reading of another replica, and blamed for each
	// address, until ctx ends.
	hear(ctx context.Context, told func(key payment.Key, r payment.Reading), blamed func(address string)) error
}
