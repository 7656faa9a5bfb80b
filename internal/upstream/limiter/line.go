package limiter

import (
	"net/netip"
	"slices"
	"time"
)

// Limits on those who wait. Beyond them a page says "in line" all the same, and
// tries again.
const (
	lineMost    = 4096 // in one lane of a merchant
	networkMost = 512  // of one network
	suspectMost = 4    // of one suspect network
)

// line is the requests that wait in one lane. Networks take turns, so that many
// requests from one don't delay the others. Within a network it is first come,
// first served.
type line struct {
	turns  []turnToTake // networks with somebody waiting, next one first
	queued map[netip.Prefix][]*ticket
	length int
	// ends: while more than endsAbove networks wait, every other turn is the newest
	// one's, or sixty forged links would delay everybody who comes later.
	ends, newest bool
	// stack: a network has a few places, and its newest goes first. Pages ask
	// again, and so are the newest; forged links that nobody follows aren't.
	stack bool
}

const endsAbove = 10

// turnToTake is a network's turn: its first since it arrived, or a later one.
type turnToTake struct {
	network netip.Prefix
	another bool
}

// lines are a line for each lane.
type lines [LaneCount]line

// waiting is how many wait in each lane.
func (l *lines) waiting() (waiting Waiting) {
	for i := range l {
		waiting[i] = l[i].length
	}
	return waiting
}

// ticket is a place in a line.
type ticket struct {
	lane    Lane   // where it waits now
	address string // the caller's
	network netip.Prefix
	// abandoned reports whether nobody has asked again for it; nil: never.
	abandoned func(now time.Time) bool
	granted   chan Slot // closed when it loses its place
}

// left reports whether nobody wants it any more.
func (t *ticket) left(now time.Time) bool { return t.abandoned != nil && t.abandoned(now) }

// room reports whether there is room for the ticket.
func (l *line) room(t *ticket) bool {
	return l.length < lineMost && len(l.queued[t.network]) < networkMost
}

// push adds a ticket, for which there is room. In a stack the oldest may lose its
// place to it.
func (l *line) push(t *ticket) {
	if l.stack && len(l.queued[t.network]) >= suspectMost {
		oldest := l.queued[t.network][suspectMost-1]
		l.remove(oldest)
		close(oldest.granted)
	}
	if l.queued == nil {
		l.queued = map[netip.Prefix][]*ticket{}
	}
	if len(l.queued[t.network]) == 0 {
		l.turns = append(l.turns, turnToTake{t.network, false})
	}
	if l.stack {
		l.queued[t.network] = slices.Insert(l.queued[t.network], 0, t)
	} else {
		l.queued[t.network] = append(l.queued[t.network], t)
	}
	l.length++
}

// pop takes the next ticket; nil if nobody waits.
func (l *line) pop() *ticket {
	if l.length == 0 {
		return nil
	}
	at := l.next()
	network := l.turns[at].network
	l.turns = slices.Delete(l.turns, at, at+1)
	t := l.queued[network][0]
	if rest := l.queued[network][1:]; len(rest) > 0 {
		l.queued[network] = rest
		l.turns = append(l.turns, turnToTake{network, true})
	} else {
		delete(l.queued, network)
	}
	l.length--
	return t
}

// next is the index of the next turn.
func (l *line) next() int {
	if l.newest = l.ends && len(l.turns) > endsAbove && !l.newest; l.newest {
		for at := len(l.turns) - 1; at > 0; at-- {
			if !l.turns[at].another {
				return at
			}
		}
	}
	return 0
}

// remove removes a ticket that no longer waits, and reports whether it was
// there.
func (l *line) remove(t *ticket) bool {
	i := slices.Index(l.queued[t.network], t)
	if i < 0 {
		return false
	}
	l.queued[t.network] = slices.Delete(l.queued[t.network], i, i+1)
	if len(l.queued[t.network]) == 0 {
		delete(l.queued, t.network)
		l.turns = slices.DeleteFunc(l.turns, func(n turnToTake) bool { return n.network == t.network })
	}
	l.length--
	return true
}
