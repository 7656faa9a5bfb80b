package known

import (
	"cmp"
	"fmt"
	"time"
)

// moment is when a call was made, in milliseconds since 1970; 0 = never. All that
// one answer said has the same one.
type moment int64

func momentOf(at time.Time) moment {
	if at.IsZero() {
		return 0
	}
	return moment(at.UnixMilli())
}

// time is the moment in UTC; zero for none.
func (m moment) time() time.Time {
	if m == 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(m)).UTC()
}

func (m moment) add(d time.Duration) moment { return m + moment(d/time.Millisecond) }

// least is the earlier of both that is one.
func (m moment) least(n moment) moment {
	if m == 0 || n != 0 && n < m {
		return n
	}
	return m
}

// part is one thing that answers say, and the newest answer that said it. It is
// never filled from another answer.
type part[T comparable] struct {
	Is T      `json:"v,omitzero"`
	At moment `json:"t,omitzero"`
}

// partOf is what an answer of the moment says of it: nothing, if it leaves it out.
func partOf[T comparable](is T, at moment) (p part[T]) {
	if is == p.Is {
		return p
	}
	return part[T]{is, at}
}

// or is the newer of both. Of two answers of one moment everybody prefers the same.
func (p part[T]) or(q part[T]) part[T] {
	switch c := cmp.Compare(p.At, q.At); {
	case c > 0, p.Is == q.Is && c == 0:
		return p
	case c < 0 || text(p.Is) < text(q.Is):
		return q
	}
	return p
}

// first is the older of both.
func (p part[T]) first(q part[T]) part[T] {
	switch {
	case p.At == 0 || q.At != 0 && (q.At < p.At || q.At == p.At && text(q.Is) < text(p.Is)):
		return q
	default:
		return p
	}
}

// rank puts what isn't so before what is.
func rank(so bool) int {
	if so {
		return 1
	}
	return 0
}

// text is different for different values.
func text(of any) string { return fmt.Sprintf("%#v", of) }
