package stream

import "time"

// Drain tells every client to reconnect soon, to another process if there is
// one, and ends all streams. No new ones are accepted. It returns when the last
// has ended: at most Config.Patience later.
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
	var all []*Stream
	for _, of := range h.payments {
		for _, s := range of {
			if s.conn != nil {
				h.wake(s, leave)
				all = append(all, s)
			}
		}
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
		_ = s.conn.Close() // ends pending writes
	}
	<-h.empty
}

// Retry is when a client should ask again if wait is the usual answer: sooner
// while the hub drains, because another process will answer.
func (h *Hub) Retry(wait time.Duration) time.Duration {
	if h.Draining() {
		return elsewhere()
	}
	return wait
}

// Draining reports whether the hub accepts no more streams because its process
// stops.
func (h *Hub) Draining() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.draining
}
