package limiter

import "time"

// pace slows a merchant down when the gateway answers 429 although the rate was kept.
// The first takes one slot: delayed requests may have arrived together. Each further
// one takes a third of them, at most once a second. A quiet interval gives one back.
type pace struct {
	pause   time.Time // no request before this
	lost    float64   // slots that weren't used when it changed
	changed time.Time
}

const (
	paceShare    = 1.0 / 3
	paceInterval = 5 * time.Second
)

// limited books a 429, and reports whether it is news: a request that was sent before
// the last change says nothing about that.
func (p *pace) limited(rate float64, sent, now time.Time, pause time.Duration) bool {
	if until := now.Add(pause); until.After(p.pause) {
		p.pause = until
	}
	more, lost := 1.0, p.lostAt(now)
	if sent.Before(p.changed) || lost > 0 && now.Sub(p.changed) < time.Second {
		return false
	}
	if lost > 0 {
		more = max(1, (rate-lost)*paceShare)
	}
	p.lost, p.changed = min(lost+more, max(0, rate-1)), now
	return true
}

// rate is how many requests may be sent a second.
func (p *pace) rate(whole float64, now time.Time) float64 {
	return max(min(whole, 1), whole-p.lostAt(now))
}

func (p *pace) lostAt(now time.Time) float64 {
	return max(0, p.lost-float64(now.Sub(p.changed)/paceInterval))
}
