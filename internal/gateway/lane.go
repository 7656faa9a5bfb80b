package gateway

import "time"

// A lane is a queue of a merchant's requests. Lower lanes go first, but every
// lane gets at least its floor.
type lane uint8

// The lanes, first to last.
const (
	laneCreation   lane = iota // creations and references
	laneArrival                // what a verified token needs before its first page
	laneQuestion               // what a person has just asked for: "check now", back from the bank
	laneNewcomer               // unverified tokens from addresses without a penalty
	laneBackground             // polls of payments that somebody waits for
	laneSuspect                // unverified tokens from addresses with a penalty
	laneCount
)

var laneNames = [laneCount]string{"creation", "arrival", "question", "newcomer", "background", "suspect"}

func (l lane) String() string { return laneNames[l] }

// unproven reports whether the lane is for tokens that the gateway hasn't
// accepted yet.
func (l lane) unproven() bool { return l == laneNewcomer || l == laneSuspect }

// spacing is the least time between the last request and one of this lane, at
// so many slots a second. Polls are spread evenly: sent as soon as a slot is
// free they would go in bursts, and the next request would wait for up to a
// second.
func (l lane) spacing(slots int) time.Duration {
	if l < laneBackground {
		return 0
	}
	return time.Second / time.Duration(slots)
}

// lanesUnspaced are the lanes without spacing.
const lanesUnspaced = laneSet(1<<laneBackground - 1)

// floors is the least share of a merchant's requests that a lane gets while it
// waits. The rest goes in the order of the lanes.
var floors = [laneCount]float64{laneQuestion: 0.1, laneNewcomer: 0.25, laneBackground: 0.2, laneSuspect: 0.05}

// laneSet is a set of lanes.
type laneSet uint8

func (s laneSet) has(l lane) bool     { return s&(1<<l) != 0 }
func (s laneSet) with(l lane) laneSet { return s | 1<<l }
func (s laneSet) first() (l lane)     { return s.from(0) }
func (s laneSet) from(first lane) lane {
	for l := first; l < laneCount; l++ {
		if s.has(l) {
			return l
		}
	}
	return laneCount
}

// turns decides which lane is next. A waiting lane earns its floor with every
// request granted to anybody, and goes first once it has earned a whole one.
type turns struct{ earned [laneCount]float64 }

// next is the lane of the set whose turn it is.
func (t *turns) next(waiting laneSet) lane {
	for l := range laneCount {
		if waiting.has(l) && t.earned[l] >= 1 {
			return l
		}
	}
	return waiting.first()
}

// granted books a request of a lane.
func (t *turns) granted(to lane, waiting laneSet) {
	for l := range laneCount {
		switch {
		case !waiting.has(l):
			t.earned[l] = 0
		default:
			t.earned[l] = min(t.earned[l]+floors[l], 2)
		}
	}
	t.earned[to] = max(0, t.earned[to]-1)
}
