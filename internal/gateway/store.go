package gateway

import (
	"context"
	"time"

	"payapp/apiclient"
)

// What replicas share is behind three small interfaces. Each has one
// implementation in memory and one in Redis; failover.go changes over when the
// store is gone.

// arbiter hands out the requests that merchants may send: never more than the
// rate in any one second, to the lane whose turn it is.
type arbiter interface {
	// grant gives a slot to the lane of waiting whose turn it is. When there is
	// none, or when a lane of another replica goes first, ok is false and wait
	// says when to ask again. waiting is never empty.
	grant(ctx context.Context, merchant string, waiting laneSet) (s slot, ok bool, wait time.Duration, err error)
	// settle says after how long from now the slot is free again; never asking
	// leaves it taken for slotLife.
	settle(ctx context.Context, merchant string, s slot, after time.Duration) error
	// slow is told of a 429: no slot for the pause, and fewer afterwards, until
	// the gateway has been content for a while.
	slow(ctx context.Context, merchant string, pause time.Duration) error
}

// slot is one request of a merchant's rate.
type slot struct {
	id       uint64
	lane     lane
	stranger uint64    // its place among the unproven, 0 = none
	at       time.Time // when it was granted; zero = just now
}

// late reports whether the slot may be free again before a request that is sent
// with it now arrives.
func (s slot) late() bool { return !s.at.IsZero() && time.Since(s.at) > slotSlack/2 }

// slotLife is how long a slot stays taken when nobody settles it: the second,
// and how much longer than usual a request may have been on its way.
const slotLife = time.Second + slotSlack

const slotSlack = 250 * time.Millisecond

// queue holds the payments that are polled, by merchant, each with the time
// when it is due.
type queue interface {
	// put adds entries, or brings them forward: of two the earlier Due, the
	// later Acted and the later Until count.
	put(ctx context.Context, entries ...entry) error
	// claim takes the most overdue entry of the merchant, and hides it from
	// other claims for claimLife. When none is due, ok is false and wait says
	// when the next one is; 0 = none is left.
	claim(ctx context.Context, merchant string) (e entry, ok bool, wait time.Duration, err error)
	// done puts a claimed entry back, due again at e.Due; a zero Due removes it.
	done(ctx context.Context, e entry) error
	// drop forgets a payment that nobody here is interested in any longer. One
	// that other replicas may be interested in stays until its Until.
	drop(ctx context.Context, e entry) error
	// nudge makes the entries of a ref due before all others, unless they were
	// read within the least interval.
	nudge(ctx context.Context, ref string) (merchants []string, err error)
}

// claimLife is how long a claimed entry is hidden: longer than a poll takes.
// When the replica that claimed it dies, another one polls it afterwards.
const claimLife = 10 * time.Second

// entry is one payment that is polled. What of it is secret (the token) is
// encrypted where it leaves the process.
type entry struct {
	Caller  Caller
	IDPayin string
	Ref     string    // the payment's name in addresses, for nudge
	Acted   time.Time // when the customer did something last
	Strange bool      // the last status is one that no document names
	Read    time.Time // when it was read last; zero = never
	Failed  int       // reads that failed since
	Due     time.Time // when to read it next
	Until   time.Time // nobody is interested any longer, unless put again
}

func (e entry) key() paymentKey { return paymentKey{e.Caller.identity(), e.IDPayin} }

// news shares what the gateway answered between replicas.
type news interface {
	// load is the last reading that any replica had; ok is false where there is
	// none.
	load(ctx context.Context, key paymentKey) (r Reading, ok bool, err error)
	// save keeps a reading for the others, and tells it to them.
	save(ctx context.Context, key paymentKey, r Reading) error
	// loadOptions is the last list of options that any replica got, by its key;
	// ok is false where there is none.
	loadOptions(ctx context.Context, key string) (o datedOptions, ok bool, err error)
	// saveOptions keeps a list for the others.
	saveOptions(ctx context.Context, key string, o datedOptions) error
	// blame tells the others that an address brought a token that was refused.
	blame(ctx context.Context, address string) error
	// hear calls told for each reading of another replica, and blamed for each
	// address, until ctx ends.
	hear(ctx context.Context, told func(key paymentKey, r Reading), blamed func(address string)) error
}

// datedOptions is a list of options as it was read At.
type datedOptions struct {
	Options apiclient.Options `json:"o"`
	At      time.Time         `json:"t"`
}
