package apiclient

import (
	"net/http"
	"sync/atomic"
	"time"
)

// clock measures the clock of whoever answers, by the Date of the last answer:
// the gateway's, or a proxy's on the way. Nothing is decided by it.
type clock struct {
	now    func() time.Time
	offset atomic.Int64 // how far it is ahead of ours, in ns
}

func (c *clock) read(answer http.Header) {
	if date, err := http.ParseTime(answer.Get("Date")); err == nil {
		c.offset.Store(int64(date.Sub(c.now())))
	}
}

// Ahead is how far the Date of the last answer was ahead of our clock; negative
// if it was behind. It is for operators: either clock may be wrong.
func (c *Client) Ahead() time.Duration { return time.Duration(c.clock.offset.Load()) }
