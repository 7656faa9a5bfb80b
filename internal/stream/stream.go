package stream

import (
	"net"
	"net/netip"
	"syscall"
	"time"
)

// Stream is a place among a hub's streams and, once it is held, a connection
// and what is told on it.
type Stream struct {
	hub     *Hub
	payment string
	network netip.Prefix
	vacant  bool // its place is somebody else's

	conn   net.Conn        // nil until it is held
	raw    syscall.RawConn // nil where there is none
	source Source
	stop   func() // the watching

	beatAt  time.Time
	againAt time.Time // zero: the source tells
	endAt   time.Time
	at      time.Time // the first of them
	due     task      // what is to be done
	queued  bool      // in the queue, or at a worker
	ended   bool
	index   int // in the schedule; -1 outside

	// version was told last. It belongs to the worker that has the stream.
	version string
}

// Opening is how a stream begins.
type Opening struct {
	Head    []byte    // status line and headers, with the empty line after them
	Version string    // what is due; "" until somebody knows
	Read    time.Time // as in News
	LastID  string    // what the client says it was told last
}

// Hold takes over the connection, in the place that was reserved, and returns:
// the stream goes on without the caller. The source must not keep what belongs
// to the request alone.
func (s *Stream) Hold(conn net.Conn, opening Opening, source Source) {
	h := s.hub
	stop := source.Watch(s.told)
	text := h.appendOpening(opening.Head, opening)
	if err := h.write(conn, text); err != nil {
		cut(conn)
	} else if h.take(s, conn, source, stop, opening.Version) {
		return
	} else {
		_ = h.write(conn, farewell()) // it ends, heard or not
		_ = conn.Close()
	}
	stop()
	s.Release()
}

// take makes a stream one of those that are held. It is too late for that once
// the hub drains.
func (h *Hub) take(s *Stream, conn net.Conn, source Source, stop func(), version string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.draining {
		return false
	}
	now := time.Now()
	s.conn, s.raw, s.source, s.stop, s.version = conn, rawOf(conn), source, stop, version
	// The first beats of streams that began together come one by one.
	s.beatAt = now.Add(between(h.config.Beat/2, h.config.Beat))
	s.endAt = now.Add(between(h.config.Life*4/5, h.config.Life*6/5))
	h.held++
	h.add(s, now)
	h.wake(s, decide) // it may have changed since it was decided
	return true
}

// told notes that what is due may have changed.
func (s *Stream) told() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	if s.conn != nil {
		s.hub.wake(s, decide)
	}
}

// write has an end, whatever the client does.
func (h *Hub) write(conn net.Conn, text []byte) error {
	if err := conn.SetWriteDeadline(time.Now().Add(h.config.Patience)); err != nil {
		return err
	}
	_, err := conn.Write(text)
	return err
}

// cut ends a connection whose client doesn't take what it is told: what still
// waits to be sent isn't kept for it.
func cut(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // it is closed, whether that can be said or not
	}
	_ = conn.Close()
}

// rawOf is the connection for questions that net.Conn has no words for.
func rawOf(conn net.Conn) syscall.RawConn {
	if c, ok := conn.(syscall.Conn); ok {
		if raw, err := c.SyscallConn(); err == nil {
			return raw
		}
	}
	return nil
}
