package gateway

import (
	"sync"
	"time"
)

// storeClock guesses the store's time, to say until when a script may still be
// run. One that is run later, as when the store was stopped for a while, must
// not count: the replica has taken it for lost.
type storeClock struct {
	mu    sync.Mutex
	asked time.Time
	time  int64 // the store's, in µs, no earlier than asked
}

// lateAfter is how long after it was sent a script may be run, and as much
// longer as an answer takes.
const lateAfter = 2 * storePatience

func (c *storeClock) set(asked time.Time, micro int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked, c.time = asked, micro
}

// deadline is the last time of the store's at which what is sent now may be
// run; 0 while its time isn't known.
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
