package limiter

import "time"

// pace slows a merchant down when the gateway answers 429 although the rate was
// kept, for example because something else calls in the merchant's name. The
// first 429 takes one slot: it may only mean that delayed requests arrived
// together. Each further one takes a third of the slots, at most once a second.
// Every quiet interval gives one back.
type pace struct {
	pause   time.Time // no request before this
	lost    float64   // slots not used for now
	changed time.Time
}

// Each further 429 takes PaceShare of the slots that are left; one comes back
// each quiet PaceInterval.
const (
	PaceShare    = 1.0 / 3
	PaceInterval = 5 * time.Second
)

// limited books a 429.
func (p *pace) limited(rate float64, now time.Time, pause time.Duration) {
	if until := now.Add(pause); until.After(p.pause) {
		p.pause = until
	}
	p.recover(now)
	if p.lost > 0 && now.Sub(p.changed) < time.Second {
		return
	}
	more := 1.0
	if p.lost > 0 {
		more = max(1, (rate-p.lost)*PaceShare)
	}
	p.lost = min(p.lost+more, max(0, rate-1))
	p.changed = now
}

// slots is how many requests may be sent in a second.
func (p *pace) slots(rate float64, now time.Time) int {
	p.recover(now)
	return max(1, int(rate-p.lost))
}

func (p *pace) recover(now time.Time) {
	if p.lost == 0 {
		return
	}
	intervals := int(now.Sub(p.changed) / PaceInterval)
	if intervals < 1 {
		return
	}
	p.lost = max(0, p.lost-float64(intervals))
	p.changed = p.changed.Add(time.Duration(intervals) * PaceInterval)
}
