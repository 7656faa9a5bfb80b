package gateway

import (
	"cmp"
	"time"
)

// leastInterval is how long a payment is left alone after it was read, however
// often somebody says that it has changed.
const leastInterval = 2 * time.Second

// merge brings two accounts of one payment together: of two the earlier Due,
// the later Acted and the later Until count, and a Ref that only one has. How it
// was read last is said by who read it last, and a token once accepted stays so.
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
