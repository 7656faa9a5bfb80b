package gateway

import (
	"time"

	"payapp/internal/gateway/payment"
	"payapp/internal/gateway/polls"
	"payapp/internal/known"
)

// What replicas share is behind two small interfaces; limiter.Arbiter is the
// third. Each has an implementation in memory, and replicas.Replica is all three.

// queue holds the payments to poll, by merchant, each with the time when it is
// due. polls.Queue says what the methods do; in a queue that replicas share,
// Drop keeps what other replicas may watch until its Until.
type queue interface {
	Put(entries ...polls.Entry)
	Claim(merchant string) (e polls.Entry, ok bool, wait time.Duration)
	Done(e polls.Entry)
	Drop(e polls.Entry)
	Nudge(ref string) (merchants []string)
}

// news shares the gateway's answers between replicas. replicas.Replica says what
// the methods do.
type news interface {
	Load(key payment.Key) (p known.Payment, ok bool)
	Save(key payment.Key, p known.Payment)
	LoadOptions(key string) (o payment.Options, ok bool)
	SaveOptions(key string, o payment.Options)
	Blame(address string)
}

// localNews is the news of a single replica: there is nobody to tell.
type localNews struct{}

func (localNews) Load(payment.Key) (p known.Payment, ok bool)     { return p, false }
func (localNews) Save(payment.Key, known.Payment)                 {}
func (localNews) LoadOptions(string) (o payment.Options, ok bool) { return o, false }
func (localNews) SaveOptions(string, payment.Options)             {}
func (localNews) Blame(string)                                    {}
