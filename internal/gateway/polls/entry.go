package polls

import (
	"cmp"
	"time"

	"payapp/internal/gateway/payment"
)

// Entry is one payment to poll. Its token is encrypted when it leaves the
// process.
type Entry struct {
	Caller  payment.Caller
	IDPayin string
	Ref     string    // the payment's name in addresses, for Nudge
	Acted   time.Time // when the customer last did something
	Strange bool      // the last status is undocumented
	Read    time.Time // when it was last read; zero = never
	Failed  int       // failed reads since then
	Due     time.Time // when to read it next
	Until   time.Time // when it expires, unless put again
}

// Key is the payment's name in memory.
func (e Entry) Key() payment.Key { return e.Caller.Key(e.IDPayin) }

// merge combines two entries for one payment: the earlier Due, the later Acted
// and Until, and whichever Ref is set. The last read comes from the entry that
// was read last. A token that was verified in either stays verified.
func (e Entry) merge(other Entry) Entry {
	read := e
	if other.Read.After(e.Read) {
		read = other
	}
	e.Read, e.Strange, e.Failed = read.Read, read.Strange, read.Failed
	if other.Caller.Proven || !e.Caller.Proven {
		e.Caller = other.Caller
	}
	e.Ref, e.Due = cmp.Or(other.Ref, e.Ref), earlier(e.Due, other.Due)
	e.Acted, e.Until = later(e.Acted, other.Acted), later(e.Until, other.Until)
	return e
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// LeastInterval is the least time between two reads of a payment, however often
// it is nudged.
const LeastInterval = 2 * time.Second

// ClaimLife is how long a claimed entry is hidden: longer than a poll takes. If
// the replica that claimed it dies, another polls it then.
const ClaimLife = 15 * time.Second
