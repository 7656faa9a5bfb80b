package gateway

import "time"

// lapses are the times for which the store was late or gone and then was as it
// had been. Each costs as long as nothing is sent: few are cheaper than going
// apart and coming back, which costs silence and a while with less than the
// shared rate; many aren't.
type lapses struct {
	spent time.Duration // in lapses lately, forgotten little by little
	at    time.Time     // when that was reckoned
}

// A replica that stood still for lapsesMost, less lapsesShare of the time since,
// does better with its own share.
const (
	lapsesMost  = 2 * time.Second
	lapsesShare = 0.2
)

// end books a lapse that is over now.
func (l *lapses) end(now time.Time, lasted time.Duration) {
	l.forget(now)
	l.spent = min(l.spent+lasted, 2*lapsesMost)
}

// bearable reports whether one more may be waited for.
func (l *lapses) bearable(now time.Time) bool {
	l.forget(now)
	return l.spent < lapsesMost
}

func (l *lapses) forget(now time.Time) {
	if !l.at.IsZero() {
		l.spent = max(0, l.spent-time.Duration(lapsesShare*float64(now.Sub(l.at))))
	}
	l.at = now
}
