package relay

import "sync"

// How many callbacks may be under way at once. A merchant that doesn't answer
// holds up its own, and one payment's can't use up its merchant's.
const (
	slotsInAll      = 64
	slotsPerHost    = 8
	slotsPerPayment = 2
)

// slots bounds what is under way, in all and by name. Nothing waits for one:
// the gateway comes again.
type slots struct {
	mu       sync.Mutex
	all      int
	hosts    map[string]int
	payments map[string]int
}

func newSlots() *slots {
	return &slots{hosts: map[string]int{}, payments: map[string]int{}}
}

// take reports whether there was a slot. Who got one gives it back.
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

// less forgets a name that nothing uses any more.
func less(counts map[string]int, name string) {
	if counts[name]--; counts[name] == 0 {
		delete(counts, name)
	}
}
