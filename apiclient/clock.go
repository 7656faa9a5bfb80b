package apiclient

import (
	"net/http"
	"sync/atomic"
	"time"
)

// Clocks that differ by less than clocksAgree count as equal: a Date has whole
// seconds, and its answer took time. If they differ by more than clocksMost,
// one of them is broken, and we can't know which.
const (
	clocksAgree = 5 * time.Second
	clocksMost  = 24 * time.Hour
)

// clock measures the gateway's clock by the Date of its answers.
type clock struct {
	now    func() time.Time
	offset atomic.Int64 // how far the gateway is ahead, in ns
}

func (c *clock) read(answer http.Header) {
	date, err := http.ParseTime(answer.Get("Date"))
	if err != nil {
		return
	}
	ahead := date.Sub(c.now())
	if ahead.Abs() < clocksAgree || ahead.Abs() > clocksMost {
		ahead = 0
	}
	c.offset.Store(int64(ahead))
}

// Ahead is how far the gateway's clock is ahead of ours by the Date of its last
// answer; negative if it is behind, and 0 if they agree within five seconds.
func (c *Client) Ahead() time.Duration { return time.Duration(c.clock.offset.Load()) }
