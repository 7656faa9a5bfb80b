package once

import (
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
)

// mostAlarms is how many payments are remembered of which something was told.
const mostAlarms = 10_000

// Alarms are keys of which something was told; the oldest are forgotten.
type Alarms struct{ told *lru.Cache[string, struct{}] }

// NewAlarms returns none.
func NewAlarms() Alarms {
	told, _ := lru.New[string, struct{}](mostAlarms) // fails only for a size below one
	return Alarms{told}
}

// First reports whether this is the first time.
func (a Alarms) First(key string) bool {
	told, _ := a.told.ContainsOrAdd(key, struct{}{})
	return !told
}

// Codes remembers a limited number of method codes with their currencies, which
// are labels of metrics; further ones are ignored.
type Codes struct {
	mu    sync.Mutex
	codes map[[2]string]bool
}

const (
	mostCodes = 100
	mostCode  = 64 // bytes
)

// Note reports whether the code is new, and whether it is remembered.
func (s *Codes) Note(code, currency string) (first, kept bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := [2]string{code, currency}
	switch {
	case s.codes[key]:
		return false, true
	case len(code) > mostCode || len(s.codes) >= mostCodes:
		return false, false
	case s.codes == nil:
		s.codes = map[[2]string]bool{}
	}
	s.codes[key] = true
	return true, true
}
