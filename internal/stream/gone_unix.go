//go:build unix

package stream

import (
	"errors"
	"syscall"
)

// isGone reports whether the client has hung up. It doesn't block, and consumes
// nothing that the client sent. A write would notice only the second time.
func (s *Stream) isGone() (gone bool) {
	if s.raw == nil {
		return false
	}
	err := s.raw.Read(func(socket uintptr) bool {
		var one [1]byte
		n, _, err := syscall.Recvfrom(int(socket), one[:], syscall.MSG_PEEK)
		gone = n == 0 && err == nil || err != nil && !errors.Is(err, syscall.EAGAIN) && !errors.Is(err, syscall.EINTR)
		return true
	})
	return gone || err != nil
}
