//go:build !unix

package stream

// isGone can't be known here; a write will fail when the client has hung up.
func (s *Stream) isGone() bool { return false }
