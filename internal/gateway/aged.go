package gateway

import (
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// aged is a map of bounded size whose entries expire after life. An expired
// entry is removed when it is looked up; the least recently used go when the
// map is full.
type aged[K comparable, V any] struct {
	cache *lru.Cache[K, stamped[V]]
	life  time.Duration
	now   func() time.Time

	// weigh returns the bytes that a value takes (nil: bytes don't count). most
	// is the limit for all of them.
	weigh func(V) int
	most  int
	mu    sync.Mutex // serialises puts, so that no bytes are counted twice
	bytes atomic.Int64
}

type stamped[V any] struct {
	value V
	at    time.Time
	bytes int
}

func newAged[K comparable, V any](size int, life time.Duration, now func() time.Time) *aged[K, V] {
	a := &aged[K, V]{life: life, now: now}
	var err error
	a.cache, err = lru.NewWithEvict(size, func(_ K, gone stamped[V]) { a.bytes.Add(-int64(gone.bytes)) })
	if err != nil {
		panic(err) // the size is a constant of this package and below one
	}
	return a
}

// newWeighed is newAged with a limit on bytes.
func newWeighed[K comparable, V any](size, bytes int, life time.Duration, now func() time.Time, weigh func(V) int) *aged[K, V] {
	a := newAged[K, V](size, life, now)
	a.weigh, a.most = weigh, bytes
	return a
}

func (a *aged[K, V]) get(key K) (V, bool) { return a.within(key, a.life) }

// within returns a value that is younger than age.
func (a *aged[K, V]) within(key K, age time.Duration) (V, bool) {
	entry, ok := a.cache.Get(key)
	old := a.now().Sub(entry.at)
	if ok && old >= a.life {
		a.cache.Remove(key)
	}
	if !ok || old >= min(age, a.life) {
		var none V
		return none, false
	}
	return entry.value, true
}

func (a *aged[K, V]) put(key K, value V) { a.putSince(key, value, a.now()) }

// putSince stores a value that was current at a given time, unless a newer one
// is stored.
func (a *aged[K, V]) putSince(key K, value V, at time.Time) {
	entry := stamped[V]{value: value, at: at}
	if a.weigh != nil {
		if entry.bytes = a.weigh(value); entry.bytes > a.most/8 {
			a.cache.Remove(key) // too large: it would evict all the others
			return
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if known, ok := a.cache.Peek(key); ok && known.at.After(at) {
		return
	}
	a.cache.Remove(key) // NewWithEvict's function isn't called for a replaced entry
	a.bytes.Add(int64(entry.bytes))
	a.cache.Add(key, entry)
	for a.weigh != nil && a.heavy() {
		if _, _, ok := a.cache.RemoveOldest(); !ok {
			return
		}
	}
}

func (a *aged[K, V]) drop(key K) { a.cache.Remove(key) }

// size is the total bytes of the values.
func (a *aged[K, V]) size() int { return int(a.bytes.Load()) }

func (a *aged[K, V]) heavy() bool { return a.size() > a.most }
