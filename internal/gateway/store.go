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
