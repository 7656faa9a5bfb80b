package stream

import (
	"slices"
	"time"
)

// Drain tells every client to come back soon, elsewhere if there is an
// elsewhere, and ends all streams; there are no new ones afterwards. It returns
// when the last has ended, which takes no longer than the patience with a slow
// client.
func (h *Hub) Drain() {
	h.mu.Lock()
	if h.draining {
		h.mu.Unlock()
		<-h.empty
		return
	}
	h.draining = true
	if h.held == 0 {
		close(h.empty)
	}
	all := slices.Clone(h.schedule)
	for _, s := range all {
		h.wake(s, leave)
	}
	h.mu.Unlock()

	patience := time.NewTimer(h.config.Patience)
	defer patience.Stop()
	select {
	case <-h.empty:
		return
	case <-patience.C:
	}
	for _, s := range all {
		_ = s.conn.Close() // which ends what is written to it
	}
	<-h.empty
}

// Retry is when a client should ask again that was told to after wait: soon,
// where another process is to answer.
func (h *Hub) Retry(wait time.Duration) time.Duration {
	if h.Draining() {
		return elsewhere()
	}
	return wait
}

// Draining reports whether the hub takes no more streams because its process
// stops.
func (h *Hub) Draining() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.draining
}
