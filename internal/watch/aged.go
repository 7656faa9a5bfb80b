package watch

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// aged is a map of bounded size whose entries count for a limited time. What
// is over age is dropped when it is met; what nobody meets is pushed out.
type aged[K comparable, V any] struct {
	cache *lru.Cache[K, stamped[V]]
	life  time.Duration
	now   func() time.Time
}

type stamped[V any] struct {
	value V
	until time.Time
}

func newAged[K comparable, V any](size int, life time.Duration, now func() time.Time) *aged[K, V] {
	cache, err := lru.New[K, stamped[V]](size)
	if err != nil {
		panic(err) // a size below one: a constant of this package is wrong
	}
	return &aged[K, V]{cache, life, now}
}

func (a *aged[K, V]) get(key K) (V, bool) {
	entry, ok := a.cache.Get(key)
	if ok && !a.now().Before(entry.until) {
		a.cache.Remove(key)
		ok = false
	}
	if !ok {
		var none V
		return none, false
	}
	return entry.value, true
}

func (a *aged[K, V]) put(key K, value V) {
	a.cache.Add(key, stamped[V]{value, a.now().Add(a.life)})
}

func (a *aged[K, V]) drop(key K) { a.cache.Remove(key) }
