package limiter

import (
	"fmt"
	"slices"
	"testing"
)

func ticketFrom(address string, n int) *ticket {
	return &ticket{network: networkOf(address), address: fmt.Sprint(address, " ", n)}
}

func popped(l *line) (order []string) {
	for t := l.pop(); t != nil; t = l.pop() {
		order = append(order, t.address)
	}
	return order
}

func TestLineNetworksTakeTurns(t *testing.T) {
	var l line
	for n := range 3 {
		l.push(ticketFrom("192.0.2.1", n))
	}
	l.push(ticketFrom("192.0.2.2", 0))
	l.push(ticketFrom("2001:db8::1", 0))
	l.push(ticketFrom("2001:db8:0:1::1", 1)) // the same /56
	want := []string{"192.0.2.1 0", "192.0.2.2 0", "2001:db8::1 0", "192.0.2.1 1", "2001:db8:0:1::1 1", "192.0.2.1 2"}
	if got := popped(&l); !slices.Equal(got, want) {
		t.Errorf("got %q; want %q", got, want)
	}
	if len(l.turns) != 0 || len(l.queued) != 0 || l.length != 0 {
		t.Errorf("an empty line has %d turns, %d addresses, length %d", len(l.turns), len(l.queued), l.length)
	}
}

// Sixty who come together don't delay later ones for long, and none of the
// sixty waits for ever.
func TestLineServesBothEnds(t *testing.T) {
	l := line{ends: true}
	for n := range 60 {
		l.push(ticketFrom(fmt.Sprintf("192.0.2.%d", n), n))
	}
	late := ticketFrom("198.51.100.1", 60)
	l.push(late)
	order := popped(&l)
	if at := slices.Index(order, late.address); at > 1 {
		t.Errorf("who comes last is number %d", at)
	}
	if at := slices.Index(order, "192.0.2.0 0"); at > 1 {
		t.Errorf("who came first is number %d", at)
	}
	if len(order) != 61 {
		t.Errorf("%d of 61 were served", len(order))
	}
}

// Of a suspect network the newest goes first, and the oldest loses its place.
func TestLineIsAStack(t *testing.T) {
	l := line{stack: true}
	var all []*ticket
	for n := range suspectMost + 2 {
		t := ticketFrom("192.0.2.1", n)
		t.granted = make(chan Slot, 1)
		all = append(all, t)
		l.push(t)
	}
	for n, t2 := range all[:2] {
		if _, open := <-t2.granted; open {
			t.Errorf("number %d still has a place", n)
		}
	}
	want := []string{"192.0.2.1 5", "192.0.2.1 4", "192.0.2.1 3", "192.0.2.1 2"}
	if got := popped(&l); !slices.Equal(got, want) {
		t.Errorf("got %q; want %q", got, want)
	}
}

func TestLineWhoLeaves(t *testing.T) {
	var l line
	first, second, other := ticketFrom("192.0.2.1", 0), ticketFrom("192.0.2.1", 1), ticketFrom("192.0.2.2", 0)
	for _, t := range []*ticket{first, second, other} {
		l.push(t)
	}
	if !l.remove(first) || l.remove(first) || !l.remove(other) {
		t.Error("remove doesn't say whether it was there")
	}
	if got := popped(&l); !slices.Equal(got, []string{"192.0.2.1 1"}) {
		t.Errorf("got %q", got)
	}
}

func TestLineHasRoom(t *testing.T) {
	var l line
	for n := range lineMost {
		next := ticketFrom(addressOf(n), n)
		if !l.room(next) {
			t.Fatalf("no room for number %d", n)
		}
		l.push(next)
	}
	if l.room(ticketFrom("192.0.2.1", 0)) {
		t.Errorf("there is room for more than %d", lineMost)
	}
}
