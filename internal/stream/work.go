package stream

import (
	"log/slog"
	"runtime/debug"
	"time"
)

// task is what is to be done for a stream; a set of bits.
type task uint8

const (
	decide task = 1 << iota // ask the source, and tell what is new
	beat
	end   // its life is over, or its client is gone
	leave // say when to reconnect, and end: this process stops
)

// workers is how many streams are written to at once. Writes are small, so only
// a broken client blocks; more workers than processors keep a few such clients
// from stopping the others.
const workers = 16

// wake adds a task for a held stream, and starts a worker if needed. The hub is
// locked.
func (h *Hub) wake(s *Stream, what task) {
	if s.ended {
		return
	}
	s.due |= what
	if s.queued {
		return
	}
	s.queued = true
	h.queue = append(h.queue, s)
	if h.workers < workers {
		h.workers++
		go h.work()
	}
}

// work empties the queue, and ends.
func (h *Hub) work() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for len(h.queue) > 0 {
		s := h.queue[0]
		h.queue[0] = nil
		h.queue = h.queue[1:]
		due := s.due
		s.due = 0
		h.mu.Unlock()
		over := s.do(due)
		if over {
			s.stop() // before the client can know
			_ = s.conn.Close()
		}
		h.mu.Lock()
		switch {
		case over:
			h.forget(s)
		case s.due != 0:
			h.queue = append(h.queue, s)
		default:
			s.queued = false
		}
	}
	h.queue = nil // it has grown to its largest size
	h.workers--
}

// forget removes a stream whose connection is closed.
func (h *Hub) forget(s *Stream) {
	s.ended = true
	s.beats.Stop()
	s.life.Stop()
	if s.again != nil {
		s.again.Stop()
	}
	h.vacate(s)
	s.source, s.stop = nil, nil
	h.held--
	if h.draining && h.held == 0 {
		close(h.empty)
	}
}

// do performs tasks, and reports whether the stream has ended. A source that
// panics ends its own stream only.
func (s *Stream) do(due task) (over bool) {
	defer func() {
		if cause := recover(); cause != nil {
			s.hub.config.Logger.Error("panic in a stream", slog.Any("cause", cause), slog.String("stack", string(debug.Stack())))
			over = true
		}
	}()
	if due&leave != 0 {
		_ = s.tell(farewell()) // best effort: it ends anyway
		return true
	}
	if due&end != 0 {
		return true
	}
	if due&decide != 0 && s.decide() {
		return true
	}
	if due&beat == 0 {
		return false
	}
	s.beats.Reset(s.hub.beatIn(time.Now(), s.hub.config.Beat))
	return s.isGone() || s.tell(s.hub.beat) != nil
}

// decide tells what is due now if that is new, and reports whether the stream
// has ended.
func (s *Stream) decide() (over bool) {
	due := s.source.News()
	s.decideAfter(due.Again)
	switch {
	case due.Over:
		_ = s.tell([]byte(goodbye))
		return true
	case due.Version == "" || due.Version == s.version:
		return false
	}
	s.version = due.Version
	return s.tell(appendVersion(nil, s.version, due.Read)) != nil
}

// tell writes to the client. A slow one is cut off.
func (s *Stream) tell(text []byte) error {
	err := s.hub.write(s.conn, text)
	if err != nil {
		cut(s.conn)
	}
	return err
}
