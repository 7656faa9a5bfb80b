package stream

import (
	"net/netip"
	"slices"
	"strings"

	"payapp/internal/network"
)

// Reserve takes a place for a stream of the payment to the client's address,
// before anything is done for it. It returns false beyond the limits and while
// the hub drains. Hold uses the place; otherwise the caller must call Release.
func (h *Hub) Reserve(payment, address string) (*Stream, bool) {
	from := network.Of(address, 64)
	h.mu.Lock()
	defer h.mu.Unlock()
	if limit := h.refusing(payment, from); limit != "" {
		h.config.Refused(limit)
		return nil, false
	}
	s := &Stream{hub: h, payment: strings.Clone(payment), network: from}
	h.payments[s.payment] = append(h.payments[s.payment], s)
	h.networks[from] = append(h.networks[from], s)
	h.places++
	return s, true
}

// refusing is the limit that a stream would exceed, "" if none.
func (h *Hub) refusing(payment string, from netip.Prefix) string {
	switch {
	case h.draining:
		return byDraining
	case h.places >= h.config.InAll:
		return byProcess
	case h.full(h.payments[payment], h.config.PerPayment):
		return byPayment
	case h.full(h.networks[from], h.config.PerNetwork):
		return byNetwork
	}
	return ""
}

// Release frees an unused place. It does nothing for a stream that is held or
// has ended.
func (s *Stream) Release() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	if s.conn == nil {
		s.hub.vacate(s)
	}
}

// full reports whether all places are taken by clients that are still
// connected. Reloading a page five times must not count as five clients.
func (h *Hub) full(taken []*Stream, most int) bool {
	if len(taken) < most {
		return false
	}
	there := 0
	for _, s := range slices.Clone(taken) { // vacate changes the list
		if s.conn != nil && s.isGone() {
			h.wake(s, end)
			h.vacate(s)
			continue
		}
		there++
	}
	return there >= most
}

// vacate frees a stream's place, once.
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
