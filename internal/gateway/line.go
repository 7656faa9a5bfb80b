package gateway

import (
	"net/netip"
	"slices"
	"time"
)

// Bounds on those who wait. Beyond them a page says "in line" all the same, and
// comes again.
const (
	lineMost    = 4096 // in one lane of a merchant, and of unproven tokens in all
	addressMost = 512  // of one address
	suspectMost = 4    // of one address that was refused
)

// line is the requests that wait in one lane. Addresses take turns, so that
// many requests from one don't hold up the others; of one address the first
// that came goes first.
type line struct {
	turns  []turnToTake // of addresses with somebody waiting, next one first
	queued map[netip.Prefix][]*ticket
	length int
	// ends: the newest address goes now and then before the oldest, once there
	// are so many that turns take longer than a person waits. Otherwise sixty
	// strangers who came together would hold up everybody who comes later.
	ends   int
	newest bool
}

// turnToTake is an address's turn, the first one since it came or another.
type turnToTake struct {
	address netip.Prefix
	another bool
}

// ticket is a place in a line.
type ticket struct {
	lane     lane // where it waits now
	address  netip.Prefix
	caller   string      // whose address it is, for penalties
	progress *progress   // nil: nobody comes back for it
	called   chan uint64 // a stranger's turn of all merchants' strangers, and its id; closed when the place is lost
	granted  chan slot   // its turn at its merchant; closed when the place is lost
}

// abandoned reports whether nobody came back for it.
func (t *ticket) abandoned(now time.Time) bool { return t.progress != nil && t.progress.abandoned(now) }

// room reports whether the ticket may come, too.
func (l *line) room(t *ticket) bool {
	most := addressMost
	if t.lane == laneSuspect {
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

// pop takes the next one; nil when nobody waits.
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

// next is where the turn is that comes next.
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

// remove takes out one that doesn't wait any longer, and reports whether it
// was there.
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
