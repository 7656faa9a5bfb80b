package replicas

import "time"

// lapses adds up the times for which the store was late or gone and came back
// with its data. Nothing is sent during a lapse. A few are cheaper than going
// apart and rejoining, which costs a silence and a time at less than the shared
// rate; many are not.
type lapses struct {
	spent time.Duration // total of recent lapses; decays over time
	at    time.Time     // when spent was last updated
}

// A replica that has lost lapsesMost, less lapsesShare of the time since, is
// better off with its own share.
const (
	lapsesMost  = 2 * time.Second
	lapsesShare = 0.2
)

// end books a lapse that has just ended.
func (l *lapses) end(now time.Time, lasted time.Duration) {
	l.forget(now)
	l.spent = min(l.spent+lasted, 2*lapsesMost)
}

// bearable reports whether the replica may wait out another lapse.
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
