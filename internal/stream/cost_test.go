package stream

import (
	"fmt"
	"io"
	"net"
	"runtime"
	"testing"
	"time"

	"payapp/internal/testing/await"
)

// crowd holds n streams over loopback. Their clients read only when asked to.
func crowd(t testing.TB, h *Hub, n int) (streams []*Stream, clients []net.Conn) {
	t.Helper()
	listener := listen(t)
	for i := range n {
		server, browser := dial(t, listener)
		s, ok := h.Reserve(fmt.Sprint("order", i), fmt.Sprintf("2001:db8:%x::1", i))
		if !ok {
			t.Fatal("no place")
		}
		s.Hold(server, Opening{Head: []byte("HTTP/1.1 200 OK\r\n\r\n"), Version: "a"}, at("a"))
		streams, clients = append(streams, s), append(clients, browser)
	}
	t.Cleanup(func() {
		for _, c := range clients {
			_ = c.Close()
		}
		h.Drain()
	})
	return streams, clients
}

// A waiting customer costs no goroutine and no buffer. Over loopback both ends
// of a connection are in one process, so the limit is generous.
func TestWhatAStreamCosts(t *testing.T) {
	const n, most = 2000, 8 << 10
	memory := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapInuse + m.StackInuse
	}
	h := New(Config{})
	before, goroutines := memory(), runtime.NumGoroutine()
	streams, _ := crowd(t, h, n)
	await.Until(t, "settled", func() bool { return runtime.NumGoroutine() < goroutines+workers })
	each := int64(memory()-before) / n
	t.Logf("%d bytes a stream, with its client's end; %d goroutines more", each, runtime.NumGoroutine()-goroutines)
	if each > most {
		t.Errorf("a stream takes %d bytes, want at most %d", each, most)
	}
	// All at once: the busiest moment.
	h.mu.Lock()
	for _, s := range streams {
		h.wake(s, beat|decide)
	}
	h.mu.Unlock()
	if more := runtime.NumGoroutine() - goroutines; more > 50 {
		t.Errorf("%d goroutines more", more)
	}
	await.Until(t, "quiet", func() bool { return runtime.NumGoroutine() < goroutines+workers })
	runtime.KeepAlive(streams)
}

// Fault 40: a client that has hung up is noticed at the next beat, and at once
// if somebody else needs the place.
func TestFault40_AClientThatHasHungUp(t *testing.T) {
	h, of := New(Config{Beat: time.Hour}), at("a")
	listener := listen(t)
	hold := func() (*Stream, net.Conn) {
		server, browser := dial(t, listener)
		s := reserve(t, h, "order", "192.0.2.1")
		s.Hold(server, Opening{Version: "a"}, of)
		return s, browser
	}
	var gone []net.Conn
	var first *Stream
	for range 4 {
		s, browser := hold()
		if first == nil {
			first = s
		}
		gone = append(gone, browser)
	}
	if _, ok := h.Reserve("order", "192.0.2.1"); ok {
		t.Fatal("there is a place beyond the cap")
	}
	if err := gone[0].Close(); err != nil {
		t.Fatal(err)
	}
	await.Until(t, "noticed", first.isGone)
	hold()
	await.Until(t, "ended", func() bool { return h.Open() == 4 && of.watched() == 4 })

	if err := gone[1].Close(); err != nil {
		t.Fatal(err)
	}
	await.Until(t, "ended by a beat", func() bool {
		h.mu.Lock()
		for _, s := range h.payments["order"] {
			h.wake(s, beat)
		}
		h.mu.Unlock()
		return h.Open() == 3 && of.watched() == 3
	})
	h.Drain()
	text, err := io.ReadAll(gone[2])
	if err != nil || len(text) == 0 {
		t.Errorf("who is still there heard %q, %v", text, err)
	}
}
