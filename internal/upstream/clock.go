package upstream

import (
	"sync/atomic"
	"time"

	"payapp/internal/known"
)

// behind is how far the gateway's clock, by which it sets deadlines, is behind ours, by
// the Date of its answers. That may be a proxy's, so it only leaves more time, and only
// as much as two clocks that are kept may differ by.
type behind struct {
	by, at atomic.Int64 // in ns, and when it was measured
}

const (
	mostBehind = 5 * time.Minute
	behindLife = 10 * time.Minute
)

// note keeps the largest that was measured lately: of several replicas of a gateway
// each may have a clock of its own.
func (b *behind) note(by time.Duration, now time.Time) {
	if by <= known.Tolerance/2 || by > mostBehind {
		by = 0
	}
	if old := time.Duration(b.by.Load()); by >= old || now.UnixNano()-b.at.Load() > int64(behindLife) {
		b.by.Store(int64(by))
		b.at.Store(now.UnixNano())
	}
}

// Behind is how far the gateway's clock is behind ours, 0 if it isn't or must be wrong.
func (c *Client) Behind() time.Duration { return time.Duration(c.clock.by.Load()) }
