package gateway

import (
	"context"
	"time"

	"payapp/internal/gateway/payment"
	"payapp/internal/gateway/polls"
)

// What replicas share is behind two small interfaces; limiter.Arbiter is the
// third. Each has an implementation in memory, and replicas.Replica is all three.

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

// news shares the gateway's answers between replicas. replicas.Replica says what
// the methods do.
type news interface {
	Load(ctx context.Context, key payment.Key) (r Reading, ok bool, err error)
	Save(ctx context.Context, key payment.Key, r Reading) error
	LoadOptions(ctx context.Context, key string) (o payment.Options, ok bool, err error)
	SaveOptions(ctx context.Context, key string, o payment.Options) error
	Blame(ctx context.Context, address string) error
}
