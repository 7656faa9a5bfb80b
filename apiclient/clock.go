package apiclient

import (
	"net/http"
	"time"
)

// Ahead is how far the Date of the last answer, the gateway's or a proxy's on the
// way, was ahead of our clock; negative if it was behind. It is for operators, and
// for what can't do harm: either clock may be wrong.
func (c *Client) Ahead() time.Duration { return time.Duration(c.ahead.Load()) }

func (c *Client) readClock(answer http.Header) {
	if date, err := http.ParseTime(answer.Get("Date")); err == nil {
		c.ahead.Store(int64(date.Sub(c.now())))
	}
}
