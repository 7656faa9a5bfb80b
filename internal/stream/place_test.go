package stream

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
)

// Fault 40: a flood of streams from one payment, one address or everybody ends
// at the limits; elsewhere there is still a place.
func TestFault40_Caps(t *testing.T) {
	addresses := func(format string) func(int) string {
		return func(i int) string { return fmt.Sprintf(format, i) }
	}
	payments := addresses("order%d")
	for _, c := range []struct {
		name, limit       string
		payment, address  func(int) string
		places            int
		elsewhere, beside string // a payment and an address that still have a place
	}{
		{"payment", "payment", func(int) string { return "order" }, addresses("192.0.2.%d"), 4, "another", "192.0.2.1"},
		{"address", "network", payments, func(int) string { return "192.0.2.1" }, 64, "another", "192.0.2.2"},
		{"network", "network", payments, addresses("2001:db8:0:1::%x"), 64, "another", "2001:db8:0:2::1"},
		{"mapped address", "network", payments, func(int) string { return "::ffff:192.0.2.1" }, 64, "another", "192.0.2.2"},
		{"unreadable", "network", payments, func(i int) string { return fmt.Sprint("?", i) }, 64, "another", "192.0.2.2"},
		{"process", "process", payments, addresses("192.0.2.%d"), 100, "", ""},
	} {
		var refused []string
		h := New(Config{InAll: 100, Refused: func(limit string) { refused = append(refused, limit) }})
		var taken []*Stream
		for i := range 1000 {
			s, ok := h.Reserve(c.payment(i), c.address(i))
			if !ok {
				break
			}
			taken = append(taken, s)
		}
		if len(taken) != c.places {
			t.Errorf("%s: %d places, want %d", c.name, len(taken), c.places)
		}
		if !slices.Equal(refused, []string{c.limit}) || !slices.Contains(Limits(), c.limit) {
			t.Errorf("%s: refused by %v, want %s", c.name, refused, c.limit)
		}
		if c.elsewhere != "" {
			reserve(t, h, c.elsewhere, c.beside).Release()
		}
		for range 2 { // a second time changes nothing
			taken[0].Release()
		}
		reserve(t, h, c.payment(0), c.address(0))
		if _, ok := h.Reserve(c.payment(1), c.address(1)); ok {
			t.Errorf("%s: a place was given back twice", c.name)
		}
		for _, s := range taken[1:] {
			s.Release()
		}
		if h.places != 1 || len(h.payments) != 1 || len(h.networks) != 1 {
			t.Errorf("%s: %d places are left, of %d payments and %d networks", c.name, h.places, len(h.payments), len(h.networks))
		}
	}
}

// A stream frees its place when it ends, and not before.
func TestReleaseOfAHeldStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, of := New(Config{PerPayment: 1}), at("a")
		s := reserve(t, h, "order", "192.0.2.1")
		pipe(t, s, Opening{Version: "a"}, of)
		s.Release()
		if _, ok := h.Reserve("order", "192.0.2.1"); ok {
			t.Error("its place is free while it is held")
		}
		of.set(News{Over: true})
		synctest.Wait()
		s.Release()
		reserve(t, h, "order", "192.0.2.1").Release()
		if h.places != 0 {
			t.Errorf("%d places are taken", h.places)
		}
	})
}
