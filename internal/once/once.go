package once

import (
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// How many payments are remembered of which something was told, and for how
// long: what still holds is worth telling again the next day.
const (
	mostAlarms = 10_000
	alarmLife  = 24 * time.Hour
)

// Alarms are keys of which something was told; the oldest are forgotten. It is
// safe for concurrent use.
type Alarms struct {
	mu     sync.Mutex
	logged *lru.Cache[string, time.Time]
	now    func() time.Time
}

// NewAlarms returns none. now is the clock.
func NewAlarms(now func() time.Time) *Alarms {
	logged, _ := lru.New[string, time.Time](mostAlarms) // fails only for a size below one
	return &Alarms{logged: logged, now: now}
}

// First reports whether this is the first time in a day.
func (a *Alarms) First(key string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	if at, logged := a.logged.Get(key); logged && now.Sub(at) < alarmLife {
		return false
	}
	a.logged.Add(key, now)
	return true
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

// Note reports whether the code is new, and whether it is counted by its name.
func (s *Codes) Note(code, currency string) (first, counted bool) {
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
