package limiter

import (
	"net/netip"
	"slices"
	"time"
)

// Limits on those who wait. Beyond them a page says "in line" all the same, and
// tries again.
const (
	lineMost    = 4096 // in one lane of a merchant; of unverified tokens, in total
	addressMost = 512  // of one address
	suspectMost = 4    // of one address with a penalty
)

// line is the requests that wait in one lane. Addresses take turns, so that
// many requests from one don't delay the others. Within an address it is first
// come, first served.
type line struct {
	turns  []turnToTake // addresses with somebody waiting, next one first
	queued map[netip.Prefix][]*ticket
	length int
	// ends: at times the newest address goes before the oldest, once there are
	// so many that a turn takes longer than a person waits. Otherwise sixty
	// unverified callers at once would delay everybody who comes later.
	ends   int
	newest bool
}

// lines are a line for each lane.
type lines [LaneCount]line

// waiting is the lanes in which somebody waits.
func (l *lines) waiting() (waiting LaneSet) {
	for i := range LaneCount {
		if l[i].length > 0 {
			waiting |= Lanes(i)
		}
	}
	return waiting
}

// turnToTake is an address's turn: its first since it arrived, or a later one.
type turnToTake struct {
	address netip.Prefix
	another bool
}

// ticket is a place in a line.
type ticket struct {
	lane    Lane // where it waits now
	address netip.Prefix
	caller  string // the caller's address, for penalties
	// abandoned reports whether nobody has asked again for it; nil: never.
	abandoned func(now time.Time) bool
	called    chan uint64 // its turn among all unverified callers, with an id; closed when it loses its place
	granted   chan Slot   // its turn at its merchant; closed when it loses its place
}

// left reports whether nobody wants it any more.
func (t *ticket) left(now time.Time) bool { return t.abandoned != nil && t.abandoned(now) }

// room reports whether there is room for the ticket.
func (l *line) room(t *ticket) bool {
	most := addressMost
	if t.lane == LaneSuspect {
		most = suspectMost
	}
	return l.length < lineMost && len(l.queued[t.address]) < most
}

func (l *line) push(t *ticket) {
	if l.queued == nil {
		l.queued = map[netip.Prefix][]*ticket{}
	}
	if len(l.queued[t.address]) == 0 {
		l.turns = append(l.turns, turnToTake{t.address, false})
	}
	l.queued[t.address] = append(l.queued[t.address], t)
	l.length++
}

// pop takes the next ticket; nil if nobody waits.
func (l *line) pop() *ticket {
	if l.length == 0 {
		return nil
	}
	at := l.next()
	address := l.turns[at].address
	t := l.queued[address][0]
	l.turns = slices.Delete(l.turns, at, at+1)
	if rest := l.queued[address][1:]; len(rest) > 0 {
		l.queued[address] = rest
		l.turns = append(l.turns, turnToTake{address, true})
	} else {
		delete(l.queued, address)
	}
	l.length--
	return t
}

// next is the index of the next turn.
func (l *line) next() int {
	if l.ends == 0 || len(l.turns) <= l.ends {
		return 0
	}
	if l.newest = !l.newest; !l.newest {
		return 0
	}
	for at := len(l.turns) - 1; at > 0; at-- {
		if !l.turns[at].another {
			return at
		}
	}
	return 0
}

// remove removes a ticket that no longer waits, and reports whether it was
// there.
func (l *line) remove(t *ticket) bool {
	i := slices.Index(l.queued[t.address], t)
	if i < 0 {
		return false
	}
	l.queued[t.address] = slices.Delete(l.queued[t.address], i, i+1)
	if len(l.queued[t.address]) == 0 {
		delete(l.queued, t.address)
		l.turns = slices.DeleteFunc(l.turns, func(u turnToTake) bool { return u.address == t.address })
	}
	l.length--
	return true
}
