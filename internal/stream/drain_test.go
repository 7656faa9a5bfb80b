package stream

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

func TestDrain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, of := New(Config{}), at("a")
		late := reserve(t, h, "late", "192.0.2.9")
		var clients []*client
		for i := range 100 {
			s := reserve(t, h, fmt.Sprint("order", i), fmt.Sprint("192.0.2.", i))
			clients = append(clients, pipe(t, s, Opening{Version: "a"}, of))
		}
		if wait := h.Retry(time.Minute); wait != time.Minute {
			t.Errorf("before draining it is to come back after %v", wait)
		}
		h.Drain()
		synctest.Wait()
		clients = append(clients, pipe(t, late, Opening{Version: "a"}, of)) // being opened meanwhile
		synctest.Wait()
		waits := map[time.Duration]bool{}
		for i, c := range clients {
			wait := c.retry()
			if _, ok := c.ended(); !ok || wait < time.Second || wait > 3*time.Second {
				t.Errorf("%d: ended %t, to come back after %v", i, ok, wait)
			}
			waits[wait] = true
		}
		if len(waits) < 20 {
			t.Errorf("all come back together: %v", waits)
		}
		if _, ok := h.Reserve("new", "192.0.2.1"); ok || !h.Draining() {
			t.Error("there is a place for a new one")
		}
		if wait := h.Retry(time.Minute); wait < time.Second || wait > 3*time.Second {
			t.Errorf("who comes now is to come back after %v", wait)
		}
		if h.Open() != 0 || of.watched() != 0 {
			t.Errorf("%d streams are open, %d watched", h.Open(), of.watched())
		}
		h.Drain() // a second time changes nothing
	})
}

// Clients that don't read can't keep a process from stopping.
func TestDrainOfSlowReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, of := New(Config{}), at("a")
		for i := range 3 * workers {
			s := reserve(t, h, fmt.Sprint("order", i), fmt.Sprint("192.0.2.", i))
			hold(t, &client{slow: true}, s, Opening{Version: "a"}, of)
		}
		synctest.Wait()
		begun := time.Now()
		h.Drain()
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}
