package polls

import (
	"container/heap"
	"sync"
	"time"

	"payapp/internal/gateway/payment"
)

// Queue is the queue of a replica that is alone, or whose store is gone.
// Each merchant has two heaps: nudged entries go before entries that are merely
// due. A claimed entry stays in its heap, at the time when it may be claimed
// again.
type Queue struct {
	now func() time.Time

	mu        sync.Mutex
	items     map[payment.Key]*item
	refs      map[string]map[*item]struct{}
	merchants map[string]*dueLists
	sweepAt   int // at so many entries, look for expired ones
}

// dueLists are one merchant's entries.
type dueLists struct{ nudged, due dueHeap }

// item is an entry and its place.
type item struct {
	Entry
	hidden time.Time // claimed until then
	nudged bool      // goes before all others
	// again is a request that came while a poll was under way: the poll may
	// have been answered before the change.
	again      time.Time
	againFirst bool
	at         time.Time // when it may be claimed
	index      int
}

const sweepLeast = 1024

// NewQueue makes an empty Queue; now is the clock of all its times.
func NewQueue(now func() time.Time) *Queue {
	q := &Queue{now: now}
	q.Clear()
	return q
}

// Clear removes all entries and returns how many there were.
func (q *Queue) Clear() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := len(q.items)
	q.items = map[payment.Key]*item{}
	q.refs = map[string]map[*item]struct{}{}
	q.merchants = map[string]*dueLists{}
	q.sweepAt = sweepLeast
	return n
}

// Put adds entries. For one that is there it keeps the earlier Due, the later
// Acted and the later Until.
func (q *Queue) Put(entries ...Entry) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := q.now()
	for _, e := range entries {
		known, ok := q.items[e.Key()]
		if ok && known.Caller.Merchant == e.Caller.Merchant {
			due := known.Due
			q.unrefer(known)
			known.Entry = known.merge(e)
			q.refer(known)
			if known.hidden.After(now) {
				known.Due = due
				known.ask(e.Due, false)
			} else {
				known.hidden = time.Time{}
			}
			q.place(known)
			continue
		}
		if ok {
			q.remove(known)
		}
		q.add(&item{Entry: e, index: -1})
	}
	if len(q.items) >= q.sweepAt {
		q.sweep(now)
	}
}

// ask notes a request that came while a poll was under way.
func (i *item) ask(due time.Time, first bool) {
	if i.again.IsZero() || due.Before(i.again) {
		i.again = due
	}
	i.againFirst = i.againFirst || first
}

// Claim takes the merchant's most overdue entry and hides it from other claims
// for ClaimLife. If none is due, ok is false and wait is the time until the next
// one; 0 = the queue is empty.
func (q *Queue) Claim(merchant string) (e Entry, ok bool, wait time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := q.now()
	for {
		line, ok := q.merchants[merchant]
		if !ok {
			return Entry{}, false, 0
		}
		next := line.next(now)
		switch {
		case !next.Until.After(now):
			q.remove(next)
		case next.at.After(now):
			return Entry{}, false, next.at.Sub(now)
		default:
			next.hidden = now.Add(ClaimLife)
			next.again, next.againFirst = time.Time{}, false
			q.place(next)
			return next.Entry, true, 0
		}
	}
}

// next is the first nudged entry if it may be claimed, otherwise the entry that
// may be claimed first.
func (l *dueLists) next(now time.Time) *item {
	switch {
	case len(l.nudged) == 0:
		return l.due[0]
	case len(l.due) == 0, !l.nudged[0].at.After(now), l.nudged[0].at.Before(l.due[0].at):
		return l.nudged[0]
	default:
		return l.due[0]
	}
}

// Done puts a claimed entry back, due at e.Due; a zero Due removes it.
func (q *Queue) Done(e Entry) {
	q.mu.Lock()
	defer q.mu.Unlock()
	known, ok := q.items[e.Key()]
	if !ok {
		return
	}
	if e.Due.IsZero() {
		q.remove(known)
		return
	}
	due := e.Due
	if !known.again.IsZero() {
		if known.againFirst {
			known.again = later(known.again, e.Read.Add(LeastInterval))
		}
		due = earlier(due, known.again)
	}
	q.take(known)
	if !e.Read.Before(known.Read) {
		known.Read, known.Strange, known.Failed = e.Read, e.Strange, e.Failed
	}
	known.Acted, known.Until = later(known.Acted, e.Acted), later(known.Until, e.Until)
	known.Due, known.nudged = due, known.againFirst
	known.hidden, known.again, known.againFirst = time.Time{}, time.Time{}, false
	q.place(known)
}

// Drop removes a payment that nobody watches here any longer.
func (q *Queue) Drop(e Entry) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if known, ok := q.items[e.Key()]; ok {
		q.remove(known)
	}
}

// Nudge makes the entries of a ref due before all others, unless they were read
// within LeastInterval. It returns their merchants, "" among them.
func (q *Queue) Nudge(ref string) (merchants []string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := q.now()
	seen := map[string]bool{}
	for known := range q.refs[ref] {
		if merchant := known.Caller.Merchant; !seen[merchant] {
			seen[merchant] = true
			merchants = append(merchants, merchant)
		}
		if known.hidden.After(now) {
			known.ask(now, true)
			continue
		}
		q.take(known)
		known.nudged, known.hidden = true, time.Time{}
		known.Due = earlier(known.Due, later(now, known.Read.Add(LeastInterval)))
		q.place(known)
	}
	return merchants
}

// sweep removes expired entries of merchants that nobody claims from.
func (q *Queue) sweep(now time.Time) {
	for _, i := range q.items {
		if !i.Until.After(now) {
			q.remove(i)
		}
	}
	q.sweepAt = max(sweepLeast, 2*len(q.items))
}

func (q *Queue) add(i *item) {
	q.items[i.Key()] = i
	q.refer(i)
	q.place(i)
}

// refer indexes an item by its ref, if it has one.
func (q *Queue) refer(i *item) {
	if i.Ref == "" {
		return
	}
	if q.refs[i.Ref] == nil {
		q.refs[i.Ref] = map[*item]struct{}{}
	}
	q.refs[i.Ref][i] = struct{}{}
}

func (q *Queue) unrefer(i *item) {
	delete(q.refs[i.Ref], i)
	if len(q.refs[i.Ref]) == 0 {
		delete(q.refs, i.Ref)
	}
}

func (q *Queue) remove(i *item) {
	q.take(i)
	delete(q.items, i.Key())
	q.unrefer(i)
	if l := q.merchants[i.Caller.Merchant]; len(l.nudged)+len(l.due) == 0 {
		delete(q.merchants, i.Caller.Merchant)
	}
}

// place puts an item where its times say, whether or not it is in its heap.
func (q *Queue) place(i *item) {
	i.at = later(i.Due, i.hidden)
	h := q.heap(i)
	if i.index < 0 {
		heap.Push(h, i)
	} else {
		heap.Fix(h, i.index)
	}
}

// take removes an item from its heap.
func (q *Queue) take(i *item) {
	heap.Remove(q.heap(i), i.index)
	i.index = -1
}

func (q *Queue) heap(i *item) *dueHeap {
	l, ok := q.merchants[i.Caller.Merchant]
	if !ok {
		l = &dueLists{}
		q.merchants[i.Caller.Merchant] = l
	}
	if i.nudged {
		return &l.nudged
	}
	return &l.due
}

// dueHeap is a container/heap of items by the time when they may be claimed.
type dueHeap []*item

func (h dueHeap) Len() int           { return len(h) }
func (h dueHeap) Less(i, j int) bool { return h[i].at.Before(h[j].at) }
func (h dueHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

// Push is for container/heap.
func (h *dueHeap) Push(x any) {
	i := x.(*item)
	i.index = len(*h)
	*h = append(*h, i)
}

// Pop is for container/heap.
func (h *dueHeap) Pop() any {
	last := len(*h) - 1
	i := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return i
}
