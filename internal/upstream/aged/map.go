package aged

import (
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// Map is a map of bounded size whose entries expire after life. The least
// recently used go when the map is full.
type Map[K comparable, V any] struct {
	cache *lru.Cache[any, stamped] // of no type parameters: the library is compiled once, not again for each map
	life  time.Duration
	now   func() time.Time

	// weigh returns the bytes that a value takes (nil: bytes don't count). most
	// is the limit for all of them.
	weigh func(V) int
	most  int
	mu    sync.Mutex // serialises puts and drops
	bytes atomic.Int64
}

type stamped struct {
	value any // a V
	at    time.Time
	bytes int
}

// New makes a Map of at most size entries, 1 or more, each of which lives as
// long as life says. now is the clock.
func New[K comparable, V any](size int, life time.Duration, now func() time.Time) *Map[K, V] {
	a := &Map[K, V]{life: life, now: now}
	var err error
	a.cache, err = lru.NewWithEvict(size, func(_ any, gone stamped) { a.bytes.Add(-int64(gone.bytes)) })
	if err != nil {
		panic(err) // the size is a constant of its user, and above zero
	}
	return a
}

// NewWeighed is New with a limit on bytes, of which weigh returns a value's.
// A value of more than an eighth of the limit isn't kept.
func NewWeighed[K comparable, V any](size, bytes int, life time.Duration, now func() time.Time, weigh func(V) int) *Map[K, V] {
	a := New[K, V](size, life, now)
	a.weigh, a.most = weigh, bytes
	return a
}

// Get returns the value of the key; ok is false if there is none.
func (a *Map[K, V]) Get(key K) (value V, ok bool) { return a.Within(key, a.life) }

// Within is Get for a value that is younger than age.
func (a *Map[K, V]) Within(key K, age time.Duration) (value V, ok bool) {
	entry, ok := a.cache.Get(key)
	if !ok || a.now().Sub(entry.at) >= min(age, a.life) {
		return value, false
	}
	value, _ = entry.value.(V)
	return value, true
}

// Put stores a value that is current now.
func (a *Map[K, V]) Put(key K, value V) { a.PutSince(key, value, a.now()) }

// PutSince stores a value that was current at a given time, unless a newer one is
// stored. One that is dated later than now isn't newer.
func (a *Map[K, V]) PutSince(key K, value V, at time.Time) {
	entry := stamped{value: value, at: at}
	if a.weigh != nil {
		if entry.bytes = a.weigh(value); entry.bytes > a.most/8 {
			a.Drop(key) // too large: it would evict all the others
			return
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	known, ok := a.cache.Peek(key)
	if ok && known.at.After(at) && !known.at.After(a.now()) {
		return
	}
	a.cache.Add(key, entry)                              // in one step: a reader gets the one or the other
	a.bytes.Add(int64(entry.bytes) - int64(known.bytes)) // NewWithEvict's function isn't called for a replaced entry
	for a.weigh != nil && a.Size() > a.most {
		if _, _, ok := a.cache.RemoveOldest(); !ok {
			return
		}
	}
}

// Keys are the keys of all entries, expired ones included, the least recently used first.
func (a *Map[K, V]) Keys() []K {
	keys := make([]K, 0, a.cache.Len())
	for _, key := range a.cache.Keys() {
		if k, ok := key.(K); ok {
			keys = append(keys, k)
		}
	}
	return keys
}

// Drop removes the key.
func (a *Map[K, V]) Drop(key K) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cache.Remove(key)
}

// Size is the total bytes of the values; 0 if they aren't weighed.
func (a *Map[K, V]) Size() int { return int(a.bytes.Load()) }
