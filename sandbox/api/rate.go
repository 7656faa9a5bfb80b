package api

import (
	"sync"
	"time"
)

// rates limits each merchant to so many requests in any one second. Refused
// requests don't count, because they are not processed (interface.md, Limits).
type rates struct {
	limit int
	now   func() time.Time

	mu     sync.Mutex
	recent map[string][]time.Time
}

func newRates(limit int, now func() time.Time) *rates {
	return &rates{limit: limit, now: now, recent: map[string][]time.Time{}}
}

// allow counts a request of the merchant and reports whether it is within the
// limit.
func (r *rates) allow(merchant string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	recent := r.recent[merchant]
	for len(recent) > 0 && now.Sub(recent[0]) >= time.Second {
		recent = recent[1:]
	}
	if len(recent) >= r.limit {
		r.recent[merchant] = recent
		return false
	}
	r.recent[merchant] = append(recent, now)
	return true
}
