package watchers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"payapp/e2e/crowd/internal/gateway"
)

// delay is how long a customer waited, and when they paid.
type delay struct {
	watcher *Watcher
	paid    time.Time
	took    time.Duration
}

// Slowest describes the longest delays: when it was paid, how long it took
// until the gateway was asked and until the stream said so, and how many pages
// were loaded by then.
func (c *Crowd) Slowest(n int, since time.Time, t *gateway.Tally) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.SortFunc(c.slow, func(a, b delay) int { return cmp.Compare(b.took, a.took) })
	var all []string
	for _, d := range c.slow[:min(n, len(c.slow))] {
		told := "never"
		if at := d.watcher.told.Load(); at != nil {
			told = after(d.paid, *at)
		}
		all = append(all, fmt.Sprintf("%.0fs (paid at %.0fs, read %s, told %s, pages %d)",
			d.took.Seconds(), d.paid.Sub(since).Seconds(), after(d.paid, t.ReadAfter(d.watcher.Order.IDPayin, d.paid)), told,
			d.watcher.loads.Load()))
	}
	return strings.Join(all, ", ")
}

// after is the time between two moments, in words; zero moments never happened.
func after(from, to time.Time) string {
	if to.IsZero() {
		return "never"
	}
	return fmt.Sprintf("after %.1fs", to.Sub(from).Seconds())
}
