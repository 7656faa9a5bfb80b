package replicas

import (
	"sync"
	"time"
)

// storeClock estimates the store's time, to give scripts a deadline. A script
// that runs later, for example after the store was stopped for a while, must
// have no effect: the replica has given up on it.
type storeClock struct {
	mu    sync.Mutex
	asked time.Time
	time  int64 // of the store in µs, at asked or later
}

// lateAfter is how long after it was sent a script may run; the time that an
// answer takes is added.
const lateAfter = 2 * storePatience

func (c *storeClock) set(asked time.Time, micro int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked, c.time = asked, micro
}

// deadline is the last time, by the store's clock, at which a script sent now
// may run; 0 if that clock isn't known.
func (c *storeClock) deadline() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.time == 0 {
		return 0
	}
	return c.time + micro(time.Since(c.asked)+lateAfter)
}

// forget says that the store's time isn't known.
func (c *storeClock) forget() { c.set(time.Time{}, 0) }
