package gateway

import (
	"cmp"
	"time"
)

// leastInterval is the least time between two reads of a payment, however often
// it is nudged.
const leastInterval = 2 * time.Second

// merge combines two entries for one payment: the earlier Due, the later Acted
// and Until, and whichever Ref is set. The last read comes from the entry that
// was read last. A token that was verified in either stays verified.
func (e entry) merge(other entry) entry {
	read := e
	if other.Read.After(e.Read) {
		read = other
	}
	e.Read, e.Strange, e.Failed = read.Read, read.Strange, read.Failed
	if other.Caller.Proven || !e.Caller.Proven {
		e.Caller = other.Caller
	}
	if other.Due.Before(e.Due) {
		e.Due = other.Due
	}
	e.Ref = cmp.Or(other.Ref, e.Ref)
	e.Acted, e.Until = later(e.Acted, other.Acted), later(e.Until, other.Until)
	return e
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
