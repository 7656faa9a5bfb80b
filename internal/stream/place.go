package stream

import (
	"net/netip"
	"slices"
	"strings"
)

// Reserve takes a place for a stream of the payment to the client's address,
// before anything is done for it. There is none beyond the caps, and none while
// the hub drains. Hold uses the place; Release gives it back otherwise.
func (h *Hub) Reserve(payment, address string) (*Stream, bool) {
	from := network(address)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.draining || h.places >= h.config.InAll ||
		h.full(h.payments[payment], h.config.PerPayment) || h.full(h.networks[from], h.config.PerNetwork) {
		return nil, false
	}
	s := &Stream{hub: h, payment: strings.Clone(payment), network: from, index: -1}
	h.payments[s.payment] = append(h.payments[s.payment], s)
	h.networks[from] = append(h.networks[from], s)
	h.places++
	return s, true
}

// Release gives a place back that wasn't used; on a stream that is held, or
// that has ended, it does nothing.
func (s *Stream) Release() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	if s.conn == nil {
		s.hub.vacate(s)
	}
}

// full reports whether all places are taken by clients that are still there:
// who loads a page five times in a row isn't five.
func (h *Hub) full(taken []*Stream, most int) bool {
	if len(taken) < most {
		return false
	}
	there := 0
	for _, s := range slices.Clone(taken) { // those who aren't leave the list
		if s.conn != nil && s.isGone() {
			h.wake(s, end)
			h.vacate(s)
			continue
		}
		there++
	}
	return there >= most
}

// vacate gives a stream's place to others, once.
func (h *Hub) vacate(s *Stream) {
	if s.vacant {
		return
	}
	s.vacant = true
	h.places--
	without(h.payments, s.payment, s)
	without(h.networks, s.network, s)
}

func without[K comparable](lists map[K][]*Stream, key K, s *Stream) {
	list := lists[key]
	if len(list) == 1 {
		delete(lists, key)
		return
	}
	lists[key] = slices.DeleteFunc(list, func(other *Stream) bool { return other == s })
}

// network is what one client can hold: a single IPv4 address, a /64 of IPv6.
func network(address string) netip.Prefix {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return netip.Prefix{} // all unreadable ones together
	}
	ip = ip.Unmap().WithZone("")
	bits := ip.BitLen()
	if ip.Is6() {
		bits = 64
	}
	prefix, _ := ip.Prefix(bits) // bits fit by construction
	return prefix
}
