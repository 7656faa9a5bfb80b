package relay

import "sync"

// How many callbacks may be under way at once. A merchant that doesn't answer
// delays only its own callbacks, and one payment can't use all of its
// merchant's slots.
const (
	slotsInAll      = 64
	slotsPerHost    = 8
	slotsPerPayment = 2
)

// slots limits the calls under way, in total and by name. Nothing waits for a
// slot: the gateway repeats its callback.
type slots struct {
	mu       sync.Mutex
	all      int
	hosts    map[string]int
	payments map[string]int
}

// take takes a slot and reports whether there was one. The caller must give it
// back.
func (s *slots) take(host, payment string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all >= slotsInAll || s.hosts[host] >= slotsPerHost || s.payments[payment] >= slotsPerPayment {
		return false
	}
	s.all++
	s.hosts[host]++
	s.payments[payment]++
	return true
}

func (s *slots) give(host, payment string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	less(s.hosts, host)
	less(s.payments, payment)
}

// less decrements a count, and removes the name at zero.
func less(counts map[string]int, name string) {
	if counts[name]--; counts[name] == 0 {
		delete(counts, name)
	}
}
