package await

import (
	"testing"
	"time"
)

// Patience is far longer than anything takes that a test waits for. It is no measure.
const Patience = time.Minute

// For is what c has next, or nothing once it is closed. A test for which neither happens
// has failed: what says what it waited for. Only the test's own goroutine may call it, and
// none whose time is a bubble's: there a minute may be over at once.
func For[T any](t testing.TB, what string, c <-chan T) T {
	t.Helper()
	guard := time.NewTimer(Patience)
	defer guard.Stop()
	select {
	case value := <-c:
		return value
	case <-guard.C:
		t.Fatalf("never came: %s", what)
	}
	panic("unreachable")
}

// Until asks until something that another goroutine is about to do is done.
func Until(t testing.TB, what string, done func() bool) {
	t.Helper()
	guard, tick := time.NewTimer(Patience), time.NewTicker(time.Millisecond)
	defer guard.Stop()
	defer tick.Stop()
	for !done() {
		select {
		case <-guard.C:
			t.Fatalf("never %s", what)
		case <-tick.C:
		}
	}
}
