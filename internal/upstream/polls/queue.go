package polls

import (
	"container/heap"
	"maps"
	"slices"
	"sync"
	"time"

	"payapp/internal/upstream/payment"
)

// Entry is one payment that pages wait for.
type Entry struct {
	Caller  payment.Caller
	IDPayin string
	Ref     string    // the payment's name in addresses, for Nudge
	Acted   time.Time // when the customer last did something
	Slow    bool      // little is expected of it: an undocumented word, or only late money
	Read    time.Time // when it was last read; zero = never
	Failed  int       // failed reads since then
	Due     time.Time // when to read it next; zero = not at all
	Nudged  bool      // somebody says that it has changed
	Until   time.Time // how long it is wanted though nobody watches it
}

// Key is the payment's name in memory.
func (e Entry) Key() payment.Key { return e.Caller.Key(e.IDPayin) }

// LeastInterval is the least time between two reads of a payment, however often
// it is nudged.
const LeastInterval = 2 * time.Second

// Queue is the payments that this replica has to poll. Each merchant has two heaps:
// nudged entries go first. One that is being read, or isn't to be, is in none.
type Queue struct {
	now func() time.Time

	mu        sync.Mutex
	items     map[payment.Key]*item
	refs      map[string][]*item
	merchants map[string]*dueLists
	ids       uint64 // of those who watch
}

// dueLists are one merchant's entries.
type dueLists struct{ nudged, due dueHeap }

// item is an entry, its place, and whom to tell of new readings.
type item struct {
	Entry
	watchers map[uint64]func()
	claimed  bool
	index    int // in its heap; -1 = in none
}

// wanted reports whether anybody still waits for it.
func (i *item) wanted(now time.Time) bool { return len(i.watchers) > 0 || i.Until.After(now) }

// NewQueue makes an empty Queue; now is the clock of all its times.
func NewQueue(now func() time.Time) *Queue {
	return &Queue{now: now, items: map[payment.Key]*item{}, refs: map[string][]*item{}, merchants: map[string]*dueLists{}}
}

// Want adds an entry, or adds to one that is there, until its time is over; schedule
// sets its Due. All functions that change an entry are called under the queue's lock.
func (q *Queue) Want(e Entry, schedule func(*Entry)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.change(q.item(e), schedule)
}

// Watch is Want until stop is called.
func (q *Queue) Watch(e Entry, notify func(), schedule func(*Entry)) (stop func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := q.item(e)
	q.ids++
	id := q.ids
	i.watchers[id] = notify
	q.change(i, schedule)
	return sync.OnceFunc(func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		if delete(i.watchers, id); len(i.watchers) == 0 {
			q.remove(i)
		}
	})
}

// item is the entry's item, with what this entry says of it.
func (q *Queue) item(e Entry) *item {
	i, ok := q.items[e.Key()]
	if !ok {
		i = &item{Entry: e, watchers: map[uint64]func(){}, index: -1}
		i.Ref = ""
		q.items[e.Key()] = i
	}
	if e.Caller.Verified || !i.Caller.Verified {
		e.Caller.Merchant = i.Caller.Merchant
		i.Caller = e.Caller
	}
	if i.Ref == "" && e.Ref != "" {
		i.Ref = e.Ref
		q.refs[i.Ref] = append(q.refs[i.Ref], i)
	}
	i.Acted, i.Until = later(i.Acted, e.Acted), later(i.Until, e.Until)
	return i
}

// Update changes an entry; ok is false if there is none.
func (q *Queue) Update(key payment.Key, change func(*Entry)) (ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	i, ok := q.items[key]
	if ok {
		q.change(i, change)
	}
	return ok
}

// Done puts a claimed entry back.
func (q *Queue) Done(key payment.Key, change func(*Entry)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if i, ok := q.items[key]; ok {
		i.claimed = false
		q.change(i, change)
	}
}

// Nudge makes the entries of a ref due before all others, unless they were read within
// LeastInterval; one that is being read is read again. It returns their merchants.
func (q *Queue) Nudge(ref string) (merchants []string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, i := range q.refs[ref] {
		q.change(i, func(e *Entry) { e.Nudged = true })
		merchants = append(merchants, i.Caller.Merchant)
	}
	return merchants
}

// change changes an entry and puts it where it belongs then.
func (q *Queue) change(i *item, change func(*Entry)) {
	q.take(i)
	change(&i.Entry)
	now := q.now()
	if i.Read.After(now) { // the clock was set back
		i.Read = now
	}
	switch {
	case i.claimed: // until it is done
	case !i.Due.IsZero():
		if soon := later(now, i.Read.Add(LeastInterval)); i.Nudged && soon.Before(i.Due) {
			i.Due = soon
		}
		heap.Push(q.heap(i), i)
	case len(i.watchers) == 0:
		q.remove(i)
	}
}

// Claim takes the merchant's most overdue entry, until Done. If none is due, wait is the
// time until the next one; 0 = there is none.
func (q *Queue) Claim(merchant string) (e Entry, ok bool, wait time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for l, some := q.merchants[merchant]; some; l, some = q.merchants[merchant] {
		now := q.now()
		next := l.next(now)
		if next.Due.After(now) {
			return Entry{}, false, next.Due.Sub(now)
		}
		q.take(next)
		if next.wanted(now) {
			e, next.claimed, next.Nudged = next.Entry, true, false
			return e, true, 0
		}
		q.remove(next)
	}
	return Entry{}, false, 0
}

// Due reports whether the merchant has an entry to claim now.
func (q *Queue) Due(merchant string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	l, ok := q.merchants[merchant]
	return ok && !l.next(q.now()).Due.After(q.now())
}

// Watchers are the functions to call when something is new of a payment.
func (q *Queue) Watchers(key payment.Key) []func() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if i, ok := q.items[key]; ok {
		return slices.Collect(maps.Values(i.watchers))
	}
	return nil
}

// Watched is how many payments are watched.
func (q *Queue) Watched() (count int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, i := range q.items {
		if len(i.watchers) > 0 {
			count++
		}
	}
	return count
}

// next is the first nudged entry if it is due, otherwise what is due first.
func (l *dueLists) next(now time.Time) *item {
	switch {
	case len(l.nudged) == 0:
		return l.due[0]
	case len(l.due) == 0, !l.nudged[0].Due.After(now), l.nudged[0].Due.Before(l.due[0].Due):
		return l.nudged[0]
	default:
		return l.due[0]
	}
}

// remove forgets an item.
func (q *Queue) remove(i *item) {
	q.take(i)
	if q.items[i.Key()] == i {
		delete(q.items, i.Key())
	}
	q.refs[i.Ref] = slices.DeleteFunc(q.refs[i.Ref], func(other *item) bool { return other == i })
	if len(q.refs[i.Ref]) == 0 {
		delete(q.refs, i.Ref)
	}
}

// take removes an item from its heap, if it is in one.
func (q *Queue) take(i *item) {
	if i.index < 0 {
		return
	}
	heap.Remove(q.heap(i), i.index)
	if l := q.merchants[i.Caller.Merchant]; len(l.nudged)+len(l.due) == 0 {
		delete(q.merchants, i.Caller.Merchant)
	}
}

// heap is where an item belongs.
func (q *Queue) heap(i *item) *dueHeap {
	l, ok := q.merchants[i.Caller.Merchant]
	if !ok {
		l = &dueLists{}
		q.merchants[i.Caller.Merchant] = l
	}
	if i.Nudged {
		return &l.nudged
	}
	return &l.due
}

// dueHeap is a container/heap of items by Due.
type dueHeap []*item

func (h dueHeap) Len() int           { return len(h) }
func (h dueHeap) Less(i, j int) bool { return h[i].Due.Before(h[j].Due) }
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
	(*h)[last], i.index = nil, -1
	*h = (*h)[:last]
	return i
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
