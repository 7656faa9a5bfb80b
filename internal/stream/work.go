package stream

import (
	"log/slog"
	"runtime/debug"
)

// task is what is to be done for a stream; several may be.
type task uint8

const (
	decide task = 1 << iota // ask the source, and tell what is new
	beat
	end   // its life is over, or its client is gone
	leave // say when to come back, and end: this process stops
)

// workers is how many streams are written to at the same time. A client takes
// what it is told at once unless it is broken, since that is little: more
// workers than processors are there so that some broken ones stop nobody.
const workers = 16

// wake notes what is to be done for a stream that is held, and by whom. The
// hub is locked.
func (h *Hub) wake(s *Stream, what task) {
	if s.ended {
		return
	}
	s.due |= what
	if what&(end|leave) != 0 {
		h.remove(s)
	}
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

// work does what is in the queue, and ends with it.
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
	h.queue = nil // which has grown with the busiest moment
	h.workers--
}

// forget is the end of a stream whose connection is closed.
func (h *Hub) forget(s *Stream) {
	s.ended = true
	h.remove(s)
	h.vacate(s)
	s.source, s.stop = nil, nil
	h.held--
	if h.draining && h.held == 0 {
		close(h.empty)
	}
}

// do does what is due, and reports that the stream has come to its end. A
// source that panics ends its own stream and no other.
func (s *Stream) do(due task) (over bool) {
	defer func() {
		if cause := recover(); cause != nil {
			s.hub.config.Logger.Error("panic in a stream", slog.Any("cause", cause), slog.String("stack", string(debug.Stack())))
			over = true
		}
	}()
	if due&leave != 0 {
		_ = s.tell(farewell()) // it ends, heard or not
		return true
	}
	if due&end != 0 {
		return true
	}
	if due&decide != 0 && s.decide() {
		return true
	}
	return due&beat != 0 && (s.isGone() || s.tell(s.hub.beat) != nil)
}

// decide tells what is due now, if that is new, and reports an end.
func (s *Stream) decide() (over bool) {
	news := s.source.News()
	s.hub.again(s, news.Again)
	switch {
	case news.Over:
		_ = s.tell([]byte(goodbye))
		return true
	case news.Version == "" || news.Version == s.version:
		return false
	}
	s.version = news.Version
	return s.tell(appendVersion(nil, s.version, news.Read)) != nil
}

// tell writes to the client. One that is slow is cut off.
func (s *Stream) tell(text []byte) error {
	err := s.hub.write(s.conn, text)
	if err != nil {
		cut(s.conn)
	}
	return err
}
