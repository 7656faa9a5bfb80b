package stream

import (
	"net"
	"net/netip"
	"syscall"
	"time"
)

// Stream is a place among a hub's streams and, once it is held, a connection
// and the state of what was told on it.
type Stream struct {
	hub     *Hub
	payment string
	network netip.Prefix
	vacant  bool // its place has been freed

	conn   net.Conn        // nil until it is held
	raw    syscall.RawConn // nil if the connection has none
	source Source
	stop   func() // ends Source.Watch

	beats  *time.Timer
	again  *time.Timer // for a new decision; nil: only when notified
	life   *time.Timer
	due    task // what is to be done
	queued bool // in the queue, or at a worker
	ended  bool

	// version is what was sent last. It belongs to the worker that has the
	// stream.
	version string
}

// Opening is how a stream begins.
type Opening struct {
	Head    []byte    // status line and headers, with the empty line after them
	Version string    // what is due; "" if not known yet
	Read    time.Time // as in News
	LastID  string    // the last event id that the client sent
}

// Hold takes over the connection, in the reserved place, and returns; the
// stream continues without the caller. The source must not keep anything of the
// request.
func (s *Stream) Hold(conn net.Conn, opening Opening, source Source) {
	h := s.hub
	stop := source.Watch(s.notify)
	text := h.appendOpening(opening.Head, opening)
	if err := h.write(conn, text); err != nil {
		cut(conn)
	} else if h.take(s, conn, source, stop, opening.Version) {
		return
	} else {
		_ = h.write(conn, farewell()) // best effort: it ends anyway
		_ = conn.Close()
	}
	stop()
	s.Release()
}

// take adds a stream to those held. It returns false if the hub drains.
func (h *Hub) take(s *Stream, conn net.Conn, source Source, stop func(), version string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.draining {
		return false
	}
	s.conn, s.raw, s.source, s.stop, s.version = conn, rawOf(conn), source, stop, version
	// Spread the first beats of streams that began together.
	s.beats = s.after(h.beatIn(time.Now(), between(h.config.Beat/2, h.config.Beat)), beat)
	s.life = s.after(between(h.config.Life*4/5, h.config.Life*6/5), end)
	h.held++
	h.wake(s, decide) // it may have changed since it was decided
	return true
}

// beatsTogether is the number of moments within a beat at which streams beat. An idle
// process that wakes for each of 10,000 streams costs five times as much as one that
// wakes for five hundred at once.
const beatsTogether = 20

// beatIn is the time from now to the last such moment within wait.
func (h *Hub) beatIn(now time.Time, wait time.Duration) time.Duration {
	return now.Add(wait).Truncate(h.config.Beat / beatsTogether).Sub(now)
}

// notify notes that what is due may have changed.
func (s *Stream) notify() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	if s.conn != nil {
		s.hub.wake(s, decide)
	}
}

// after gives the held stream a task later.
func (s *Stream) after(wait time.Duration, what task) *time.Timer {
	return time.AfterFunc(wait, func() {
		s.hub.mu.Lock()
		defer s.hub.mu.Unlock()
		s.hub.wake(s, what)
	})
}

// decideAfter sets when the stream decides anew without being notified; 0 = never.
func (s *Stream) decideAfter(wait time.Duration) {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	if s.again != nil {
		s.again.Stop()
		s.again = nil
	}
	if wait > 0 {
		s.again = s.after(wait, decide)
	}
}

// write writes within Config.Patience, whatever the client does.
func (h *Hub) write(conn net.Conn, text []byte) error {
	if err := conn.SetWriteDeadline(time.Now().Add(h.config.Patience)); err != nil {
		return err
	}
	_, err := conn.Write(text)
	return err
}

// cut closes the connection of a client that doesn't read, and drops what is
// still to be sent.
func cut(conn net.Conn) {
	if tcp, ok := conn.(interface{ SetLinger(sec int) error }); ok {
		_ = tcp.SetLinger(0) // it is closed even if this fails
	}
	_ = conn.Close()
}

// rawOf is the raw connection, for what net.Conn can't tell.
func rawOf(conn net.Conn) syscall.RawConn {
	if c, ok := conn.(syscall.Conn); ok {
		if raw, err := c.SyscallConn(); err == nil {
			return raw
		}
	}
	return nil
}
